import type { Prefix } from '../../core/cache/prefix.ts'
import type { ContextPlan, PolicyStep } from '../../core/context-plan.ts'
import { type Change, changesIn } from '../../core/metrics/changes.ts'
import type { Moment } from '../../core/plan-input.ts'
import type { CharacterStep } from '../../session/metrics/policy-characters.ts'
import { count, counted, measureName, percent } from './figures.ts'
import { type PlanView, shortPlanId } from './plan.ts'
import { type Column, table } from './table.ts'

/**
 * What each policy did to a plan, why it could, what is sent otherwise than it was written, and what is cached; in characters as
 * well where they are given.
 */
export function policyLines(plan: ContextPlan, view: PlanView, characters: readonly CharacterStep[] = []): string[] {
  const { style, width } = view
  const { used, limit } = plan.budget
  const inCharacters = ({ policy }: PolicyStep, when: 'before' | 'after'): string => {
    const size = characters.find((step) => step.policy === policy)?.[when]
    return size === undefined ? '' : count(size)
  }
  const steps: Column<PolicyStep>[] = [
    { title: 'policy', value: ({ policy }) => policy },
    { title: 'before', value: ({ before }) => count(before), align: 'right' },
    { title: 'after', value: ({ after }) => count(after), align: 'right' },
    { title: 'saved', value: savedBy, align: 'right', style: style.green },
    { title: '', value: shareSaved, align: 'right' },
    { title: 'touched', value: ({ touched }) => (touched === 0 ? '' : count(touched)), align: 'right' },
    { title: 'characters before', value: (step) => inCharacters(step, 'before'), align: 'right' },
    { title: 'after', value: (step) => inCharacters(step, 'after'), align: 'right' },
  ]
  const changes: Column<Change>[] = [
    { title: 'changed', value: ({ kind }) => kind },
    { title: 'parts', value: ({ parts }) => count(parts), align: 'right' },
    { title: 'saved', value: ({ saves }) => signed(saves), align: 'right', style: style.green },
  ]
  const changed = changesIn(plan)
  return [
    `${style.bold(count(used))} of ${count(limit)} ${measureName(plan.measure)} (${percent(used / Math.max(1, limit))})`,
    '',
    ...table(plan.policies, steps, { width, head: style.dim }),
    '',
    ...(changed.length === 0 ? [] : [...table(changed, changes, { width, head: style.dim }), '']),
    `${style.dim('moment')}  ${plan.moment}: ${describeMoment(plan.moment)}`,
    ...prefixLines(plan, view),
  ]
}

function savedBy({ before, after }: PolicyStep): string {
  return before === after ? '' : signed(before - after)
}

function shareSaved({ before, after }: PolicyStep): string {
  return before === after || before === 0 ? '' : percent((before - after) / before)
}

function signed(value: number): string {
  return value < 0 ? `−${count(-value)}` : count(value)
}

function prefixLines({ prefix, budget, measure }: ContextPlan, { style, label }: PlanView): string[] {
  const title = style.dim('prefix')
  if (!prefix) return [`${title}  there is no earlier plan that this one goes on from`]
  const { shared, broken, cost, previous } = prefix
  const share = percent(shared / Math.max(1, budget.used))
  return [
    `${title}  ${count(shared)} ${measureName(measure)} (${share}) as in plan ${shortPlanId(previous)}`,
    `        ${broken ? `differs first at ${broken.item === null ? 'a marker' : label(broken.item)}: ${describeBreak(broken.because)}` : 'all of that plan is sent again as it was'}`,
    `        ${cost === null ? 'what the input costs is not known' : `the input costs as much as ${counted(cost, 'input token')}`}`,
  ]
}

/** Why what was sent before could change, in words. */
function describeMoment(moment: Moment): string {
  switch (moment) {
    case 'none':
      return 'nothing that was sent before had to change'
    case 'repeats':
      return 'what is sent several times takes so much that notices instead pay'
    case 'cold':
      return 'the provider had forgotten what was sent before, so changing it cost nothing'
    case 'pressure':
      return 'the request was about to fill the limit, and everything was looked at anew'
    default:
      return moment satisfies never
  }
}

type Because = NonNullable<Prefix['broken']>['because']

function describeBreak(because: Because): string {
  return because === 'changed' ? 'it was edited, marked or left out since' : describeMoment(because)
}
