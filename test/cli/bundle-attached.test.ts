import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Outcome, type Shell, shell } from './harness.ts'

let sh: Shell

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
})
afterEach(() => sh.remove())

const put = async (files: { readonly [path: string]: string }): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    const whole = join(sh.folder, path)
    await mkdir(dirname(whole), { recursive: true })
    await writeFile(whole, text)
  }
}
const bundle = (...line: string[]): Promise<Outcome> => sh.heddle(['bundle', ...line])

interface Entry {
  readonly id?: string
  readonly section?: string
  readonly reason?: { readonly kind: string }
}
interface Planned {
  readonly id: string
  readonly kept: readonly Entry[]
  readonly leftOut: readonly Entry[]
  readonly budget: { readonly limit: number; readonly used: number }
}
const plan = async (...line: string[]): Promise<Planned> => {
  const { code, out, err } = await sh.heddle(['plan', ...line, '--json'])
  if (code !== 0) throw new Error(err)
  return JSON.parse(out).plan
}
const idsOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ id, section }) => (id !== undefined && section === 'bundle' ? [id] : []))
const render = async (...line: string[]): Promise<string> => (await sh.heddle(['render', ...line])).out

/** A conversation with a bundle of a note and what it links to. */
const begin = async (): Promise<void> => {
  await put({ 'plan.md': 'the plan [[roses]]\n', 'roses.md': 'red roses\n', 'beds/one.md': 'first bed\n' })
  await bundle('create', 'garden', 'plan.md', 'beds')
  await bundle('set', 'garden', 'link_depth', '1')
  await sh.heddle(['say', '--new', 'What is next?'])
  await bundle('attach', 'garden')
}

