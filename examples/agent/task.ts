import { change, inSight, run, type Sight, type Steps, see, use } from './player.ts'

/** What the person asks for. */
export const task = `In src/core, call the reason 'smaller-form' 'reduced', and let its sentence begin with "in a smaller form".
The test of describeReason leaves out a few reasons: name them, too. Types and tests must pass:
node_modules/.bin/tsc and node_modules/.bin/vitest run.`

/** What says whether the task is done. */
export const checks = {
  types: 'node_modules/.bin/tsc --noEmit --pretty false',
  tests:
    'node_modules/.bin/vitest run --reporter=dot --pool=threads --no-isolate src/core/explain.test.ts src/core/policies/fit/ranked',
} as const

/** A careful worker: looks around, changes the type, follows what breaks, and looks at everything again. */
export function* work(sight: Sight): Steps {
  yield* lookAround(sight)
  yield* change(sight, 'src/core/reason.ts', `readonly kind: 'smaller-form'`, `readonly kind: 'reduced'`)
  for (const path of filesWithErrors(yield* run(sight, checks.types))) yield* rename(sight, path)
  yield* run(sight, checks.types)
  const said = yield* run(sight, checks.tests)
  for (const path of new Set(said.match(/src\/\S+\.test\.ts/g))) yield* rename(sight, path)
  yield* nameMissing(sight)
  return yield* lookBack(sight)
}

function* lookAround(sight: Sight): Steps<void> {
  yield* use(sight, 'list_files', { path: 'src/core', depth: 1 })
  const found = yield* use(sight, 'search', { pattern: 'smaller-form', path: 'src' })
  const paths = new Set(found.split('\n').map((line) => line.slice(0, line.indexOf(':'))))
  for (const path of paths) yield* use(sight, 'read_file', { path })
  yield* use(sight, 'search', { pattern: 'describeReason', path: 'src' })
  for (const path of ['src/core/decision.ts', 'src/core/policies/fit.ts']) yield* use(sight, 'read_file', { path })
  yield* use(sight, 'read_file', { path: 'src/core/reason.ts', start_line: 1, end_line: 25 })
  yield* readInPieces(sight, 'src/core/plan.test.ts', 100)
  yield* run(sight, checks.types)
  yield* run(sight, checks.tests)
}

/** A long file, so many lines at a time, until the tool says that these were the last. */
function* readInPieces(sight: Sight, path: string, lines: number): Steps<void> {
  for (let start: number | undefined = 1; start !== undefined; ) {
    const piece: string = yield* use(sight, 'read_file', { path, start_line: start, end_line: start + lines - 1 })
    const next = /the next begin at start_line (\d+)/.exec(piece)?.[1]
    start = next === undefined ? undefined : Number(next)
  }
}

/** The files in which the compiler finds the old name, in its order. */
function filesWithErrors(said: string): Set<string> {
  return new Set(Array.from(said.matchAll(/^(\S+)\(\d+,\d+\): error .*smaller-form/gm), ([, path = '']) => path))
}

const sentence = {
  from: `    case 'smaller-form':
      return \`rank \${reason.rank}; in full it was \${reason.shortBy} too large\``,
  to: `    case 'reduced':
      return \`in a smaller form, rank \${reason.rank}; in full it was \${reason.shortBy} too large\``,
}

/** Renames the reason in a file. Where the tool says that it stands there more than once, all of them are meant. */
function* rename(sight: Sight, path: string): Steps<void> {
  if (path === 'src/core/explain.ts') {
    yield* change(sight, path, sentence.from, sentence.to)
    return
  }
  const [from, to] = ["'smaller-form', rank", "'reduced', rank"]
  const said = yield* change(sight, path, from, to)
  if (/stands \d+ times/.test(said))
    yield* use(sight, 'replace_in_file', { path, old_text: from, new_text: to, replace_all: true })
}

const test = 'src/core/explain.test.ts'
/** Between these the test lists the reasons. */
const listed = { from: 'const reasons: Reason[] = [', to: '\n    ]' }

/** Names the reasons that the test leaves out: those of the union that are not in its list. */
function* nameMissing(sight: Sight): Steps<void> {
  const ends = ["kind: 'required' }", "kind: 'over-budget'"] as const
  const path = 'src/core/reason.ts'
  const union =
    inSight(sight, `readonly ${ends[0]}`, `readonly ${ends[1]}`) ?? (yield* use(sight, 'read_file', { path }))
  const text =
    inSight(sight, listed.from, `{ ${ends[1]}, shortBy: 0`) ??
    (yield* use(sight, 'read_file', { path: test, start_line: 48 }))
  const list = text.slice(text.indexOf(listed.from)).split(listed.to)[0] ?? ''
  const named = new Set(Array.from(list.matchAll(/\{ kind: '([\w-]+)'/g), ([, kind]) => kind))
  const members = union.matchAll(/\{ readonly kind: '([\w-]+)'(?:; readonly (\w+): string)? \}/g)
  const missing = [...members].filter(([, kind]) => !named.has(kind))
  const lines = missing.map(([, kind, field]) => `      { kind: '${kind}'${field ? `, ${field}: 'n46'` : ''} },\n`)
  const last = `      { kind: 'over-budget', shortBy: 0 },\n`
  yield* change(sight, test, last, last + lines.join(''))
  yield* change(sight, test, `'44', '45']`, `'44', '45', 'n46']`)
}

function* lookBack(sight: Sight): Steps {
  yield* use(sight, 'search', { pattern: 'smaller-form', path: 'src' })
  yield* use(sight, 'read_file', { path: 'src/core/reason.ts' })
  yield* use(sight, 'read_file', { path: test, start_line: 48 })
  for (const [path, lines] of changed) yield* see(sight, path, lines)
  yield* run(sight, checks.types)
  yield* run(sight, checks.tests)
  const expression = `describeReason({ kind: 'reduced', rank: 2, shortBy: 30 })`
  const script = `import('./src/core/explain.ts').then(({ describeReason }) => console.log(${expression}))`
  const [line = ''] = (yield* run(sight, `node -e "${script}"`)).split('\n')
  return { kind: 'answer', parts: [{ kind: 'text', text: `Done. The reason is called 'reduced', and says: ${line}` }] }
}

/** What the worker wants to have in sight before it says that it is done. */
const changed: readonly (readonly [path: string, lines: string])[] = [
  ['src/core/explain.ts', sentence.to],
  ['src/core/policies/fit/ranked.ts', `if (taken !== full) return keep(taken, { kind: 'reduced'`],
  ['src/core/policies/fit/ranked.test.ts', `['card', { kind: 'reduced', rank: 1, shortBy: 20 }]`],
]
