import fc from 'fast-check'
import { characters, estimate, type Measure } from '../../core/content/measure.ts'
import type { AuthorType, Part } from '../../core/content/part.ts'
import type { EdgeType, SourceRole } from '../../history/edge.ts'
import { call, result } from '../store-contract/samples.ts'

const lengths: Measure = { id: 'lengths', count: (text) => text.length }

/** The measures that steps count in. */
const measures: readonly Measure[] = [characters, estimate, lengths]

/** Which node: counted back from the newest of the conversation; a negative one is of the other conversation. */
type Up = number

/** A node to append. `way` says what it is: behind its parent, a note about it, a version of `edited`, or one of the root. */
interface NodeStep {
  readonly up: Up
  readonly edited: Up
  readonly way: 'child' | 'note' | 'version' | 'stray version'
  readonly author: AuthorType
  readonly parts: readonly Part[]
  readonly sources: readonly SourceStep[]
  readonly createdAt: number
}

interface SourceStep {
  readonly up: Up
  readonly role: SourceRole
}

/** Positions, and how many revisions ago. */
interface Asked {
  readonly from: number
  readonly length: number
  readonly back: number
}

type Change =
  | { readonly kind: 'append'; readonly nodes: readonly NodeStep[]; readonly measures: readonly Measure[] }
  | {
      readonly kind: 'edge'
      readonly target: Up
      readonly type: EdgeType
      readonly primary: Up
      readonly sources: readonly SourceStep[]
      /** The first branch goes by the edge from then on. */
      readonly choose: boolean
    }
  | { readonly kind: 'facts'; readonly branch: number; readonly ups: readonly Up[]; readonly move: boolean }
  | { readonly kind: 'fork'; readonly branch: number; readonly up: Up }
  | { readonly kind: 'mark'; readonly ups: readonly Up[]; readonly on: boolean }
  | { readonly kind: 'prune'; readonly up: Up }
  | { readonly kind: 'restore'; readonly which: number }
  | {
      readonly kind: 'select'
      readonly branch: number
      readonly target: Up | undefined
      readonly edge: number | undefined
      readonly source: number | undefined
    }
  | {
      readonly kind: 'jot'
      readonly up: Up
      readonly what: 'bookmark' | 'unbookmark' | 'tag' | 'untag' | 'visit'
      readonly text: 'one' | 'two'
    }

type Question =
  | (Asked & {
      readonly kind: 'read'
      readonly up: Up
      readonly branch: number | undefined
      readonly size: number
      readonly perNode: number
      readonly measure: Measure
    })
  | (Asked & {
      readonly kind: 'look'
      readonly up: Up
      readonly type: EdgeType
      readonly after: Up | undefined
      readonly before: Up | undefined
      readonly limit: number
      readonly text: 'one' | 'two'
    })
  | {
      readonly kind: 'search'
      readonly up: Up
      readonly query: string
      readonly where: 'all' | 'conversation' | 'route'
    }

/** One change, or questions, in one of two conversations. */
export interface Step {
  readonly other: boolean
  readonly step: Change | Question
}

/** Most are near. */
const up = fc.oneof(
  { weight: 6, arbitrary: fc.nat(8) },
  { weight: 4, arbitrary: fc.nat(60) },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: -1 }) },
)
const near = fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(5) }, fc.nat(60))

const source = fc.record({
  up: fc.oneof({ weight: 9, arbitrary: fc.nat(40) }, up),
  role: fc.constantFrom<SourceRole>('context', 'instruction', 'context', 'instruction', 'primary'),
})
const mostlyNone = fc.oneof(
  { weight: 24, arbitrary: fc.constant<{ up: number; role: SourceRole }[]>([]) },
  {
    weight: 6,
    arbitrary: fc.array(
      source.filter(({ role }) => role !== 'primary'),
      { maxLength: 2 },
    ),
  },
  { weight: 1, arbitrary: fc.array(source, { maxLength: 2 }) },
)
const words = ['loom', 'Weft', 'warp', 'héddle', 'heddle', 'thread']

const part = fc.oneof(
  fc.string({ maxLength: 12 }).map((text): Part => ({ kind: 'text', text })),
  fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
    .map((text): Part => ({ kind: 'text', text: text.join(' ') })),
  fc.constantFrom('a', 'b', 'c').map(call),
  fc.constantFrom('a', 'b', 'c', 'd').map(result),
  fc.constant<Part>({ kind: 'image', ref: 'https://example.org/a.png' }),
)

