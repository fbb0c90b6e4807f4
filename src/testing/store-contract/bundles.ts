import assert from 'node:assert/strict'
import type { Bundle } from '../../bundles/bundle.ts'
import { failsWith, type Test } from './samples.ts'

/** Named contexts. */
export function bundleContract(test: Test): void {
  test('keeps bundles by key, in order of name, and replaces and removes them', async (store) => {
    const garden: Bundle = {
      key: 'k1',
      name: 'garden',
      items: { 'notes/a.md': true, b: false },
      opts: { link_depth: 1 },
    }
    const attic: Bundle = { key: 'k2', name: 'attic', items: {}, opts: {} }
    await store.putBundle(garden)
    await store.putBundle(attic)
    assert.deepEqual(await store.bundles(), [attic, garden])
    await failsWith('bundle-name-taken', store.putBundle({ ...attic, name: 'garden' }))
    await store.putBundle({ ...garden, name: 'yard', items: {} })
    assert.deepEqual(await store.bundles(), [attic, { ...garden, name: 'yard', items: {} }])
    await store.deleteBundle('k2')
    await store.deleteBundle('nothing')
    assert.deepEqual(
      (await store.bundles()).map(({ key }) => key),
      ['k1'],
    )
  })

  test('replaces a bundle only as long as it is what was read, where that is asked for', async (store) => {
    const read: Bundle = { key: 'k1', name: 'garden', items: { a: true }, opts: {} }
    await failsWith('changed-meanwhile', store.putBundle(read, read))
    await store.putBundle(read)
    await store.putBundle({ ...read, items: { a: true, b: true } }, read)
    await failsWith('changed-meanwhile', store.putBundle({ ...read, items: { a: true, c: true } }, read))
    assert.deepEqual(await store.bundles(), [{ ...read, items: { a: true, b: true } }])
  })
}
