import { exactId } from '../bench/engine.ts'
import { type Measurement, numbersIn, type Request } from '../bench/frame/command.ts'
import type { Measured, Row } from '../bench/frame/report.ts'
import { UsageError } from '../src/cli/exit-code.ts'
import { exactMeasure } from '../src/tokenizers/exact.ts'
import { checksOf } from './replay/checks.ts'
import { defaultFolder, sessionsBelow } from './replay/folder.ts'
import { type Meter, replayMeter } from './replay/measures.ts'
import { policiesWith } from './replay/policies/policies.ts'
import type { Policy } from './replay/policies/policy.ts'
import type { ReplayRequest } from './replay/request.ts'
import { readRequests, writeRequests } from './replay/request-file.ts'
import { rowOf } from './replay/row.ts'
import type { Session } from './replay/session.ts'
import { type Sizes, sizesIn } from './replay/sizes.ts'

const defaultLimits: readonly number[] = [32_000, 64_000]

/** Recorded sessions, call by call, under an input limit: what each policy sends, what it costs, and whether edits were grounded. */
export const replay: Measurement = {
  name: 'replay',
  about: `sends every call of the recorded sessions below DIR (default ${defaultFolder}) under each policy, or measures the requests in a file`,
  usage: `[DIR] [--limit ${defaultLimits.join(',')}] [--policies NAME,…] [--out FILE.jsonl] | --measure FILE.jsonl`,
  options: {
    limit: { type: 'string' },
    policies: { type: 'string' },
    out: { type: 'string' },
    measure: { type: 'string' },
  },
  most: 1,
  async run(request) {
    const sizes = sizesIn(await exactMeasure(exactId))
    const limits = numbersIn('limit', request.options.limit, defaultLimits)
    const { measure } = request.options
    return typeof measure === 'string'
      ? await measureFile(measure, limits, sizes)
      : await replayAll(request, limits, sizes)
  },
}

async function measureFile(path: string, limits: readonly number[], sizes: Sizes): Promise<Measured> {
  const meters = limits.map((limit) => ({ limit, meter: replayMeter(sizes, limit) }))
  for await (const request of readRequests(path)) for (const { meter } of meters) meter.add(request)
  return { rows: meters.map(({ limit, meter }) => rowOf(limit, path, meter.figures())), checks: [] }
}

async function replayAll(
  { options, arguments: [folder = defaultFolder], say }: Request,
  limits: readonly number[],
  sizes: Sizes,
): Promise<Measured> {
  const policies = chosen(policiesWith(sizes), options.policies)
  const { out } = options
  if (out !== undefined && policies.length * limits.length !== 1) {
    throw new UsageError(
      '--out takes the requests of one policy under one limit: name them with --policies and --limit.',
    )
  }
  const sessions = await sessionsBelow(folder)
  const rows: Row[] = []
  for (const limit of limits) {
    const larger = sessions.filter((session) => sizeOf(session, sizes) > limit)
    for (const [name, policy] of policies) {
      say(`${name} under ${limit}`)
      const meter = replayMeter(sizes, limit)
      const requests = metered(requestsOf(larger, policy, limit), meter)
      if (typeof out === 'string') await writeRequests(out, requests)
      else for await (const _ of requests);
      rows.push(rowOf(limit, name, meter.figures()))
    }
  }
  return { rows, checks: checksOf(rows) }
}

function chosen(all: ReadonlyMap<string, Policy>, names: Request['options'][string]): [string, Policy][] {
  if (typeof names !== 'string') return [...all]
  return names.split(',').map((name) => {
    const policy = all.get(name)
    if (!policy) throw new UsageError(`There is no policy ${name}. The policies are ${[...all.keys()].join(', ')}.`)
    return [name, policy]
  })
}

function sizeOf(session: Session, sizes: Sizes): number {
  return session.messages.reduce((sum, message) => sum + sizes.ofMessage(message), sizes.ofFrame(session))
}

async function* requestsOf(sessions: readonly Session[], policy: Policy, limit: number): AsyncIterable<ReplayRequest> {
  for (const session of sessions) yield* policy(session, limit)
}

async function* metered(requests: AsyncIterable<ReplayRequest>, meter: Meter): AsyncIterable<ReplayRequest> {
  for await (const request of requests) {
    meter.add(request)
    yield request
  }
}
