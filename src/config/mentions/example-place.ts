import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Part } from '../../core/content/part.ts'
import { initWorkspace, openWorkspace, type Workspace } from '../open.ts'
import { type Expanded, expandMentions } from './expand-mentions.ts'

/** For tests: a workspace in a folder of its own, and what is said in it. */
export interface ExamplePlace {
  readonly folder: string
  readonly root: string
  readonly workspace: Workspace
  write(path: string, content?: string | Buffer): void
  git(...words: readonly string[]): string
  /** Commits everything, and gives the hash. */
  commit(message: string): string
  expand(text: string): Promise<Expanded>
  close(): Promise<void>
}

/** For tests: makes one. */
export async function examplePlace(): Promise<ExamplePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-mentions-'))
  const root = join(folder, 'work')
  await initWorkspace(root)
  const workspace = await openWorkspace({ cwd: root, now: Date.now })
  const git = (...words: readonly string[]): string => {
    const env = {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_COMMITTER_NAME: 'Ada',
      EMAIL: 'ada@example.org',
    }
    return execFileSync('git', words, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' }).trim()
  }
  return {
    folder,
    root,
    workspace,
    git,
    write: (path, content = `text of ${path}\n`) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    },
    commit: (message) => {
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD')
    },
    expand: (text) => expandMentions(workspace, [said(text)]),
    close: async () => {
      await workspace.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** For tests: a part of text. */
export const said = (text: string): Part => ({ kind: 'text', text })

/** For tests: what stands behind the message, as texts. */
export const behind = ({ parts }: Expanded): string[] =>
  parts.slice(1).flatMap((part) => ('text' in part ? [part.text] : [`(${part.kind})`]))

/** For tests: something that looks like a key. */
export const exampleSecret: string = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
