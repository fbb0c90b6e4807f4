import type { BudgetAccount } from '../../core/budget.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { Style } from '../context.ts'
import { bar, count, counted, percent } from '../print/figures.ts'
import { sanitizeLine } from '../print/sanitize.ts'
import { cutToWidth, padToWidth, widthOf } from '../print/width.ts'
import type { ChatStatus } from './hooks.ts'

const barWidth = 10

/**
 * `model · branch · used/limit bar · free · answer · safety · window`, as much of it as there is room for: the
 * figures matter more than the names. What is used, free,
 * reserved for the answer and kept for safety adds up to the window.
 */
export function statusLine({ model, branch, budget }: ChatStatus, style: Style, width: number): string {
  const [name, place] = [sanitizeLine(model), sanitizeLine(branch)]
  const [first = 'no call yet', ...others] = budget ? figuresOf(budget) : []
  const separator = ' · '
  const short = name.slice(name.indexOf(':') + 1)
  const begins = [[name, place], [short, place], [place]].map((names) => [...names, first].join(separator))
  let line = begins.find((each) => widthOf(each) <= width) ?? first
  for (const piece of others) {
    const longer = `${line}${separator}${piece}`
    if (widthOf(longer) > width) break
    line = longer
  }
  return style.dim(cutToWidth(line, width))
}

function figuresOf(budget: BudgetAccount): string[] {
  const { used, limit, window, reserved, safety } = budget
  const filled = padToWidth(bar(used / Math.max(1, limit), barWidth), barWidth, 'left')
  return [
    `${count(used)}/${count(limit)} ${filled}`,
    `free ${count(limit - used)}`,
    `answer ${count(reserved)}`,
    `safety ${count(safety)}`,
    `window ${count(window)}`,
  ]
}

/** The budget meter, after a person's message: how many items are sent, their size, their share of the window, and how to see more. */
export function meterLine({ kept, budget }: ContextPlan, style: Style, width: number): string {
  const items = kept.filter(({ kind }) => kind === 'kept').length
  const share = percent(budget.used / Math.max(1, budget.window))
  const line = `sends ${counted(items, 'item')} · ${count(budget.used)} tokens · ${share} of the window · /context shows more`
  return style.dim(cutToWidth(line, width))
}

/** What was left out when something was for the first time in a conversation. */
export function firstCutLine({ leftOut }: ContextPlan, style: Style): string {
  const history = leftOut.filter(({ section }) => section === 'history')
  const nodes = history.reduce((sum, each) => sum + (each.kind === 'span' ? each.count : 1), 0)
  const size = history.reduce((sum, each) => sum + each.size, 0)
  const what =
    nodes > 0
      ? `Left out for the first time: ${counted(nodes, 'message')}, ${count(size)} tokens`
      : 'Shortened for the first time'
  return style.yellow(`${what}; /explain shows ${nodes > 0 ? 'which' : 'what'}`)
}
