import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { initWorkspace, openWorkspace } from '../../../config/open.ts'

import { answered } from '../../../session/reflect/example-call.ts'
import { startConversation } from '../../../session/say.ts'
import { createContext } from '../../context.ts'
import type { Io } from '../../io.ts'
import { addFeedback } from './feedback.ts'

let folder: string
let now = 1_700_000_000_000

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-feedback-'))
  await initWorkspace(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs `heddle feedback …` in the folder. */
async function feedback(...line: string[]): Promise<{ readonly out: string; readonly err: string }> {
  const written = { out: '', err: '' }
  const output = (to: 'out' | 'err'): Io['stdout'] => ({
    write: (text) => {
      written[to] += text
    },
    drained: async () => {},
    terminal: false,
    columns: undefined,
  })
  const io: Io = {
    stdout: output('out'),
    stderr: output('err'),
    stdin: { terminal: false, read: async () => new Uint8Array(), line: async () => '' },
    env: { HOME: folder, XDG_CONFIG_HOME: join(folder, 'xdg') },
    cwd: folder,
    now: () => ++now,
    signal: new AbortController().signal,
  }
  const program = new Command().option('--json').exitOverride()
  const run = createContext(io, () => program.opts())
  addFeedback(program, run.context)
  try {
    await program.parseAsync(['feedback', ...line], { from: 'user' })
  } finally {
    await run.close()
  }
  return written
}

/** A conversation with one answer, run by a command that failed; the answer's short id, and its call and plan. */
async function conversation(): Promise<{ readonly node: string; readonly call: string; readonly plan: string }> {
  const workspace = await openWorkspace({ cwd: folder, named: undefined, now: () => ++now, env: { HOME: folder } })
  const { engine, store } = workspace
  const { branch, conversation } = await startConversation(engine)
  const plan = 'ab'.repeat(32)
  const call = await answered(engine, branch, [{ kind: 'text', text: 'Done.' }], { plan })
  const digest = await store.putDocument({})
  const { id } = conversation
  await store.putPlan({
    id: plan,
    conversation: id,
    branch: branch.id,
    head: null,
    inputs: digest,
    decisions: digest,
    request: digest,
    createdAt: 1,
  })
  await store.putToolTrace({
    call: call.id,
    callId: '1',
    name: 'run_command',
    input: {},
    permitted: 'allowed',
    result: null,
    size: 0,
    startedAt: 1,
    endedAt: 2,
    error: null,
    exitCode: 3,
    changes: [],
  })
  const node = await store.node(call.node)
  await workspace.close()
  return { node: node?.shortId ?? '', call: call.id, plan }
}

describe('heddle feedback', () => {
  it('is about the newest answer of the branch, or what is named: a node, a plan, a call', async () => {
    const { node, call, plan } = await conversation()
    expect((await feedback('accept')).out).toBe(`${node}\n`)
    for (const reference of [node, plan.slice(0, 12), call, 'main'])
      expect((await feedback('reject', reference, '--note', 'no')).out).toBe(`${node}\n`)
    const listed = JSON.parse((await feedback('list', '--json')).out) as { verdict: string; shortId: string }[]
    expect(listed.map(({ verdict }) => verdict)).toEqual([...Array(4).fill('rejected'), 'accepted'])
    expect(listed).toContainEqual(expect.objectContaining({ call, plan, shortId: node, note: 'no' }))
  })

  it('lists what was said with how the commands ended, and nothing of a note can move the cursor', async () => {
    const { node } = await conversation()
    await feedback('edited', '--note', 'a\u001b[2Jb\nsecond line')
    const { out } = await feedback('list')
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(node)
    expect(lines[1]).toMatch(/edited +1 failed \(exit 3\) +a␛\[2Jb/)
  })

  it('says what to do where there is nothing to judge, and where nothing has that name', async () => {
    await expect(feedback('accept')).rejects.toMatchObject({ code: 'nothing-yet' })
    await conversation()
    await expect(feedback('accept', 'zzzz')).rejects.toMatchObject({ code: 'unknown-answer' })
    expect((await feedback('list')).err).toContain('heddle feedback accept')
  })
})