describe('a bundle that is attached', () => {
  it('goes ahead of the history, its own items before what they link to', async () => {
    await begin()
    const { kept } = await plan()
    expect(idsOf(kept).map((id) => id.replace(/^.*[:/](?=[^/]+\.md$)/, ''))).toEqual(['one.md', 'plan.md', 'roses.md'])
    const request = await render()
    const places = ['first bed', 'the plan', 'red roses', 'What is next?'].map((text) => request.indexOf(text))
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it.each(['changed', 'deleted'])('is replayed to the same bytes after its files and itself were %s', async (what) => {
    await begin()
    const { id } = await plan()
    const before = await render(id)
    if (what === 'changed') {
      await put({ 'plan.md': 'another plan\n', 'roses.md': '', 'beds/two.md': 'second\n' })
      await bundle('remove', 'garden', 'beds')
      await bundle('set', 'garden', 'templates.0.before', 'X')
    } else {
      for (const path of ['plan.md', 'roses.md', 'beds']) await rm(join(sh.folder, path), { recursive: true })
      await bundle('delete', 'garden')
    }
    expect((await sh.heddle(['replay', id])).code).toBe(0)
    expect(await render(id)).toBe(before)
    expect((await sh.heddle(['explain', id])).code).toBe(0)
    expect((await sh.heddle(['verify'])).code).toBe(0)
    expect((await sh.heddle(['doctor'])).code).toBe(0)
  })

  it('is told of with what to do where there is none of its name any more', async () => {
    await begin()
    await bundle('delete', 'garden')
    const { code, err } = await sh.heddle(['plan'])
    expect(code).toBe(1)
    expect(err).toContain('"garden"')
    expect(err).toContain('heddle bundle detach garden')
    expect((await bundle('detach', 'garden')).code).toBe(0)
    expect((await sh.heddle(['plan'])).code).toBe(0)
  })

  it('is followed where it is renamed', async () => {
    await begin()
    const before = idsOf((await plan()).kept).length
    await bundle('rename', 'garden', 'yard')
    expect(idsOf((await plan()).kept)).toHaveLength(before)
  })

  it('is over no budget, and says of each item why it is left out', async () => {
    await begin()
    await put({ 'beds/long.md': 'long '.repeat(500) })
    for (const budget of ['20', '40', '60', '100', '300', '1000']) {
      const { kept, leftOut, budget: account } = await plan('--budget', budget)
      expect(account.used).toBeLessThanOrEqual(Number(budget))
      const decided = [...idsOf(kept), ...idsOf(leftOut)]
      expect(new Set(decided).size).toBe(decided.length)
      // What a note links to is looked for only where the note fits.
      expect(decided.length).toBeGreaterThanOrEqual(3)
      expect(leftOut.every(({ reason }) => reason !== undefined)).toBe(true)
    }
  })

  it('counts a limit in tokens of its own, and tells what that left out', async () => {
    await begin()
    await put({ 'beds/long.md': 'long '.repeat(500) })
    await bundle('set', 'garden', 'max_tokens', '80')
    const { kept, leftOut } = await plan()
    expect(idsOf(kept).length).toBeGreaterThan(0)
    const all = [...idsOf(kept), ...idsOf(leftOut)].join(' ')
    expect(all).toContain('beds/long.md')
  })

  it('tells of what it names and what is not there', async () => {
    await begin()
    await rm(join(sh.folder, 'roses.md'))
    await bundle('add', 'garden', 'gone.md')
    const { leftOut } = await plan()
    expect(idsOf(leftOut).join(' ')).toContain('gone.md')
  })

  it('has both halves of its wrap in the request, or neither, whatever the budget', async () => {
    await begin()
    await bundle('set', 'garden', 'templates.-1', '{"before":"<<BEGIN {{FILE_TREE}}>>","after":"<<END>>"}')
    for (const budget of ['20', '30', '40', '60', '80', '100', '150', '300']) {
      const { id } = await plan('--budget', budget)
      const request = await render(id)
      expect({ budget, has: request.includes('<<BEGIN') }).toEqual({ budget, has: request.includes('<<END>>') })
    }
  })

  it('is not sent without a wrap that it has, however little room there is', async () => {
    await begin()
    await put(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`beds/n${at}.md`, `note ${at}\n`])))
    await bundle('set', 'garden', 'templates.-1', JSON.stringify({ before: `<<BEGIN ${'w'.repeat(900)}>>`, after: '' }))
    for (const budget of ['60', '100', '150', '200', '300', '400', '600', '1000']) {
      const { id } = await plan('--budget', budget)
      const request = await render(id)
      expect({ budget, items: request.includes('<file path') && !request.includes('<<BEGIN') }).toEqual({
        budget,
        items: false,
      })
    }
  })

  it('is one of several, each with a slash in its name, and a file comes once', async () => {
    await put({ 'a/b/c': 'one\n', 'b/c': 'two\n', c: 'three\n' })
    await bundle('create', 'a', 'b/c')
    await bundle('create', 'a/b', 'c', 'b/c')
    await sh.heddle(['say', '--new', 'hi'])
    await bundle('attach', 'a')
    await bundle('attach', 'a/b')
    await plan()
    const request = await render()
    expect(request.split('two').length - 1).toBe(1)
    expect(request).toContain('three')
  })

  it('leaves what was sent before it is cut as it is, call after call', async () => {
    await begin()
    const first = await plan()
    await sh.heddle(['say', '--as', 'model', 'The roses.'])
    await sh.heddle(['say', 'And then?'])
    const then = await plan()
    expect(idsOf(then.kept)).toEqual(idsOf(first.kept))
    const { out } = await sh.heddle(['simulate', '--json'])
    expect(out).toContain('"calls"')
  })

  it('stays with its conversation on a fork, and goes along in mode buffer', async () => {
    await begin()
    const before = idsOf((await plan()).kept)
    await sh.heddle(['fork', 'side'])
    expect(idsOf((await plan()).kept)).toEqual(before)
    await sh.heddle(['say', 'On the side.'])
    await sh.heddle(['checkout', 'main'])
    expect(idsOf((await plan()).kept)).toEqual(before)
    await sh.heddle(['say', '--new', '--mode', 'buffer', 'Once upon'])
    await bundle('attach', 'garden')
    const { id } = await plan()
    expect(await render(id)).toContain('red roses')
    expect((await sh.heddle(['replay', id])).code).toBe(0)
  })

  it('changes with its notes: diff names the note, also where the size is the same', async () => {
    await begin()
    const { id } = await plan()
    await put({ 'roses.md': 'tea roses\n' })
    const later = await plan()
    expect(later.id).not.toBe(id)
    const { code, out } = await sh.heddle(['diff', id, later.id])
    expect(code).toBe(0)
    expect(out).toContain('roses.md')
  })

  it('is gone from the store with what it was purged with', async () => {
    await begin()
    const { id } = await plan()
    const [{ shortId }] = JSON.parse((await sh.heddle(['ls', '--json'])).out)
    await sh.heddle(['purge', '--conversation', shortId, '--yes'])
    expect((await sh.heddle(['replay', id])).out).toContain('purged')
    expect((await sh.heddle(['verify'])).code).toBe(0)
    expect((await sh.heddle(['doctor'])).code).toBe(0)
  })

  it('is attached beside what the workspace attaches, not instead of it', async () => {
    await begin()
    await put({ 'all.md': 'for all\n' })
    await bundle('detach', 'garden')
    await sh.heddle(['config', 'unset', 'bundles', '--conversation'])
    await bundle('create', 'everyone', 'all.md')
    await sh.heddle(['config', 'set', 'bundles', '["everyone"]'])
    await bundle('attach', 'garden')
    expect(idsOf((await plan()).kept).join(' ')).toMatch(/all\.md.*roses\.md/)
  })

  it('is compiled as its conversation has it set', async () => {
    await begin()
    await bundle('unset', 'garden', 'link_depth')
    expect(idsOf((await plan()).kept).join(' ')).not.toContain('roses.md')
    await sh.heddle(['config', 'set', 'bundle.link_depth', '1', '--conversation'])
    expect(idsOf((await plan()).kept).join(' ')).toContain('roses.md')
  })
})
