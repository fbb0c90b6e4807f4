import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Given } from './area.ts'
import { areas } from './areas.ts'

const caseSchema = z.object({
  id: z.string(),
  given: z.record(z.string(), z.unknown()),
  expect: z.record(z.string(), z.unknown()),
  skip: z.string().optional(),
})
const fileSchema = z.object({ area: z.string(), cases: z.array(caseSchema) })

interface Tally {
  passed: number
  failed: number
  skipped: number
}

/** Runs every case below a folder and returns the exit code. Prints one block for each failing case and one last line. */
async function run(folder: string | undefined): Promise<number> {
  const files = folder === undefined ? [] : jsonFilesBelow(folder)
  if (files.length === 0) {
    console.error(
      folder ? `No case files (*.json) below ${folder}.` : 'Name the folder with the cases: npm run conformance -- DIR',
    )
    return 1
  }
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 }
  for (const file of files) await runFile(file, tally)
  console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`)
  return tally.failed > 0 ? 1 : 0
}

function jsonFilesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return entries
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

async function runFile(file: string, tally: Tally): Promise<void> {
  const parsed = parse(file)
  if (!parsed) {
    tally.failed++
    console.log(`${file}: not JSON in the format of a case file`)
    return
  }
  const area = areas[parsed.area]
  for (const each of parsed.cases) {
    if (each.skip !== undefined) {
      tally.skipped++
      continue
    }
    const got = area ? await attempt(() => area(structuredClone(each.given))) : { unknownArea: parsed.area }
    const wrong = Object.keys(each.expect).filter((field) => !matches(field, got[field], each.expect[field]))
    if (wrong.length === 0) tally.passed++
    else {
      tally.failed++
      report(parsed.area, each, got, wrong)
    }
  }
}

function parse(file: string): z.infer<typeof fileSchema> | undefined {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

async function attempt(run: () => Given | Promise<Given>): Promise<Given> {
  try {
    return JSON.parse(JSON.stringify(await run()))
  } catch (error) {
    return { thrown: String(error) }
  }
}

/** Deep and complete; of an error only the fields named are compared. */
function matches(field: string, got: unknown, expected: unknown): boolean {
  if (field !== 'error') return isDeepStrictEqual(got, expected)
  const given = (got ?? {}) as Given
  return Object.entries(expected as Given).every(([name, value]) => isDeepStrictEqual(given[name], value))
}

function report(area: string, each: z.infer<typeof caseSchema>, got: Given, wrong: readonly string[]): void {
  const named = (from: Given): Given => Object.fromEntries(wrong.map((field) => [field, from[field]]))
  console.log(`${area} ${each.id}`)
  console.log(`  expected ${shorten(JSON.stringify(named(each.expect)))}`)
  console.log(`  got      ${shorten(JSON.stringify('thrown' in got || 'unknownArea' in got ? got : named(got)))}`)
}

function shorten(text: string, most = 600): string {
  return text.length <= most ? text : `${text.slice(0, most / 2)} … ${text.slice(-most / 2)}`
}

process.exitCode = await run(process.argv[2])
