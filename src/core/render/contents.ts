import type { Digest } from '../content/digest.ts'
import type { Part } from '../content/part.ts'
import type { Kept } from '../decision.ts'
import { HeddleError } from '../errors.ts'

/** A plan names content that is not there. */
export class ContentMissing extends HeddleError {
  readonly nodeId: string
  readonly digest: Digest | undefined
  constructor(nodeId: string, digest: Digest | undefined) {
    const what =
      digest === undefined ? 'names no content' : `has the content ${digest.slice(0, 12)}, which was not found`
    super(
      'content-missing',
      `${nodeId} is in the plan and ${what}. Restore the content, or plan again without ${nodeId}.`,
    )
    this.nodeId = nodeId
    this.digest = digest
  }
}

/** An entry of the section `tools` does not hold one tool definition. */
export class ToolDefinitionInvalid extends HeddleError {
  readonly id: string
  constructor(id: string) {
    super(
      'tool-definition-invalid',
      `${id} does not hold a tool definition. It needs JSON with a name and an inputSchema.`,
    )
    this.id = id
  }
}

/** The parts of an entry. Throws `ContentMissing`. */
export function contentOf(entry: Kept, contents: ReadonlyMap<Digest, readonly Part[]>): readonly Part[] {
  const parts = entry.content === undefined ? undefined : contents.get(entry.content)
  if (parts === undefined) throw new ContentMissing(entry.id, entry.content)
  return parts
}
