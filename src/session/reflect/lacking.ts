import type { Part } from '../../core/content/part.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import { pathKey } from '../../core/repeats/path-key.ts'
import { type AskedPath, isWithin, linesIn, meet } from './asked.ts'
import { inputPaths, type NamedItem, pathsOfId } from './names/item-names.ts'
import type { Lacking } from './reflection.ts'

/** More are not kept in mind: the newest are. */
const mostLacking = 128
/** So many names of one. */
const mostNames = 8

/** What a plan did not send in full, in its order: items in another form, then what was left out. Spans are not among it. */
export function lackingIn(plan: Pick<ContextPlan, 'leftOut'>, items: readonly NamedItem[]): Lacking[] {
  const smaller = items.flatMap(({ entry: { id, section, form }, paths, parts }): Lacking[] => {
    if (form === 'full' || section === 'summary') return []
    const calls = parts.flatMap((part) => (part.kind === 'tool-result' ? [part.callId] : []))
    return [{ id, section, form, paths: paths.slice(0, mostNames), calls: calls.slice(0, mostNames) }]
  })
  const leftOut = plan.leftOut.flatMap((entry): Lacking[] => {
    if (entry.kind === 'span') return []
    const { id, section } = entry
    return [{ id, section, form: null, paths: pathsOfId(id, section), calls: [] }]
  })
  return [...smaller.slice(-mostLacking), ...leftOut.slice(-mostLacking)]
}

/** Whether a plan shows all that is asked for, in full. */
export function isShown(asked: AskedPath, items: readonly NamedItem[]): boolean {
  return items.some(({ entry: { form, section }, paths, parts }) => {
    if (form !== 'full' || !paths.some((path) => pathKey(path) === asked.key)) return false
    return section === 'bundle' || section === 'retrieved' || parts.some((part) => shows(part, asked))
  })
}

/** Whether a part shows all of it. A result without files shows what its call names: no more is known of it. */
function shows(part: Part, asked: AskedPath): boolean {
  if (part.kind === 'tool-result') {
    if (part.isError || part.filled) return false
    return part.content.every(({ kind }) => kind !== 'file') || part.content.some((each) => shows(each, asked))
  }
  if (part.kind !== 'file' || part.way === 'attachment' || pathKey(part.path) !== asked.key) return false
  return isWithin(asked.lines, part.range ? [part.range.from, part.range.to] : null)
}

/** Whether a part shows some of it, or asks for that. */
export function touches(part: Part, asked: AskedPath): boolean {
  if (part.kind === 'tool-result') return part.content.some((each) => touches(each, asked))
  if (part.kind === 'tool-call')
    return inputPaths(part.input).some((path) => pathKey(path) === asked.key) && meet(asked.lines, linesIn(part.input))
  if (part.kind !== 'file' || pathKey(part.path) !== asked.key) return false
  return meet(asked.lines, part.range ? [part.range.from, part.range.to] : null)
}
