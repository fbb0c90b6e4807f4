import assert from 'node:assert/strict'
import type { Calibration, ReflectionRecord } from '../../../history/calls/outcome.ts'
import type { Store } from '../../../stores/store.ts'
import { failsWith, started, type Test } from '../samples.ts'
import { sampleCall, sampleOutcome } from './sample-calls.ts'

/** What came of calls: outcomes, reflections, calibrations. */
export function outcomeContract(test: Test): void {
  test('keeps what people made of calls, the newest first', async (store) => {
    const [place, other] = [await started(store, 1), await started(store, 2)]
    const plan = 'e'.repeat(64)
    const [first, second] = [sampleCall(1, place), sampleCall(2, other, { plan })]
    for (const call of [first, second]) await store.putCall(call)
    const outcomes = [
      sampleOutcome(21, first),
      sampleOutcome(23, second, { verdict: 'rejected', note: 'It is "wrong".' }),
      sampleOutcome(22, first, { verdict: 'edited' }),
    ]
    for (const outcome of outcomes) await store.addOutcome(outcome)
    const found = async (filter: Parameters<Store['outcomes']>[0]): Promise<number[]> =>
      (await store.outcomes(filter)).map(({ at }) => at)
    assert.deepEqual(await store.outcomes({ limit: 1 }), [outcomes[1]])
    assert.deepEqual(await found({ limit: 9 }), [23, 22, 21])
    assert.deepEqual(await found({ call: first.id, limit: 9 }), [22, 21])
    assert.deepEqual(await found({ plan, limit: 9 }), [23])
    assert.deepEqual(await found({ branch: place.branch, limit: 1 }), [22])
    assert.deepEqual(await found({ conversation: other.conversation, limit: 9 }), [23])
    assert.deepEqual(await found({ ...other, call: first.id, limit: 9 }), [])
    await failsWith('call-not-found', store.addOutcome({ ...sampleOutcome(24, first), call: 'none' }))
    await failsWith('branch-not-found', store.addOutcome({ ...sampleOutcome(24, first), branch: other.branch }))
    assert.equal((await store.outcomes({ limit: 9 })).length, 3)
  })

  test('keeps one reflection for each call, the newest call first', async (store) => {
    const [place, other] = [await started(store, 1), await started(store, 2)]
    const calls = [sampleCall(1, place), sampleCall(3, place, { plan: 'e'.repeat(64) }), sampleCall(2, other)]
    const records = calls.map(
      ({ id, plan, conversation, branch, startedAt }): ReflectionRecord => ({
        call: id,
        plan,
        conversation,
        branch,
        reflection: { used: ['src/a.ts'], unused: [] },
        at: startedAt,
      }),
    )
    for (const call of calls) await store.putCall(call)
    for (const record of records) await store.putReflection({ ...record, reflection: null, at: 0 })
    for (const record of records) await store.putReflection(record)
    const found = async (filter: Parameters<Store['reflections']>[0]): Promise<number[]> =>
      (await store.reflections(filter)).map(({ at }) => at)
    assert.deepEqual(await store.reflections({ limit: 1 }), [records[1]])
    assert.deepEqual(await found({ limit: 9 }), [3, 2, 1])
    assert.deepEqual(await found({ plan: 'e'.repeat(64), limit: 9 }), [3])
    assert.deepEqual(await found({ branch: place.branch, limit: 9 }), [3, 1])
    assert.deepEqual(await found({ ...other, limit: 9 }), [2])
    const [record] = records
    if (record === undefined) throw new Error('no record')
    await failsWith('call-not-found', store.putReflection({ ...record, call: 'none' }))
    await failsWith('branch-not-found', store.putReflection({ ...record, branch: 'nowhere' }))
  })

  test('keeps every version of a calibration, the last added first', async (store) => {
    const calibration = (model: string, version: number): Calibration => ({
      model,
      version,
      measure: `calibrated/1,${version}`,
      calls: 20 * version,
      error: 0.25 / version,
      at: 10 - version,
    })
    const all = [calibration('made:up', 1), calibration('made:down', 1), calibration('made:up', 2)]
    for (const one of all) await store.addCalibration(one)
    assert.deepEqual(await store.calibrations(), all.toReversed())
    assert.deepEqual(await store.calibrations('made:up'), [all[2], all[0]])
    assert.deepEqual(await store.calibrations('made:other'), [])
    await failsWith('changed-meanwhile', store.addCalibration({ ...calibration('made:up', 2), calls: 7 }))
    assert.deepEqual(await store.calibrations('made:up'), [all[2], all[0]])
  })
}
