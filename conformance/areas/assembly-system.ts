import { assemble, characters, estimate, type Part, plan, systemCandidates, toPlainMessages } from '../../src/index.ts'
import type { Area } from '../area.ts'
import { barOf, type GivenNode, partsOf, pathCandidates } from './path-candidates.ts'
import { errorOf } from './planning-invariants.ts'
import { unlimited } from './unlimited.ts'

/** The system text: agent, conversation, instructions; with and without a field for it. */
export const assemblySystem: Area = (given) => {
  const measure = given.measure === 'estimate' ? estimate : characters
  const texts: GivenNode[] = [
    ...(given.agentText === undefined ? [] : [{ id: 'agent', text: given.agentText as string }]),
    ...(given.conversationText === undefined ? [] : [{ id: 'conversation', text: given.conversationText as string }]),
    ...((given.instructions as GivenNode[]) ?? []),
  ]
  const path = pathCandidates(given.path as GivenNode[], measure)
  const system = systemCandidates(
    texts.map((node) => {
      const bar = barOf(node)
      return { id: node.id, text: node.text ?? '', content: node.id, ...(bar === undefined ? {} : { bar }) }
    }),
    measure,
  )
  const result = plan({
    ...unlimited,
    ...(given.limit === undefined ? {} : { budget: { window: given.limit as number, reserved: 0, safety: 0 } }),
    candidates: [...system, ...path.candidates],
    measure: measure.id,
  })
  if (result.kind === 'refusal') return { error: errorOf(result) }
  const contents = new Map<string, readonly Part[]>([
    ...path.contents,
    ...texts.map((node) => [node.id, partsOf(node)] as const),
  ])
  const prompt = assemble(result, contents)
  const { systemField } = given.provider as { systemField: boolean }
  const { system: field, messages } = toPlainMessages(prompt, { systemField })
  return {
    system: field,
    messages: messages.map(({ role, text }) => ({ role, text })),
    leftOut: result.leftOut.flatMap((entry) =>
      entry.kind === 'left-out' ? [{ node: entry.id, reason: entry.reason.kind }] : [],
    ),
  }
}
