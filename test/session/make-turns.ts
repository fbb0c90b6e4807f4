import { writeSync } from 'node:fs'
import { openWorkspace } from '../../src/config/open.ts'
import { openSession } from '../../src/config/session/open-session.ts'
import { turnRequest } from '../../src/config/session/turn.ts'
import { runTurn } from '../../src/session/turn/run-turn.ts'
import type { Store } from '../../src/stores/store.ts'
import type { SessionEvent } from '../../src/telemetry/event.ts'
import type { Task } from './turns.ts'

// A process of its own that makes turns until it is killed. Each line it prints is an event: what it tells of was stored before.

const { folder, conversation: id, branch: name, model, turns, moment, said }: Task = JSON.parse(process.argv[2] ?? '')

function countdown(kind: 'event' | 'store'): () => void {
  let left = moment?.kind === kind ? moment.at : 0
  return () => {
    if (--left === 0) process.kill(process.pid, 'SIGKILL')
  }
}

/** The store, killed before or after one of its calls. */
function watched(store: Store): Store {
  const tick = countdown('store')
  const isAfter = moment?.kind === 'store' && moment.after
  return new Proxy(store, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key)
      if (typeof method !== 'function') return method
      return async (...given: readonly unknown[]) => {
        if (!isAfter) tick()
        const result: unknown = await Reflect.apply(method, target, given)
        if (isAfter) tick()
        return result
      }
    },
  })
}

const tickEvent = countdown('event')

function listen(event: SessionEvent): void {
  writeSync(1, `${lineOf(event)}\n`)
  tickEvent()
}

function lineOf(event: SessionEvent): string {
  if (event.kind === 'node-append') return `node ${event.node.id}`
  if (event.kind === 'call-end') return `call ${event.call.id}`
  if (event.kind === 'tool-end') return `trace ${event.trace.call} ${event.trace.callId}`
  if (event.kind === 'turn-end') return `end ${event.state}`
  return event.kind
}

const opened = await openWorkspace({ cwd: folder, named: undefined, now: Date.now, env: process.env })
const store = watched(opened.store)
const workspace = { ...opened, store, engine: { ...opened.engine, store } }
const session = openSession(workspace, {
  allowed: ['write_file', 'replace_in_file', 'run_command'],
  listeners: [listen],
})
const conversation = await opened.store.conversation(id)
const branch = (await opened.store.branches(id)).find((each) => each.name === name)
if (!conversation || !branch) throw new Error('There is no such branch.')
for (let turn = 1; turn <= turns; turn++) {
  const message = [{ kind: 'text', text: `${said}, turn ${turn}: go on.` } as const]
  await runTurn(session, await turnRequest(workspace, { conversation, branch }, message, { model }))
}
await opened.close()
