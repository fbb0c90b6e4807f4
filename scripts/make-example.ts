import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { estimate } from '../src/core/content/measure.ts'
import { definitions } from './example/definitions.ts'
import { record } from './example/record.ts'
import { story, system } from './example/story.ts'
import { inCopyOf } from './example/workspace.ts'

/**
 * Makes examples/coding-session.json by really doing what its agent does, in a copy of this repository. The same tree
 * gives the same bytes. The file is checked in as it was made; run this again only to tell a newer story.
 */
const target = 'examples/coding-session.json'
const repository = resolve(import.meta.dirname, '..')

inCopyOf(repository, (copy) => {
  const messages = record(story, { copy, repository })
  const session = { model: 'claude-sonnet-5', system, tools: definitions, messages }
  const text = format(JSON.stringify(session, null, 2))
  mkdirSync(join(repository, 'examples'), { recursive: true })
  writeFileSync(join(repository, target), text)
  console.log(`${target}: ${messages.length} messages, about ${estimate.count(JSON.stringify(session))} tokens`)
})

/** As the repository's formatter wants it, so that checking the example in changes nothing. */
function format(json: string): string {
  const biome = join(repository, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout, stderr, status } = spawnSync(process.execPath, [biome, 'format', `--stdin-file-path=${target}`], {
    cwd: repository,
    input: json,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`The formatter refused the example: ${stderr}`)
  return stdout
}
