import { type Command, Option } from 'commander'
import { callModel } from '../../../config/call-model.ts'
import type { Workspace } from '../../../config/open.ts'
import { openSession } from '../../../config/session/open-session.ts'
import { HeddleError } from '../../../core/errors.ts'
import { explain } from '../../../core/explain.ts'
import type { HistoryStrategy } from '../../../core/plan-input.ts'
import { describeRefusal, type Refusal } from '../../../core/refusal.ts'
import type { ToolDefinition } from '../../../core/render/message.ts'
import { type RenderTarget, renderTargets } from '../../../core/render/render.ts'
import type { ModelFacts } from '../../../models/model-facts.ts'
import { type PlannedCall, planCall } from '../../../session/plan-call.ts'
import type { ToolPlace } from '../../../session/turn/session.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { wholeNumber } from '../../parse-option.ts'
import { measureName } from '../../print/figures.ts'
import { accountLines, decisionLines, shortPlanId } from '../../print/plan.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { calibrationOf } from '../../read/calibration.ts'
import { findAgent, findBranch, findConversation } from '../../read/find.ts'
import { placeIn } from '../../read/place.ts'
import { planView } from '../../read/plan-view.ts'
import { withShortIds } from '../../read/refusal.ts'

/** What `heddle plan` takes. */
interface PlanOptions {
  readonly conversation?: string
  readonly branch?: string
  readonly last?: boolean
  readonly budget?: number
  readonly model?: string
  readonly strategy?: HistoryStrategy
  readonly agent?: string
  readonly format?: RenderTarget
  readonly cacheBreakpoints?: boolean
  readonly tools?: boolean
}

/** A plan that cannot be made. The code is the refusal's. */
class PlanRefused extends HeddleError {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code, describeRefusal(refusal))
    this.refusal = refusal
  }
}

/** `heddle plan [QUESTION]`: what the next call would be sent, and why. */
export function addPlan(program: Command, context: Context): void {
  const command = addCommand(program, 'plan [question]', 'plan the next call of the current branch, and explain it', [
    'plan --budget 32000',
    'plan "Why does the test fail?" --model openai:gpt-5',
    'plan --strategy rollingWindow --json',
  ])
  planOptions(command).action(async (question: string | undefined, options: PlanOptions) => {
    const { planned, model } = await makePlan(context, question, options)
    await show(context, planned, model)
  })
}

/** The options that say what is planned. */
function planOptions(command: Command): Command {
  return command
    .option('-c, --conversation <id>', 'the conversation (default: the current one)')
    .option('-b, --branch <name>', 'the branch (default: the one checked out)')
    .option('--last', 'the conversation that changed last')
    .option(
      '--budget <size>',
      "the limit for the input, in the plan's measure (default: the model's window less the answer)",
      wholeNumber(1),
    )
    .option('--model <name>', 'the model, as provider:model')
    .addOption(
      new Option('--strategy <name>', 'what is done with history that does not fit').choices([
        'truncateMiddle',
        'rollingWindow',
        'keepFirstPair',
        'stopAtLimit',
      ]),
    )
    .option('--agent <name>', 'the agent that answers')
    .addOption(
      new Option('--format <target>', "what the request is rendered for (default: the model's provider)").choices(
        renderTargets,
      ),
    )
    .option('--tools', "with the workspace's tools, as `heddle ask` and `heddle chat` have them")
    .option('--cache-breakpoints', 'mark where sections end, for a provider that caches up to marks')
}

/** Plans as the options say. Throws PlanRefused. */
async function makePlan(
  context: Context,
  question: string | undefined,
  options: PlanOptions,
): Promise<{ readonly planned: PlannedCall; readonly model: ModelFacts }> {
  const workspace = await context.workspace()
  const conversation = await findConversation(workspace, options.conversation, { last: options.last === true })
  const branch =
    options.branch === undefined
      ? (await placeIn(workspace, conversation)).branch
      : await findBranch(workspace, conversation, options.branch)
  const named = options.agent === undefined ? undefined : await findAgent(workspace, options.agent)
  const { settings, agent, model, measure } = await callModel(workspace, context.io.env, conversation, {
    agent: named,
    model: options.model,
  })
  const planned = await planCall(workspace.engine, {
    conversation,
    branch,
    ...(branch.head === null ? {} : { head: branch.head }),
    agent,
    model,
    measure,
    settings: options.strategy === undefined ? settings : { ...settings, truncationStrategy: options.strategy },
    target: options.format ?? targetOf(model, conversation.mode),
    ...(question === undefined ? {} : { question: [{ kind: 'text', text: question }] }),
    ...(options.budget === undefined ? {} : { budget: options.budget }),
    ...(options.tools === true
      ? { tools: await toolsOf(workspace, { run: '', conversation, branch, agent, model }) }
      : {}),
    ...(options.cacheBreakpoints === undefined ? {} : { cacheBreakpoints: options.cacheBreakpoints }),
  })
  if (planned.kind === 'refusal') throw new PlanRefused(await withShortIds(planned, workspace))
  return { planned, model }
}

/** The definitions of the tools that a turn there would have. */
async function toolsOf(workspace: Workspace, place: ToolPlace): Promise<readonly ToolDefinition[]> {
  const tools = (await openSession(workspace).tools?.at(place)) ?? []
  return tools.map(({ definition }) => definition)
}

/** What a model's provider understands. */
function targetOf({ provider }: ModelFacts, mode: 'dialogue' | 'buffer'): RenderTarget {
  if (mode === 'buffer') return 'buffer'
  if (provider === 'anthropic') return 'anthropic'
  return provider === 'openai' ? 'responses' : 'chat-completions'
}

async function show(
  context: Context,
  { plan, recipe, rendered, stored }: PlannedCall,
  model: ModelFacts,
): Promise<void> {
  const workspace = await context.workspace()
  const view = await planView(workspace, [plan], context)
  const { model: modelName, conversation, branch, target } = recipe
  const calibration = await calibrationOf(workspace, stored, plan)
  const data = {
    plan,
    rows: explain(plan),
    calibration,
    model: modelName,
    conversation,
    branch,
    target,
    request: stored.request,
    warnings: rendered.warnings,
  }
  context.print(data, () => [
    `${context.style.bold('plan')} ${context.style.yellow(shortPlanId(plan.id))} for ${modelName}`,
    ...accountLines(plan, view, calibration),
    '',
    ...shortened(decisionLines(plan, view), context),
  ])
  for (const warning of rendered.warnings) context.tell(`${context.errorStyle.yellow('note')} ${sanitizeLine(warning)}`)
  if (!model.exact)
    context.tell(
      context.errorStyle.dim(
        `sizes are estimates (${measureName(plan.measure)}); ${modelName} counts with a tokenizer of its own`,
      ),
    )
}

/** How many lines of a long plan are shown at each end. */
const shownAtEnds = 20

function shortened(lines: readonly string[], { style }: Context): string[] {
  const hidden = lines.length - 2 * shownAtEnds - 1
  if (hidden < 2) return [...lines]
  const middle = style.dim(`… ${hidden} more; all of them with: heddle explain`)
  return [...lines.slice(0, shownAtEnds + 1), middle, ...lines.slice(-shownAtEnds)]
}
