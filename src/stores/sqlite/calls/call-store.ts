import type { Calls } from '../../call-store.ts'
import type { ConversationKeys } from '../conversation-keys.ts'
import type { Connection } from '../database/connection.ts'
import { calibrations } from './calibrations.ts'
import { calls } from './calls.ts'
import { outcomes } from './outcomes.ts'
import { places } from './places.ts'
import { runs } from './runs.ts'
import { toolTraces } from './tool-traces.ts'

/** Writes and reads runs, calls and what came of them. */
export function callStore(connection: Connection, conversations: ConversationKeys): Calls {
  const known = places(connection, conversations)
  return {
    ...runs(connection, known),
    ...calls(connection, known),
    ...toolTraces(connection, known),
    ...outcomes(connection, known),
    ...calibrations(connection),
  }
}
