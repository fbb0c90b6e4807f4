import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

/** A file that breaks a rule, what it imports, and the rule. `src/core/b.ts` imports `a.ts` back. */
const broken: readonly (readonly [from: string, to: string, rule: string])[] = [
  ['src/core/a.ts', 'src/core/b.ts', 'no-cycles'],
  ['src/core/history.ts', 'src/history/node.ts', 'core-imports-core'],
  ['src/core/package.ts', 'zod', 'core-imports-core'],
  ['src/core/disk.ts', 'node:fs', 'core-imports-core'],
  ['src/history/store.ts', 'src/stores/store.ts', 'history-imports-core'],
  ['src/history/package.ts', 'ulid', 'history-imports-core'],
  ['src/retrieval/disk.ts', 'node:fs', 'retrieval-is-pure'],
  ['src/loom/texts/store.ts', 'src/stores/store.ts', 'loom-texts-are-pure'],
  ['src/loom/run.ts', 'src/session/plan-call.ts', 'siblings-meet-at-ports'],
  ['src/formats/format.ts', 'src/formats/pi.ts', 'ports-know-no-adapter'],
  ['src/formats/models.ts', 'src/models/table.ts', 'siblings-meet-at-ports'],
  ['src/tokenizers/session.ts', 'src/session/plan-call.ts', 'siblings-meet-at-ports'],
  ['src/bundles/exact.ts', 'src/tokenizers/exact.ts', 'siblings-meet-at-ports'],
  ['src/stores/sqlite/memory.ts', 'src/stores/memory/memory-store.ts', 'adapters-stand-alone'],
  ['src/session/sqlite.ts', 'src/stores/sqlite/sqlite-store.ts', 'session-imports-ports'],
  ['src/session/exact.ts', 'src/tokenizers/exact.ts', 'session-imports-ports'],
  ['src/cli/sqlite.ts', 'src/stores/sqlite/sqlite-store.ts', 'config-chooses-adapters'],
  ['src/config/cli.ts', 'src/cli/main.ts', 'arrows-point-down'],
  ['src/session/config.ts', 'src/config/settings.ts', 'config-is-above'],
  ['src/stores/config.ts', 'src/config/settings.ts', 'config-is-above'],
  ['src/session/fake.ts', 'src/testing/fake.ts', 'fakes-stay-in-tests'],
  ['src/session/test.ts', 'src/session/plan-call.test.ts', 'nothing-imports-tests'],
  ['src/config/bench.ts', 'bench/run.ts', 'published-code-stays-in-src'],
  ['src/session/peer.ts', 'vitest', 'published-packages-only'],
  ['src/session/missing.ts', 'src/session/nowhere.ts', 'resolvable'],
]

/** Imports that the design allows. */
const allowed: readonly (readonly [from: string, to: string])[] = [
  ['src/core/digest.ts', '@noble/hashes/sha2.js'],
  ['src/core/plan.ts', 'src/core/part.ts'],
  ['src/history/part.ts', 'src/core/part.ts'],
  ['src/stores/store.ts', 'src/history/node.ts'],
  ['src/stores/sqlite/sqlite-store.ts', 'src/stores/store.ts'],
  ['src/testing/fake.ts', 'vitest'],
  ['src/session/plan-call.ts', 'src/stores/store.ts'],
  ['src/session/plan-call.test.ts', 'src/stores/memory/memory-store.ts'],
  ['src/session/loom.ts', 'src/loom/run.ts'],
  ['src/config/open.ts', 'src/stores/sqlite/sqlite-store.ts'],
  ['src/cli/main.ts', 'src/config/settings.ts'],
  ['src/cli/session.ts', 'src/session/plan-call.ts'],
  ['src/index.ts', 'src/tokenizers/exact.ts'],
]

const root = resolve(import.meta.dirname, '../..')
const reported = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

let folder = ''
let violations: z.infer<typeof reported>['summary']['violations'] = []

/** Writes every file above, alternating between value and type imports, and checks them all in one run. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-imports-'))
  for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs'])
    cpSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const imports = [...broken, ['src/core/b.ts', 'src/core/a.ts'] as const, ...allowed]
  for (const [, to] of imports) if (to.endsWith('.ts') && !to.includes('nowhere')) write(to, 'export const x = 1\n')
  for (const [index, [from, to]] of imports.entries()) {
    const target = to.endsWith('.ts') ? relativeTo(from, to) : to
    write(
      from,
      `import ${index % 2 === 0 ? 'type ' : ''}{ x } from '${target}'\nexport type Y = typeof x\nexport const y = x\n`,
    )
  }
  const depcruise = join(root, 'node_modules/.bin/depcruise')
  const report = spawnSync(depcruise, ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  violations = reported.parse(JSON.parse(report.stdout)).summary.violations
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(broken)('%s may not import %s: %s', (from, _to, rule) => {
  expect(violations.filter((each) => each.from === from).map((each) => each.rule.name)).toContain(rule)
})

it.each(allowed)('%s may import %s', (from) => {
  expect(violations.filter((each) => each.from === from)).toEqual([])
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function relativeTo(from: string, to: string): string {
  return `${'../'.repeat(from.split('/').length - 1)}${to}`
}