const node = fc.record({
  up: near,
  edited: fc.nat(20),
  way: fc.oneof(
    { weight: 240, arbitrary: fc.constant('child' as const) },
    { weight: 20, arbitrary: fc.constant('note' as const) },
    { weight: 60, arbitrary: fc.constant('version' as const) },
    { weight: 1, arbitrary: fc.constant('stray version' as const) },
  ),
  author: fc.constantFrom<AuthorType>('human', 'model', 'model', 'tool', 'system'),
  parts: fc.array(part, { maxLength: 3 }),
  sources: mostlyNone,
  createdAt: fc.nat(5),
})

const edgeType = fc.constantFrom<EdgeType>('continuation', 'continuation', 'annotation')
const place = {
  from: fc.oneof(fc.integer({ min: -2, max: 3 }), fc.nat(40)),
  length: fc.nat(60),
  back: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(4), fc.nat(40)),
}

const changes = {
  append: fc.record({
    kind: fc.constant('append' as const),
    nodes: fc.array(node, { minLength: 1, maxLength: 30, size: 'max' }),
    measures: fc.subarray([...measures]),
  }),
  edge: fc.record({
    kind: fc.constant('edge' as const),
    target: fc.nat(12),
    type: edgeType,
    primary: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 6, max: 40 }) }, up),
    sources: fc.array(source, { maxLength: 2 }).map((all) => all.filter(({ role }) => role !== 'primary')),
    choose: fc.boolean(),
  }),
  facts: fc.record({
    kind: fc.constant('facts' as const),
    branch: fc.nat(5),
    ups: fc.array(up, { maxLength: 3 }),
    move: fc.boolean(),
  }),
  fork: fc.record({ kind: fc.constant('fork' as const), branch: fc.nat(5), up }),
  mark: fc.record({ kind: fc.constant('mark' as const), ups: fc.array(up, { maxLength: 20 }), on: fc.boolean() }),
  prune: fc.record({ kind: fc.constant('prune' as const), up }),
  restore: fc.record({ kind: fc.constant('restore' as const), which: fc.nat(6) }),
  select: fc.record({
    kind: fc.constant('select' as const),
    branch: fc.nat(5),
    target: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, up),
    edge: fc.option(fc.nat(20), { nil: undefined, freq: 2 }),
    source: fc.option(fc.nat(20), { nil: undefined, freq: 2 }),
  }),
  jot: fc.record({
    kind: fc.constant('jot' as const),
    up,
    what: fc.constantFrom(
      'bookmark' as const,
      'unbookmark' as const,
      'tag' as const,
      'untag' as const,
      'visit' as const,
    ),
    text: fc.constantFrom('one' as const, 'two' as const),
  }),
}

const questions = {
  read: fc.record({
    kind: fc.constant('read' as const),
    up,
    branch: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.option(fc.nat(5), { nil: undefined })),
    ...place,
    size: fc.integer({ min: -1, max: 900 }),
    perNode: fc.nat(4),
    measure: fc.constantFrom(...measures),
  }),
  look: fc.record({
    kind: fc.constant('look' as const),
    up,
    type: edgeType,
    after: fc.option(fc.nat(40), { nil: undefined }),
    before: fc.option(fc.nat(40), { nil: undefined }),
    limit: fc.nat(9),
    text: fc.constantFrom('one' as const, 'two' as const),
    ...place,
  }),
  search: fc.record({
    kind: fc.constant('search' as const),
    up,
    query: fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom('loom weft', '"weft warp"', 'he*', '"warp thr"*', '"open', '??', 'HEDDLE warp'),
    ),
    where: fc.constantFrom('all' as const, 'conversation' as const, 'route' as const),
  }),
}

/** Makes steps. */
export const step: fc.Arbitrary<Step> = fc.record({
  other: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, fc.constant(true)),
  step: fc.oneof(
    { weight: 6, arbitrary: changes.append },
    { weight: 3, arbitrary: changes.edge },
    { weight: 1, arbitrary: changes.fork },
    { weight: 2, arbitrary: changes.facts },
    { weight: 2, arbitrary: changes.mark },
    { weight: 2, arbitrary: changes.prune },
    { weight: 2, arbitrary: changes.restore },
    { weight: 4, arbitrary: changes.select },
    { weight: 2, arbitrary: changes.jot },
    { weight: 6, arbitrary: questions.read },
    { weight: 4, arbitrary: questions.look },
    { weight: 1, arbitrary: questions.search },
  ),
})
