import { sql } from 'kysely'
import type { Connection } from '../database/connection.ts'
import type { Tables } from '../database/schema.ts'
import { type Statement, slot } from '../database/statement.ts'

/** How the newest rows of a table are found. */
interface Found<Table extends 'runs' | 'calls' | 'outcomes' | 'reflections'> {
  /** The column with the id, by which they are ordered: the last of every index. */
  readonly id: keyof Tables[Table] & string
  /** The columns that may be asked for, each with an index, the one that tells most apart first. */
  readonly keys: readonly (keyof Tables[Table] & string)[]
  /** A column that is always asked for, behind the key in every index. */
  readonly beside?: keyof Tables[Table] & string
}

/** What is asked of a table: the columns by their values, conversations by their ids. */
type Ask<Table extends keyof Tables> = {
  readonly [column in keyof Tables[Table]]?: string | undefined
} & { readonly limit: number }

/**
 * Finds the newest rows that have everything that is asked for. It reads the index of one column and, of the rows there, what the
 * limit takes, or, where more is asked for, what it takes to fill the limit.
 */
export function newest<Table extends 'runs' | 'calls' | 'outcomes' | 'reflections'>(
  connection: Connection,
  table: Table,
  { id, keys, beside }: Found<Table>,
): (ask: Ask<Table>) => Tables[Table][] {
  const statements = new Map<string, Statement<Tables[Table]>>()
  const statementFor = (asked: readonly (keyof Tables[Table] & string)[]): Statement<Tables[Table]> =>
    connection.prepare((query) => {
      const conditions = asked.map((key, at) => {
        const value = slot<string>(at)
        const column = at === 0 || key === beside ? sql.ref(key) : sql`+${sql.ref(key)}`
        return key === 'conversation'
          ? sql`${column} = (SELECT key FROM conversations WHERE id = ${value})`
          : sql`${column} = ${value}`
      })
      const where = conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`
      const limit = slot<number>(asked.length)
      return {
        compile: () =>
          sql<
            Tables[Table]
          >`SELECT * FROM ${sql.table(table)} ${where} ORDER BY ${sql.ref(id)} DESC LIMIT ${limit}`.compile(query),
      }
    })
  const columns = beside === undefined ? keys : [...keys, beside]
  return ({ limit, ...ask }) => {
    const values: { readonly [column: string]: string | undefined } = ask
    const asked = columns.filter((column) => values[column] !== undefined)
    const name = asked.join(' ')
    const statement = statements.get(name) ?? statementFor(asked)
    statements.set(name, statement)
    return statement.all(...asked.map((column) => values[column] ?? null), limit)
  }
}
