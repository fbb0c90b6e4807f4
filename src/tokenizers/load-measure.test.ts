import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { characters, estimate } from '../core/content/measure.ts'
import { calibrated } from './calibrated.ts'
import { loadMeasure, measureIds } from './load-measure.ts'
import { scriptMeasure } from './script/script-measure.ts'
import { priorWeights } from './script/weights.ts'

describe('loadMeasure', () => {
  it('keeps a snapshot in the folder that is named when a vocabulary is first asked for', async () => {
    const root = await mkdtemp(join(tmpdir(), 'heddle-load-'))
    onTestFinished(() => rm(root, { recursive: true }))
    const first = await loadMeasure('cl100k_base', { snapshots: join(root, 'first') })
    expect(await loadMeasure('cl100k_base', { snapshots: join(root, 'second') })).toBe(first)
    expect(await readdir(join(root, 'first'))).toHaveLength(1)
    expect(existsSync(join(root, 'second'))).toBe(false)
  })

  it('knows every listed id, and gives a measure of that id', async () => {
    expect(measureIds).toEqual(['characters', 'estimate', 'o200k_base', 'cl100k_base'])
    for (const id of measureIds) expect((await loadMeasure(id)).id).toBe(id)
  })

  it('gives the measures that need no loading as they are', async () => {
    expect(await loadMeasure('characters')).toBe(characters)
    expect(await loadMeasure('estimate')).toBe(estimate)
    expect(await loadMeasure('estimate*1')).toBe(estimate)
  })

  it('loads a vocabulary once, also when it is asked for twice at the same time', async () => {
    const [first, second] = await Promise.all([loadMeasure('o200k_base'), loadMeasure('o200k_base')])
    expect(first).toBe(second)
    expect(await loadMeasure('o200k_base')).toBe(first)
  })

  it('gives equal factors equal ids', async () => {
    expect((await loadMeasure('estimate*1.250')).id).toBe('estimate*1.25')
    expect((await loadMeasure('estimate*1.25')).id).toBe(calibrated(1.25).id)
  })

  it('reads the weights of a script measure from its id', async () => {
    const { id, count } = scriptMeasure(priorWeights)
    const loaded = await loadMeasure(id)
    expect([loaded.id, loaded.count('On a loom, 12 threads')]).toEqual([id, count('On a loom, 12 threads')])
  })

  it.each([
    'gpt2',
    '',
    'O200K_BASE',
    '__proto__',
    'estimate*',
    'estimate*0',
    'estimate*-1',
    'estimate*1e3',
    'estimate*99',
    'script',
    'script*',
    'script*1,2',
  ])('refuses %j and lists what it knows', async (id) => {
    await expect(loadMeasure(id)).rejects.toMatchObject({ code: 'unknown-measure', measureId: id })
    await expect(loadMeasure(id)).rejects.toThrow(/characters, estimate, o200k_base, cl100k_base/)
  })
})

describe('calibrated', () => {
  it('rounds the product up', () => {
    expect(calibrated(1.25).count('a'.repeat(40))).toBe(13)
    expect(calibrated(0.5).count('a')).toBe(1)
    expect(calibrated(1.25).count('')).toBe(0)
  })

  it('does not let a binary fraction add one', () => {
    expect(calibrated(1.1).count('a'.repeat(400))).toBe(110)
    expect(calibrated(1.15).count('a'.repeat(400))).toBe(115)
    expect(calibrated(1.35).count('a'.repeat(400_000))).toBe(135_000)
  })

  it('refuses a factor that is no calibration', () => {
    for (const factor of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 17, 0.00001]) {
      expect(() => calibrated(factor)).toThrow(RangeError)
    }
  })
})

describe('two vocabularies that are loaded at the same time', () => {
  it('count apart from each other', async () => {
    const script = `
      import { loadMeasure } from ${JSON.stringify(new URL('load-measure.ts', import.meta.url).href)}
      const measures = await Promise.all(['o200k_base', 'cl100k_base'].map((id) => loadMeasure(id)))
      console.log(measures.map((measure) => measure.count('Жили-были дед да баба')).join(' '))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    const alone = await Promise.all(
      ['o200k_base', 'cl100k_base'].map(async (id) => (await loadMeasure(id)).count('Жили-были дед да баба')),
    )
    expect(stdout.trim()).toBe(alone.join(' '))
  })
})
