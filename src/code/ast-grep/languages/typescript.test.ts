import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = String.raw`// Copyright of nobody, and a few more words.

import { readFile } from 'node:fs/promises'
import type { Entry } from './entry.ts'
export { sum } from './sum.ts'

/** How many entries fit a page. */
export const pageSize = 50, margin = 2 // lines
const currencies: Record<string, number> = {
  eur: 2,
  jpy: 0,
  kwd: 3,
}

/** Reads a ledger. */
export async function readLedger<T extends Entry>(path: string, parse: (line: string) => T): Promise<T[]> {
  const text = await readFile(path, 'utf8')
  return text.split('\n').map(parse)
}

const hidden = (value: number): number => {
  const doubled = value * 2
  return doubled
}

interface Options {
  readonly strict: boolean
}
export type Outcome = { kind: 'ok' } | { kind: 'failed'; why: string }
export enum Side {
  Debit,
  Credit,
}

@register({ name: 'ledger' })
export class Ledger<T> extends Base<T> implements Iterable<T> {
  private entries: T[] = []
  static readonly version = 1; #secret = 'x'

  /** Makes an empty one. */
  constructor(private readonly options: Options) {
    super(options)
    this.entries = []
  }

  @logged
  get size(): number {
    const { length } = this.entries
    return length
  }

  add = (entry: T): void => {
    this.entries.push(entry)
    this.changed()
  }

  protected changed(): void {
    for (const listener of this.listeners) listener()
  }
}

namespace Inner {
  export function deep(): void {
    console.log('a call that is long')
  }
}

declare module 'other' {
  export const value: string
}

console.log('loaded', pageSize)
export { hidden, currencies as tables }
export default new Ledger({ strict: true })
`

it('outlines TypeScript: declarations without bodies, with their comments, and what a list exports', async () => {
  expect(await shown('src/ledger.ts', sample)).toMatchInlineSnapshot(`
    "
    + constant pageSize 7-8
    + constant margin 8-8
    + constant currencies 9-13
    + function readLedger 15-19
    + function hidden 21-24
    - interface Options 26-28
    + type Outcome 29-29
    + enum Side 30-33
    + class Ledger 35-60
    - field Ledger › entries 37-37
    + field Ledger › version 38-38
    - field Ledger › #secret 38-38
    + method Ledger › constructor 40-44
    + method Ledger › size 46-50
    + method Ledger › add 52-55
    - method Ledger › changed 57-59
    - module Inner 62-66
    - function Inner › deep 63-65
    - module 'other' 68-70
    - constant 'other' › value 69-69
    + variable default 74-74
    imports node:fs/promises
    imports ./entry.ts
    imports ./sum.ts

    …
    import { readFile } from 'node:fs/promises'
    import type { Entry } from './entry.ts'
    export { sum } from './sum.ts'

    /** How many entries fit a page. */
    export const pageSize = 50, margin = 2 // lines
    const currencies: Record<string, number> = …
    /** Reads a ledger. */
    export async function readLedger<T extends Entry>(path: string, parse: (line: string) => T): Promise<T[]> …
    const hidden = (value: number): number => …
    interface Options {
      readonly strict: boolean
    }
    export type Outcome = { kind: 'ok' } | { kind: 'failed'; why: string }
    export enum Side {
      Debit,
      Credit,
    }

    @register({ name: 'ledger' })
    export class Ledger<T> extends Base<T> implements Iterable<T> {
      private entries: T[] = []
      static readonly version = 1; #secret = 'x'

      /** Makes an empty one. */
      constructor(private readonly options: Options) …
      @logged
      get size(): number …
      add = (entry: T): void => …
      protected changed(): void …
    }

    namespace Inner {
      export function deep(): void …
    }

    declare module 'other' {
      export const value: string
    }
    …
    export { hidden, currencies as tables }
    export default new Ledger({ strict: true })
    "
  `)
})
