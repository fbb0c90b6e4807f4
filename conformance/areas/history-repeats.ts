import {
  type AuthorType,
  characters,
  type FilePart,
  findRepeats,
  type LineRange,
  type Part,
  type Replacement,
  type ShownCall,
  shownIn,
  withMentions,
} from '../../src/index.ts'
import type { Area, Given } from '../area.ts'

interface GivenNode {
  readonly id: string
  readonly authorType: AuthorType
  readonly parts?: readonly Given[]
  readonly content?: string
}

type Lines = readonly [number, number]

/** Repeated, overlapping and stale file content, and repeated results of tools. */
export const historyRepeats: Area = (given) => {
  const calls = new Map<string, ShownCall>()
  const leftOut = (given.leftOutByFit as string[]) ?? []
  const nodes = (given.nodes as GivenNode[])
    .filter(({ id }) => !leftOut.includes(id))
    .map((node) => ({ id: node.id, parts: partsOf(node, calls) }))
  const space = given as { readonly workspace?: string; readonly caseSensitive?: boolean }
  const words = 'x'.repeat(given.noticeSize as number)
  const replacements = findRepeats(
    nodes.flatMap((node) => shownIn(node, { ...space, calls })),
    { measure: characters, wording: { notice: () => words, remark: () => words, gap: () => '' } },
  )
  const forms = nodes.flatMap(({ id, parts }) =>
    parts.flatMap((part, index) => {
      const found = replacements.find((each) => each.node === id && each.part === index)
      if (part.kind === 'file') return [{ node: id, ...fileField(part), ...formField(found) }]
      if (part.kind !== 'tool-result') return []
      return [{ node: id, tool: part.name, ...formField(found) }]
    }),
  )
  return { forms }
}

function partsOf({ id, parts = [], content }: GivenNode, calls: Map<string, ShownCall>): readonly Part[] {
  if (content !== undefined) return withMentions({ kind: 'text', text: content })
  return parts.map((part, index): Part => {
    if (part.kind === 'file') return filePart(part)
    if (part.kind !== 'tool-result') return part as unknown as Part
    const { tool, input, text, ...more } = part
    const callId = `${id}.${index}`
    calls.set(callId, { name: tool as string, input: input as ShownCall['input'] })
    const result = { callId, name: tool as string, content: [{ kind: 'text' as const, text: text as string }] }
    return { ...more, kind: 'tool-result', ...result }
  })
}

function filePart({ lines, ...part }: Given): FilePart {
  const range = lines as Lines | undefined
  return { ...part, ...(range ? { range: { from: range[0], to: range[1] } } : {}) } as FilePart
}

function fileField({ path, range }: FilePart): Given {
  return { path, ...(range ? { lines: linesField(range) } : {}) }
}

/** The node that shows the newest content is the first of those pointed at. */
function formField(found: Replacement | undefined): Given {
  if (!found) return { form: 'full' }
  const { form, kind, pointsTo, keptLines } = found
  const lines = keptLines ? { keptLines: keptLines.map(linesField) } : {}
  return { form, ...lines, pointsTo: pointsTo[0], reason: kind }
}

function linesField({ from, to }: LineRange): Lines {
  return [from, to]
}
