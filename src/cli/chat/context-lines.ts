import type { ContextPlan } from '../../core/context-plan.ts'
import type { Style } from '../context.ts'
import { bar, count, percent } from '../print/figures.ts'
import { accountLines } from '../print/plan.ts'
import { table } from '../print/table.ts'

/** What a call would send, as bars by section, and how the window is filled: these add up to it. */
export function contextLines(plan: ContextPlan, style: Style, width: number): string[] {
  const { used, limit, reserved, safety, window } = plan.budget
  const rows = [
    { what: 'used', size: used },
    { what: 'free', size: limit - used },
    { what: 'answer', size: reserved },
    { what: 'safety', size: safety },
    { what: 'window', size: window },
  ]
  return [
    ...accountLines(plan, { style, width, label: (id) => id }),
    '',
    ...table(
      rows,
      [
        { title: 'window', value: ({ what }) => what },
        { title: 'tokens', value: ({ size }) => count(size), align: 'right' },
        { title: 'share', value: ({ size }) => percent(size / Math.max(1, window)), align: 'right' },
        { title: '', value: ({ size }) => bar(size / Math.max(1, window), 20), style: style.cyan, optional: true },
      ],
      { width, head: style.dim },
    ),
  ]
}
