import { type Command, Option } from 'commander'
import { diff, diffRequests } from '../../../core/diff.ts'
import { HeddleError } from '../../../core/errors.ts'
import { type RenderTarget, renderTargets } from '../../../core/render/render.ts'
import { refusePurged } from '../../../session/purged.ts'
import { type Replay, readRecipe, replay } from '../../../session/replay.ts'
import { type RenderedRequest, renderRequest } from '../../../session/request.ts'
import type { StoredPlan } from '../../../stores/store.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { diffLines, shortPlanId } from '../../print/plan.ts'
import { safeJson, sanitize, sanitizeLine } from '../../print/sanitize.ts'
import { findPlan } from '../../read/find.ts'
import { loadPlan, planView } from '../../read/plan-view.ts'

/** Planning again did not come to the same. Exit code 4. */
class ReplayMismatch extends HeddleError {
  readonly replay: Replay
  constructor(planId: string, result: Replay) {
    super('replay-mismatch', `Plan ${planId.slice(0, 12)} does not replay: ${result.where ?? 'it differs'}.`)
    this.replay = result
  }
}

const whichPlan = 'a plan by its id (default: the newest)'

/** `heddle render [PLAN]`: the request of a stored plan. */
export function addRender(program: Command, context: Context): void {
  addCommand(program, 'render [plan]', `the request of ${whichPlan}, as its provider takes it`, [
    'render',
    'render 3f9c --format markdown',
    'render --format anthropic > request.json',
  ])
    .addOption(new Option('--format <target>', 'another form than it was planned for').choices(renderTargets))
    .option('--last', 'the newest plan')
    .action(async (reference: string | undefined, { format }: { readonly format?: RenderTarget }) => {
      const workspace = await context.workspace()
      const { request, text, target, digest, warnings } = await rendered(
        context,
        await findPlan(workspace, reference),
        format,
      )
      if (context.json) context.print({ target, digest, request, warnings }, () => [])
      else if (typeof request !== 'string') context.io.stdout.write(`${safeJson(request)}\n`)
      else context.io.stdout.write(`${context.io.stdout.terminal ? sanitize(text) : text}\n`)
      for (const warning of warnings) context.tell(`${context.errorStyle.yellow('note')} ${sanitizeLine(warning)}`)
    })
}

/** `heddle diff A B`: what differs between two plans and between their requests. */
export function addDiff(program: Command, context: Context): void {
  addCommand(
    program,
    'diff <before> [after]',
    'what came, went, moved or changed form between two plans (default: up to the newest)',
    ['diff 3f9c 81ab', 'diff 3f9c --json'],
  ).action(async (before: string, after: string | undefined) => {
    const workspace = await context.workspace()
    const stored = [await findPlan(workspace, before), await findPlan(workspace, after)] as const
    const plans = [await loadPlan(workspace, stored[0]), await loadPlan(workspace, stored[1])] as const
    const requests = [await rendered(context, stored[0]), await rendered(context, stored[1])] as const
    const measure = await workspace.engine.loadMeasure(plans[1].measure)
    const changes = diff(...plans)
    const request = diffRequests(requests[0].text, requests[1].text, measure)
    const view = await planView(workspace, plans, context)
    context.print({ before: plans[0].id, after: plans[1].id, ...changes, request }, () =>
      diffLines(changes, request, view),
    )
  })
}

/** `heddle replay PLAN`: plans again from what was stored, and compares. */
export function addReplay(program: Command, context: Context): void {
  addCommand(program, 'replay [plan]', `plan again from the stored inputs of ${whichPlan}, and compare id and bytes`, [
    'replay',
    'replay 3f9c',
  ])
    .option('--last', 'the newest plan')
    .action(async (reference: string | undefined) => {
      const workspace = await context.workspace()
      const { id } = await findPlan(workspace, reference)
      const result = await replay(workspace.engine, id)
      if (!result.same && !result.purged) throw new ReplayMismatch(id, result)
      context.print({ id, ...result }, () => [
        result.purged
          ? `${context.style.yellow('purged')} plan ${shortPlanId(id)}: ${result.where}`
          : `${context.style.green('same')} plan ${shortPlanId(id)}, request ${shortPlanId(result.request.expected)}`,
      ])
    })
}

async function rendered(context: Context, stored: StoredPlan, format?: RenderTarget): Promise<RenderedRequest> {
  const workspace = await context.workspace()
  await refusePurged(workspace.store, stored)
  const recipe = await readRecipe(workspace.engine, stored.inputs)
  return await renderRequest(
    workspace.store,
    await loadPlan(workspace, stored),
    format ?? recipe.target,
    recipe.options,
  )
}
