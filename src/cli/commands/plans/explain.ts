import type { Command } from 'commander'
import type { Workspace } from '../../../config/open.ts'
import { explain } from '../../../core/explain.ts'
import { changesIn } from '../../../core/metrics/changes.ts'
import { type CharacterStep, policyCharacters } from '../../../session/metrics/policy-characters.ts'
import { refusePurged } from '../../../session/purged.ts'
import { readRecipe } from '../../../session/replay.ts'
import type { StoredPlan } from '../../../stores/store.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { count, minute } from '../../print/figures.ts'
import { accountLines, decisionLines, shortPlanId } from '../../print/plan.ts'
import { policyLines } from '../../print/policies.ts'
import { table } from '../../print/table.ts'
import { calibrationOf } from '../../read/calibration.ts'
import { findPlan } from '../../read/find.ts'
import { loadPlan, planView } from '../../read/plan-view.ts'

interface ExplainOptions {
  readonly list?: boolean
  readonly policies?: boolean
  readonly characters?: boolean
}

/** `heddle explain [PLAN]`: every decision of a stored plan, or what each policy did. */
export function addExplain(program: Command, context: Context): void {
  addCommand(program, 'explain [plan]', 'every decision of a stored plan, with its reason', [
    'explain',
    'explain 3f9c --json',
    'explain --policies --characters',
    'explain --list',
  ])
    .option('--last', 'the newest plan')
    .option('--policies', 'instead, what each step of planning did, and what the provider has cached')
    .option('--characters', 'with --policies, sizes in characters as well')
    .option('--list', 'list the stored plans')
    .action(async (reference: string | undefined, options: ExplainOptions) => {
      const { list = false, policies = false, characters = false } = options
      if (list && policies) throw new UsageError('--policies is about one plan: leave --list out.')
      if (characters && !policies) throw new UsageError('--characters goes with --policies.')
      if (list) return await listPlans(context)
      const workspace = await context.workspace()
      const stored = await findPlan(workspace, reference)
      const plan = await loadPlan(workspace, stored)
      const view = await planView(workspace, [plan], context)
      const title = `${context.style.bold('plan')} ${context.style.yellow(shortPlanId(plan.id))}`
      if (policies) {
        const { id, measure, budget, moment, policies: steps, prefix = null } = plan
        const { used, limit } = budget
        const counted = characters ? await charactersOf(workspace, stored) : null
        const changed = changesIn(plan)
        const told = { plan: id, measure, used, limit, moment, policies: steps, characters: counted, changed, prefix }
        context.print(told, () => [title, ...policyLines(plan, view, counted ?? [])])
        return
      }
      const calibration = await calibrationOf(workspace, stored, plan)
      context.print({ plan, rows: explain(plan), calibration }, () => [
        title,
        ...accountLines(plan, view, calibration),
        '',
        ...decisionLines(plan, view),
      ])
    })
}

async function charactersOf({ engine, store }: Workspace, stored: StoredPlan): Promise<readonly CharacterStep[]> {
  await refusePurged(store, stored)
  return await policyCharacters(engine, await readRecipe(engine, stored.inputs))
}

async function listPlans(context: Context): Promise<void> {
  const workspace = await context.workspace()
  const plans = await workspace.store.plans({ limit: 100 })
  const rows: (StoredPlan & { readonly title: string; readonly used: number | null; readonly limit: number | null })[] =
    []
  for (const stored of plans) {
    const isGone = (await workspace.store.purged([stored.decisions])).size > 0
    const { used, limit } = isGone ? { used: null, limit: null } : (await loadPlan(workspace, stored)).budget
    const conversation = await workspace.store.conversation(stored.conversation)
    rows.push({ ...stored, title: conversation?.title ?? '', used, limit })
  }
  const { style, io } = context
  context.print({ plans: rows }, () =>
    table(
      rows,
      [
        { title: 'plan', value: ({ id }) => shortPlanId(id), style: style.yellow },
        { title: 'time', value: ({ createdAt }) => minute(createdAt), style: style.dim },
        { title: 'used', value: ({ used }) => (used === null ? 'purged' : count(used)), align: 'right' },
        { title: 'limit', value: ({ limit }) => (limit === null ? '' : count(limit)), align: 'right' },
        { title: 'conversation', value: ({ title }) => title, flexible: true },
      ],
      { width: io.stdout.columns, head: style.dim },
    ),
  )
}
