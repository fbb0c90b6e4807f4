import type { Part } from '../../core/content/part.ts'
import type { Call } from '../../history/calls/call.ts'
import type { Agent, Conversation } from '../../history/conversation.ts'
import type { Branch } from '../../history/node.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import type { Listener } from '../../telemetry/event.ts'
import type { Calibrator } from '../../tokenizers/calibrator.ts'
import type { Tool } from '../../tools/tool.ts'
import type { Engine } from '../engine.ts'

/** Where tools are to work: what they see and change belongs to a branch. */
export interface ToolPlace {
  /** The run whose turn it is; empty where none is made. */
  readonly run: string
  readonly conversation: Conversation
  readonly branch: Branch
  readonly agent: Agent | null
  readonly model: ModelFacts
}

/** What a person is asked before a tool runs. */
export interface Approval {
  readonly tool: Tool
  readonly callId: string
  readonly name: string
  /** In one line. */
  readonly about: string
  /** A diff; null where there is none. */
  readonly preview: string | null
}

/** `always`: also from now on, in this workspace. */
export type Approved = 'once' | 'always' | 'no'

/** Tools, and who may use them. */
export interface Tools {
  /** With the permissions that hold there. */
  at(place: ToolPlace): Promise<readonly Tool[]>
  /** Asks the person. Without it nobody can be asked, and what would need it is refused. */
  approve?(approval: Approval, signal: AbortSignal): Promise<Approved>
  /** Remembers `always`. */
  allow(name: string): Promise<void>
}

/** Everything a turn stands on. */
export interface Session {
  readonly engine: Engine
  /** Throws ModelFailure `auth` where there is no key, and as settings do. */
  loadModel(facts: ModelFacts): Promise<LanguageModel>
  readonly tools: Tools | null
  readonly calibrator: Calibrator
  /** Told of everything that happens; what it throws is left aside. */
  readonly listen: Listener
  /** This process, for runs: a name that no other has. */
  readonly owner: string
  /** Whether the process of that name still lives. */
  isAlive(owner: string): boolean
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Done after a call that succeeded: what is learned from it. The turn goes on where it fails. */
  readonly afterCall?: (call: Call, parts: readonly Part[]) => Promise<void>
}
