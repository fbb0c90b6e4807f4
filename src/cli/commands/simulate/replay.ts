import type { Workspace } from '../../../config/open.ts'
import { writeStream } from '../../../config/write/write-stream.ts'
import { HeddleError } from '../../../core/errors.ts'
import { type SimulationRequest, simulate } from '../../../session/simulate/simulate.ts'
import type { SimulatedCall } from '../../../session/simulate/simulated-call.ts'
import { simulationTotal } from '../../../session/simulate/total.ts'
import type { Context } from '../../context.ts'
import { plotSvg } from '../../print/plot/plot-svg.ts'
import type { Series } from '../../print/plot/series.ts'
import { progress } from '../../print/progress.ts'
import type { Simulated } from '../../print/simulation/simulated.ts'
import type { Simulation } from './options.ts'

/** There is no call to replay. `code` is `no-calls`. */
class NoCalls extends HeddleError {
  constructor(branch: string) {
    super('no-calls', `There is no call to replay: no model has answered on the branch ${branch}.`)
  }
}

/**
 * Replays the conversation under each policy, and writes the files that were asked for: each is there whole or not at all, and a file
 * that stands in the way is told before anything is replayed. Throws NoCalls.
 */
export async function replayAll(
  context: Context,
  workspace: Workspace,
  simulation: Simulation,
  overwrite: boolean,
): Promise<readonly Simulated[]> {
  const { signal } = context.io
  const done: Simulated[] = []
  const replayInto = async (): Promise<void> => {
    const calls = shownProgress(context, workspace, simulation, done)
    if (simulation.out === undefined) for await (const _ of calls);
    else await writeStream(simulation.out, requestLines(simulation, calls), { overwrite, signal })
  }
  const picture = async function* (): AsyncIterable<string> {
    await replayInto()
    const title = `${simulation.request.conversation.title || 'Conversation'}: size of each call`
    yield plotSvg(seriesOf(done), { title, limit: limitOf(done), unit: simulation.measure })
  }
  if (simulation.svg === undefined) await replayInto()
  else await writeStream(simulation.svg, picture(), { overwrite, signal })
  return done
}

/** The sizes of the calls, a curve for each policy, with a gap where one was refused. */
export function seriesOf(policies: readonly Simulated[]): Series[] {
  return policies.map(({ name, calls }) => ({
    name,
    values: calls.map((call) => (call.kind === 'sent' ? call.used : Number.NaN)),
  }))
}

/** The limit that all calls have, if it is one. */
export function limitOf(policies: readonly Simulated[]): number | null {
  const [first, ...others] = new Set(policies.flatMap(({ calls }) => calls.map(({ limit }) => limit)))
  return first === undefined || others.length > 0 ? null : first
}

async function* shownProgress(
  { io }: Context,
  { engine }: Workspace,
  { request, policies, out }: Simulation,
  done: Simulated[],
): AsyncIterable<SimulatedCall> {
  const shown = progress(io)
  try {
    for (const [place, { name, settings }] of policies.entries()) {
      const calls: SimulatedCall[] = []
      const one: SimulationRequest = {
        ...request,
        settings,
        requests: out !== undefined,
        signal: io.signal,
        onProgress: (count, all) => shown.update(place * all + count, policies.length * all, name),
      }
      for await (const call of simulate(engine, one)) {
        yield call
        calls.push(withoutRequest(call))
      }
      if (calls.length === 0) throw new NoCalls(request.branch.name)
      done.push({ name, calls, total: simulationTotal(calls) })
    }
  } finally {
    shown.end()
  }
}

/** Requests go out as they come and are not kept. */
function withoutRequest(call: SimulatedCall): SimulatedCall {
  if (call.kind === 'refused') return call
  const { request: _, ...rest } = call
  return rest
}

/** A line for each call that could be planned. */
async function* requestLines({ request }: Simulation, calls: AsyncIterable<SimulatedCall>): AsyncIterable<string> {
  const session = request.conversation.id
  for await (const call of calls) {
    if (call.kind === 'refused' || !call.request) continue
    const { tools, system, messages, expects } = call.request
    yield `${JSON.stringify({ session, call: call.index, tools, system, messages, expects })}\n`
  }
}
