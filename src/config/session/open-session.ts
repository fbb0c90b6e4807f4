import { setTimeout } from 'node:timers/promises'
import type { LanguageModel } from '../../models/language-model.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import { reflect } from '../../session/reflect/reflect.ts'
import type { Session } from '../../session/turn/session.ts'
import { learnFrom } from '../../session/usage/learn-from.ts'
import type { Listener } from '../../telemetry/event.ts'
import { type TraceFile, traceFile } from '../../telemetry/trace-file.ts'
import { scriptCalibrator } from '../../tokenizers/script/script-calibrator.ts'
import type { Workspace } from '../open.ts'
import { delicateSettings, UntrustedProvider } from './delicate.ts'
import { isOwnerAlive, processOwner } from './owner.ts'
import { type ToolsOptions, workspaceTools } from './workspace-tools.ts'

/** What a session is opened with. */
export interface OpenSessionOptions extends ToolsOptions {
  /** Whether the model gets tools. Default true. */
  readonly tools?: boolean
  /** Told of everything that happens. */
  readonly listeners?: readonly Listener[]
}

/** A file that what happens is appended to, as JSON lines; with `content` also what was said. Throws `trace-file-refused`. */
export function openTrace(path: string, content: boolean): TraceFile {
  return traceFile(path, { content })
}

/** What turns of a workspace stand on: its models by the settings and the environment, its tools, and this process. */
export function openSession(
  workspace: Workspace,
  { tools = true, listeners = [], ...about }: OpenSessionOptions = {},
): Session {
  const callsMade = new Map<string, number>()
  const session: Session = {
    engine: workspace.engine,
    loadModel: (facts) => loadModel(workspace, facts),
    tools: tools ? workspaceTools(workspace, () => session, about) : null,
    calibrator: scriptCalibrator,
    listen: (event) => {
      const faults = listeners.flatMap((listener) => faultsOf(() => listener(event)))
      if (faults.length > 0) throw faults[0]
    },
    afterCall: async (call, parts) => {
      await reflect(workspace.engine, call, parts)
      const model = `${call.provider}:${call.model}`
      const made = (callsMade.get(model) ?? 0) + 1
      callsMade.set(model, made)
      if (isTimeToLearn(made)) await learnFrom({ ...workspace.engine, calibrator: scriptCalibrator }, model)
    },
    owner: processOwner(),
    isAlive: isOwnerAlive,
    wait: async (milliseconds, signal) => {
      await setTimeout(milliseconds, undefined, { signal })
    },
  }
  return session
}

/** Learning looks at hundreds of calls: it is done after the 1st, 2nd, 4th … of a session, and every 128th. */
function isTimeToLearn(made: number): boolean {
  return made % 128 === 0 || (made & (made - 1)) === 0
}

function faultsOf(act: () => void): unknown[] {
  try {
    act()
    return []
  } catch (error) {
    return [error]
  }
}

/** The adapter is loaded when a model is first asked. */
async function loadModel(workspace: Workspace, facts: ModelFacts): Promise<LanguageModel> {
  const { providers, untold } = await delicateSettings(workspace)
  if (untold.includes(facts.provider)) throw new UntrustedProvider(facts.provider)
  const { languageModel } = await import('../../models/ai-sdk/language-model.ts')
  return languageModel(facts, { providers, env: workspace.env })
}
