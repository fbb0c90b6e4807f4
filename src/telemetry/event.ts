import type { Json } from '../core/content/json.ts'
import type { Part } from '../core/content/part.ts'
import type { ContextPlan } from '../core/context-plan.ts'
import type { Refusal } from '../core/refusal.ts'
import type { ModelRequest } from '../core/render/targets/model-message.ts'
import type { Call } from '../history/calls/call.ts'
import type { RunState } from '../history/calls/run.ts'
import type { ToolTrace } from '../history/calls/tool-trace.ts'
import type { Node } from '../history/node.ts'

/**
 * What happens in a session, in the order in which it happens. `run` is the run's id, `at` Unix milliseconds. Every `-start`
 * is followed by its `-end`, whatever goes wrong in between.
 */
export type SessionEvent = { readonly run: string; readonly at: number } & (
  | {
      readonly kind: 'turn-start'
      readonly conversation: string
      readonly branch: string
      readonly provider: string
      readonly model: string
      /** The agent's name, where one answers. */
      readonly agent?: string
    }
  /** A node was stored: what the person said, an answer, results. */
  | { readonly kind: 'node-append'; readonly node: Node; readonly parts: readonly Part[] }
  /** `took` in milliseconds. `firstCut`: it is the first plan of the conversation that leaves out or shortens history. */
  | { readonly kind: 'plan-end'; readonly plan: ContextPlan; readonly took: number; readonly firstCut: boolean }
  | { readonly kind: 'plan-refuse'; readonly refusal: Refusal }
  /** `prompt` is what is sent. */
  | { readonly kind: 'call-start'; readonly call: Call; readonly prompt?: ModelRequest }
  | { readonly kind: 'text-delta'; readonly call: string; readonly text: string }
  | { readonly kind: 'reasoning-delta'; readonly call: string; readonly text: string }
  | { readonly kind: 'tool-input-start'; readonly call: string; readonly callId: string; readonly name: string }
  /** It is tried again, after `wait` milliseconds; `code` is that of the failure. What came of the answer so far is void. */
  | {
      readonly kind: 'call-retry'
      readonly call: string
      readonly code: string
      readonly message: string
      readonly wait: number
    }
  /** `parts` is what there is of the answer; `partial` where it was interrupted. */
  | { readonly kind: 'call-end'; readonly call: Call; readonly parts: readonly Part[]; readonly partial: boolean }
  | {
      readonly kind: 'tool-start'
      readonly call: string
      readonly callId: string
      readonly name: string
      readonly input: Json
      /** In one line. */
      readonly about: string
    }
  | { readonly kind: 'tool-end'; readonly trace: ToolTrace; readonly parts: readonly Part[] }
  | {
      readonly kind: 'turn-end'
      readonly state: RunState
      readonly steps: number
      readonly error: { readonly code: string; readonly message: string } | null
      /** The branch it ended on: an agent may have gone elsewhere. */
      readonly branch: string
    }
)

/** The kind of an event. */
export type SessionEventKind = SessionEvent['kind']

/** Is told what happens. What it throws is a fault of its own: the turn goes on. */
export type Listener = (event: SessionEvent) => void
