import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Json } from '../../core/content/json.ts'
import type { Tool, ToolOutcome } from '../tool.ts'
import { fileTools } from './file-tools.ts'
import type { FileToolsOptions } from './ports.ts'

/** A folder with tools in it, for tests. */
export interface ExampleRoot {
  /** Holds the root, and what is outside of it. */
  readonly base: string
  readonly root: string
  readonly seen: Map<string, string>
  /** Writes a file, with the folders above it. */
  put(path: string, content: string | Buffer): void
  text(path: string): string
  tool(name: string): Tool
  /** Runs a tool. */
  call(name: string, input: Json, signal?: AbortSignal): Promise<ToolOutcome>
  remove(): void
}

/** Makes one in the folder for temporary files. Without `list` and `glob`, no files are listed. */
export function exampleRoot(
  listing: (root: string) => Pick<FileToolsOptions, 'list' | 'glob'> = () => ({
    list: async () => [],
    glob: () => () => false,
  }),
): ExampleRoot {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-tools-')))
  const root = join(base, 'root')
  mkdirSync(root)
  const seen = new Map<string, string>()
  const tools = fileTools({
    root,
    seen: { get: async (path) => seen.get(path), set: async (path, digest) => void seen.set(path, digest) },
    ...listing(root),
  })
  const tool = (name: string): Tool => {
    const found = tools.find(({ definition }) => definition.name === name)
    if (!found) throw new Error(`no tool ${name}`)
    return found
  }
  return {
    base,
    root,
    seen,
    put(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    },
    text: (path) => readFileSync(join(root, path), 'utf8'),
    tool,
    call: (name, input, signal = new AbortController().signal) => tool(name).run(input, { callId: 'c', signal }),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

/** What an outcome says in text. */
export function saidIn({ content }: ToolOutcome): string {
  return content.map((part) => ('text' in part ? part.text : '')).join('\n')
}
