import { resolve } from 'node:path'
import type { Command } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import type { Workspace } from '../../../config/open.ts'
import { withPolicy } from '../../../config/settings/policy.ts'
import type { Settings } from '../../../config/settings/settings.ts'
import type { ModelFacts } from '../../../models/model-facts.ts'
import type { SimulationRequest } from '../../../session/simulate/simulate.ts'
import { asUsage } from '../../as-usage.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { wholeNumber } from '../../parse-option.ts'
import { findAgent, findBranch, findConversation } from '../../read/find.ts'
import { placeIn } from '../../read/place.ts'

/** What `heddle simulate` takes. */
export interface SimulateOptions {
  readonly branch?: string
  readonly last?: boolean
  readonly budget?: number
  readonly model?: string
  readonly agent?: string
  readonly policy?: string
  readonly vs?: string
  readonly all?: boolean
  readonly out?: string
  readonly svg?: string
  readonly force?: boolean
}

/** The options of `heddle simulate`. */
export function simulateOptions(command: Command): Command {
  return command
    .option('-b, --branch <name>', 'the branch (default: the one checked out)')
    .option('--last', 'the conversation that changed last')
    .option(
      '--budget <size>',
      "the limit for the input, in the plans' measure (default: the model's window less the answer)",
      wholeNumber(1),
    )
    .option('--model <name>', 'the model, as provider:model')
    .option('--agent <name>', 'the agent that answers')
    .option(
      '--policy <policy>',
      'a strategy, then settings: rollingWindow,lowWater=0.4 (default: the settings that hold)',
    )
    .option('--vs <policy>', 'a second policy, beside the first')
    .option('-a, --all', 'every call of a long conversation')
    .option('-o, --out <file>', 'write the requests to a file, a line of JSON for each call')
    .option('--svg <file>', 'write the plot to a file')
    .option('--force', 'replace files that are there')
}

/** What is replayed, and under which policies. */
export interface Simulation {
  readonly request: Omit<SimulationRequest, 'settings'>
  readonly model: ModelFacts
  readonly measure: string
  readonly policies: readonly { readonly name: string; readonly settings: Settings }[]
  /** Where to write; absolute paths. */
  readonly out: string | undefined
  readonly svg: string | undefined
}

/** Looks up what the options name. Throws UsageError where they do not go together. */
export async function readSimulation(
  context: Context,
  workspace: Workspace,
  reference: string | undefined,
  options: SimulateOptions,
): Promise<Simulation> {
  const path = (file: string | undefined): string | undefined => file && resolve(context.io.cwd, file)
  const [out, svg] = [path(options.out), path(options.svg)]
  if (options.out === '' || options.out === '-' || options.svg === '' || options.svg === '-')
    throw new UsageError('--out and --svg each take the name of a file.')
  if (out !== undefined && options.vs !== undefined)
    throw new UsageError('--out takes the requests of one policy: leave --vs out.')
  if (out !== undefined && out === svg) throw new UsageError('--out and --svg name the same file.')
  const conversation = await findConversation(workspace, reference, { last: options.last === true })
  const branch =
    options.branch === undefined
      ? (await placeIn(workspace, conversation)).branch
      : await findBranch(workspace, conversation, options.branch)
  const named = options.agent === undefined ? undefined : await findAgent(workspace, options.agent)
  const { settings, agent, model, measure } = await callModel(workspace, context.io.env, conversation, {
    agent: named,
    model: options.model,
  })
  const { budget, policy, vs } = options
  return {
    request: { conversation, branch, agent, model, measure, ...(budget === undefined ? {} : { budget }) },
    model,
    measure,
    policies: [policyOf(policy, settings), ...(vs === undefined ? [] : [policyOf(vs, settings)])],
    out,
    svg,
  }
}

function policyOf(policy: string | undefined, settings: Settings): Simulation['policies'][number] {
  if (policy === undefined) return { name: `${settings.truncationStrategy} (as set)`, settings }
  return { name: policy, settings: asUsage(() => withPolicy(policy, settings)) }
}
