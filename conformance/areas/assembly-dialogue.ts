import { assemble, characters, type Message, plan, toPlainMessages } from '../../src/index.ts'
import type { Area, Given } from '../area.ts'
import { type GivenNode, pathCandidates } from './path-candidates.ts'
import { errorOf } from './planning-invariants.ts'
import { unlimited } from './unlimited.ts'

/** Filtering and merging of a path into messages. */
export const assemblyDialogue: Area = (given) => {
  const { candidates, contents } = pathCandidates(
    given.path as GivenNode[],
    characters,
    given.includeAnnotations as string[],
  )
  const result = plan({ ...unlimited, candidates, measure: characters.id })
  if (result.kind === 'refusal') return { error: errorOf(result) }
  const prompt = assemble(result, contents)
  return {
    messages: given.renderer === 'parts' ? prompt.messages.map(partsField) : toPlainMessages(prompt).messages,
    leftOut: result.leftOut.flatMap((entry) =>
      entry.kind === 'left-out' ? [{ node: entry.id, reason: entry.reason.kind }] : [],
    ),
  }
}

function partsField({ role, parts, nodes }: Message): Given {
  return { role, parts, nodes }
}
