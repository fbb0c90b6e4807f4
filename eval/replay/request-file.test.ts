import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { steppingSession } from './example.ts'
import { everything } from './policies/everything.ts'
import type { ReplayRequest } from './request.ts'
import { readRequests, writeRequests } from './request-file.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-requests-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function allOf(requests: AsyncIterable<ReplayRequest> | Iterable<ReplayRequest>): Promise<ReplayRequest[]> {
  const all: ReplayRequest[] = []
  for await (const request of requests) all.push(request)
  return all
}

describe('a file of requests', () => {
  it('is read as it was written, without what is ours alone', async () => {
    const path = join(folder, 'requests.jsonl')
    const requests = await allOf(everything(steppingSession(3), 10))
    await writeRequests(
      path,
      (async function* () {
        yield* requests
      })(),
    )
    const plain = requests.map((request) => ({
      ...request,
      messages: request.messages.map(({ role, content }) => ({ role, content })),
    }))
    expect(await allOf(readRequests(path))).toEqual(plain)
  })

  it('is refused at a line that is no request, by its number', async () => {
    const path = join(folder, 'damaged.jsonl')
    await writeFile(
      path,
      '{"session":"s","call":0,"messages":[]}\n{"session":"s","call":1,"messages":[{"role":"user"}]}\n',
    )
    await expect(allOf(readRequests(path))).rejects.toThrow(/^Line 2 .* look at messages\.0\.content/)
  })
})
