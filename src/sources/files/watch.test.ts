import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WatchFailed, watchFiles } from './watch.ts'

let root = ''
let stop = new AbortController()
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-watch-')))
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  rmSync(root, { recursive: true, force: true })
})

describe('watching files', () => {
  // The system may not tell of what comes into a folder that is only just there: a second try, not another answer.
  it('tells of what changed as sorted paths, without .git and what is ignored', { retry: 3 }, async () => {
    mkdirSync(join(root, '.git'))
    mkdirSync(join(root, 'deep/.git'), { recursive: true })
    mkdirSync(join(root, 'node_modules'))
    writeFileSync(join(root, 'gone'), '')
    const batches: (readonly string[])[] = []
    const told = (): string[] => [...new Set(batches.flat())].sort()
    const watch = await watchFiles(root, (paths) => void batches.push(paths), {
      signal: stop.signal,
      ignore: ['node_modules'],
    })
    for (const path of [
      '.git/index',
      'deep/.git/HEAD',
      'node_modules/x',
      'node_modules2',
      'é 😀',
      'deep/b',
      'deep/a',
    ]) {
      writeFileSync(join(root, path), 'text')
    }
    rmSync(join(root, 'gone'))
    await vi.waitFor(() => expect(told()).toEqual(['deep/a', 'deep/b', 'gone', 'node_modules2', 'é 😀']), 5000)
    expect(batches.every((paths) => paths.join() === [...paths].sort().join())).toBe(true)
    stop.abort()
    await watch.ended
  })

  it('gathers what changes while the last changes are still being dealt with', async () => {
    const batches: (readonly string[])[] = []
    const { promise: busy, resolve: finish } = Promise.withResolvers<void>()
    await watchFiles(
      root,
      async (paths) => {
        batches.push(paths)
        if (batches.length === 1) await busy
      },
      { signal: stop.signal },
    )
    writeFileSync(join(root, 'first'), '')
    await vi.waitFor(() => expect(batches).toEqual([['first']]), 5000)
    writeFileSync(join(root, 'second'), '')
    const noticed = Promise.withResolvers<void>()
    const other = await watchFiles(root, () => noticed.resolve(), { signal: stop.signal })
    writeFileSync(join(root, 'third'), '')
    await noticed.promise
    expect(batches).toHaveLength(1)
    finish()
    await vi.waitFor(() => expect(batches.slice(1).flat().sort()).toEqual(['second', 'third']), 5000)
    stop.abort()
    await other.ended
  })

  it('ends with what the callback throws', async () => {
    const failure = new Error('no space left')
    const { ended } = await watchFiles(root, () => Promise.reject(failure), { signal: stop.signal })
    writeFileSync(join(root, 'a'), '')
    await expect(ended).rejects.toBe(failure)
  })

  it('gives paths of the root that was named, if that is a link', async () => {
    mkdirSync(join(root, 'real'))
    symlinkSync('real', join(root, 'link'))
    const { promise, resolve } = Promise.withResolvers<readonly string[]>()
    await watchFiles(join(root, 'link'), resolve, { signal: stop.signal })
    writeFileSync(join(root, 'real/a'), '')
    expect(await promise).toEqual(['a'])
  })

  it('says that a folder which is not there cannot be watched', async () => {
    await expect(watchFiles(join(root, 'none'), () => {})).rejects.toThrow(WatchFailed)
  })

  it('does not begin when it is already to stop', async () => {
    stop.abort(new Error('enough'))
    await expect(watchFiles(root, () => {}, { signal: stop.signal })).rejects.toThrow('enough')
  })
})
