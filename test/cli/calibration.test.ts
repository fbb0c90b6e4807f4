import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorkspace } from '../../src/config/open.ts'
import { featureCount } from '../../src/tokenizers/script/features.ts'
import { scriptMeasure } from '../../src/tokenizers/script/script-measure.ts'
import { type Shell, shell } from './harness.ts'

let sh: Shell
const model = 'local:mine'
const { id: measure } = scriptMeasure(new Array(featureCount).fill(0.5))

beforeEach(async () => {
  sh = await shell()
  await sh.heddle(['init'])
  await sh.heddle(['config', 'set', `models.${model}.window`, '32768'])
  await sh.heddle(['config', 'set', 'model', model])
  await sh.heddle(['say', '--new', 'Where is the kettle?'])
})
afterEach(() => sh.remove())

/** Adds versions to what was learned of models. */
async function learned(...versions: readonly { readonly model: string; readonly version: number }[]): Promise<void> {
  const { store, close } = await openWorkspace({ cwd: sh.folder, now: Date.now, env: { HOME: sh.folder } })
  for (const each of versions)
    await store.addCalibration({ ...each, measure, calls: each.version * 4, error: 0.0184, at: 1 })
  await close()
}

describe('a plan in a measure that was learned', () => {
  it('says which version of which model it is', async () => {
    await learned({ model, version: 1 }, { model, version: 3 }, { model: 'local:other', version: 7 })
    const calibration = { model, version: 3, calls: 12, error: 0.0184 }
    const line = `sizes in calibrated tokens: version 3 for ${model}, learned from 12 calls, 1.8 % off`
    expect((await sh.heddle(['plan'])).out).toContain(line)
    expect((await sh.heddle(['explain'])).out).toContain(line)
    for (const command of ['plan', 'explain'])
      expect(JSON.parse((await sh.heddle([command, '--json'])).out)).toMatchObject({ plan: { measure }, calibration })
  })

  it('says nothing of a version where it is counted otherwise, or as a person set it', async () => {
    await learned({ model: 'local:other', version: 1 })
    expect(JSON.parse((await sh.heddle(['plan', '--json'])).out)).toMatchObject({ calibration: null })
    await learned({ model, version: 1 })
    await sh.heddle(['config', 'set', 'measure', 'estimate'])
    const planned = await sh.heddle(['plan', '--json'])
    expect(JSON.parse(planned.out)).toMatchObject({ plan: { measure: 'estimate' }, calibration: null })
    expect((await sh.heddle(['explain'])).out).not.toContain('learned from')
  })
})
