import type { Command } from 'commander'
import type { Workspace } from '../../../config/open.ts'
import { describeRefusal } from '../../../core/refusal.ts'
import { defaultCallSettings } from '../../../session/call-request.ts'
import type { RefusedCall } from '../../../session/simulate/simulated-call.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { count, counted, measureName } from '../../print/figures.ts'
import { showsUnicode } from '../../print/plot/look.ts'
import { plotLines } from '../../print/plot/plot-lines.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { callLines, tellingCalls } from '../../print/simulation/call-lines.ts'
import { letterOf, type Simulated, type SimulationView } from '../../print/simulation/simulated.ts'
import { totalLines } from '../../print/simulation/total-lines.ts'
import { withShortIds } from '../../read/refusal.ts'
import { readSimulation, type SimulateOptions, type Simulation, simulateOptions } from './options.ts'
import { limitOf, replayAll, seriesOf } from './replay.ts'

/** `heddle simulate [CONVERSATION]`: what each call of a conversation would have been sent under a policy. */
export function addSimulate(program: Command, context: Context): void {
  const command = addCommand(
    program,
    'simulate [conversation]',
    'replay a conversation call by call under a policy: what each call would have been sent, and what it costs',
    [
      'simulate --budget 32000',
      'simulate --last --budget 32000 --policy rollingWindow --vs keepFirstPair:half',
      'simulate k3x9 --budget 64000 --policy rollingWindow,lowWater=0.4,pressure=1 --svg calls.svg',
      'simulate --budget 32000 --out requests.jsonl',
    ],
  )
  simulateOptions(command).action(async (reference: string | undefined, options: SimulateOptions) => {
    const workspace = await context.workspace()
    const simulation = await readSimulation(context, workspace, reference, options)
    const policies = await replayAll(context, workspace, simulation, options.force === true)
    await show(context, workspace, simulation, policies, options.all === true)
  })
}

async function show(
  context: Context,
  workspace: Workspace,
  simulation: Simulation,
  policies: readonly Simulated[],
  all: boolean,
): Promise<void> {
  const { request, model, measure, out, svg } = simulation
  const { io, style } = context
  const { indices, every } = tellingCalls(policies, all)
  const view: SimulationView = {
    style,
    width: io.stdout.columns,
    label: await shortIds(workspace, policies, indices, measure),
    price: model.prices?.input ?? null,
  }
  const { id, shortId, title } = request.conversation
  const data = {
    conversation: { id, shortId, title },
    branch: request.branch.name,
    model: `${model.provider}:${model.name}`,
    measure,
    policies: policies.map((policy, at) => ({ ...policy, settings: settingsIn(simulation.policies[at]?.settings) })),
    out: out ?? null,
    svg: svg ?? null,
  }
  context.print(data, () => [
    ...headLines(simulation, policies, context),
    '',
    ...callLines(policies, indices, view),
    ...(every > 1 ? [style.dim(`every ${count(every)}th call, and where something happens; all with --all`)] : []),
    '',
    ...plotLines(seriesOf(policies), {
      width: Math.min(120, io.stdout.columns ?? 100),
      height: 14,
      color: style.isColorSupported,
      plain: !showsUnicode(io.env),
      unit: 'size',
      limit: limitOf(policies),
    }),
    '',
    ...totalLines(policies, view),
  ])
  for (const file of [out, svg]) if (file !== undefined) context.tell(context.errorStyle.dim(sanitizeLine(file)))
  for (const policy of policies) await tellRefused(context, workspace, policy)
  if (!model.exact) context.tell(context.errorStyle.dim(`sizes are estimates (${measureName(measure)})`))
}

function headLines(
  { request, model, measure }: Simulation,
  policies: readonly Simulated[],
  { style }: Context,
): string[] {
  const { title, shortId } = request.conversation
  const limit = limitOf(policies)
  const lettered = policies.length > 1 ? policies.map(({ name }, at) => `${letterOf(at)}  ${name}`) : []
  return [
    `${style.bold(sanitizeLine(title || '(no title)'))} ${style.yellow(shortId)} for ${sanitizeLine(`${model.provider}:${model.name}`)}`,
    `${limit === null ? '' : `limit ${count(limit)} `}${measureName(measure)}${policies.length > 1 ? '' : `, ${sanitizeLine(policies[0]?.name ?? '')}`}`,
    ...lettered.map(sanitizeLine),
  ]
}

async function tellRefused(context: Context, workspace: Workspace, { name, calls, total }: Simulated): Promise<void> {
  const first = calls.find((call): call is RefusedCall => call.kind === 'refused')
  if (!first) return
  const why = describeRefusal(await withShortIds(first.refusal, workspace))
  const which = `${counted(total.refused, 'call')} refused, the first is ${count(first.index + 1)}`
  context.tell(`${context.errorStyle.yellow('note')} ${sanitizeLine(`${name}: ${which}. ${why}`)}`)
}

async function shortIds(
  { store, engine }: Workspace,
  policies: readonly Simulated[],
  indices: readonly number[],
  measure: string,
): Promise<SimulationView['label']> {
  const ids = indices.flatMap((index) => policies[0]?.calls[index]?.node ?? [])
  const nodes = await store.nodes(ids, await engine.loadMeasure(measure))
  return (id) => nodes.get(id)?.shortId ?? id
}

/** The settings that planning goes by, without the others. */
function settingsIn(settings: object | undefined): object {
  const names: readonly string[] = Object.keys(defaultCallSettings)
  return Object.fromEntries(Object.entries(settings ?? {}).filter(([name]) => names.includes(name)))
}
