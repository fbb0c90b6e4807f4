import { compile } from '../../src/bundles/compile.ts'
import { mergeSettings } from '../../src/bundles/merge-settings.ts'
import { takeSnapshot } from '../../src/bundles/take-snapshot.ts'
import type { Json } from '../../src/core/content/json.ts'
import { fileSource } from '../../src/sources/files/file-source.ts'
import { stampsBelow } from '../../src/sources/notes/stamp.ts'
import { openVault, type Vault } from '../../src/sources/notes/vault.ts'
import { answer, childInput } from '../frame/child.ts'
import { timeRounds } from '../frame/rounds.ts'
import { notePath } from './generate.ts'
import type { Indexed, Operation, Task } from './task.ts'

const { kind, root, cache } = childInput<Task>()
answer((await (kind === 'index' ? index() : use())) as unknown as Json)

async function index(): Promise<Indexed> {
  const started = performance.now()
  const vault = await indexed()
  const milliseconds = performance.now() - started
  const links = await vault.links()
  const unresolved = await vault.unresolved()
  return { milliseconds, links: links.length, resolved: links.length - unresolved.length }
}

async function use(): Promise<Operation[]> {
  const again = await timeRounds(indexed, { most: 20 })
  const vault = await indexed()
  return [
    { name: 'open with nothing changed, warm', notes: 0, target: 200, ...again },
    await compileDepthTwo('compile with depth 2', false, vault),
    await compileDepthTwo('compile with depth 2 and inlinks', true, vault),
  ]
}

/** Opens the vault and has all its links. */
async function indexed(): Promise<Vault> {
  const vault = await openVault(fileSource(root), { cache: { file: cache, stamp: stampsBelow(root) } })
  await vault.inlinks('')
  return vault
}

async function compileDepthTwo(name: string, inlinks: boolean, links: Vault): Promise<Operation> {
  const source = fileSource(root)
  const settings = mergeSettings({ link_depth: 2, inlinks })
  let notes = 0
  const timing = await timeRounds(async (round) => {
    const snapshot = await takeSnapshot({ [notePath(round)]: true }, settings, { source, links })
    notes = compile(snapshot, settings).stats.included.length
  })
  return { name, notes, target: 100, ...timing }
}
