import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Outcome, type Surroundings, shell } from './harness.ts'

/** The script that a process runs. */
export const main: string = resolve(import.meta.dirname, '../../src/cli/main.ts')

/** A folder to pack, and a home beside it, so that no test touches a person's own. */
export interface PackShell {
  readonly folder: string
  readonly home: string
  readonly env: { readonly [name: string]: string }
  heddle(line: readonly string[], surroundings?: Surroundings): Promise<Outcome>
  pack(line: readonly string[], surroundings?: Surroundings): Promise<Outcome>
  put(files: { readonly [path: string]: string | Uint8Array }): Promise<void>
  read(path: string): Promise<string>
  /** The names in the folder, sorted. */
  names(): Promise<readonly string[]>
  /** Each path of a list with its form, or why it was left out. */
  listed(line: readonly string[], surroundings?: Surroundings): Promise<{ readonly [path: string]: string }>
  git(...words: readonly string[]): void
  /** A line of bash in the folder; `$HEDDLE` is the command. */
  bash(code: string): Promise<Outcome>
  remove(): Promise<void>
}

interface Listed {
  readonly files: readonly { readonly path: string; readonly form?: string; readonly why?: string }[]
}

/** Makes a shell with a home of its own. */
export async function packShell(): Promise<PackShell> {
  const sh = await shell()
  const { folder } = sh
  const home = await mkdtemp(join(tmpdir(), 'heddle-home-'))
  const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache'), XDG_CONFIG_HOME: join(home, 'config') }
  const heddle: PackShell['heddle'] = (line, given = {}) => sh.heddle(line, { ...given, env: { ...env, ...given.env } })
  const pack: PackShell['pack'] = (line, given) => heddle(['pack', ...line], given)
  return {
    folder,
    home,
    env,
    heddle,
    pack,
    async put(files) {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text)
      }
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    names: async () => (await readdir(folder)).sort(),
    async listed(line, given) {
      const { files } = JSON.parse((await pack([...line, '--list', '--json'], given)).out) as Listed
      return Object.fromEntries(files.map(({ path, form, why }) => [path, form ?? why ?? '']))
    },
    git(...words) {
      const who = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.org', '-c', 'init.defaultBranch=main']
      execFileSync('git', [...who, ...words], { cwd: folder, stdio: 'pipe' })
    },
    async bash(code) {
      const command = `HEDDLE() { "${process.execPath}" "${main}" "$@"; }; ${code}`
      const child = spawn('bash', ['-c', command], { cwd: folder, env: { ...process.env, ...env } })
      const [out, err]: [Buffer[], Buffer[]] = [[], []]
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
      const [ended] = (await once(child, 'close')) as [number]
      return { code: ended, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }
    },
    async remove() {
      await sh.remove()
      await rm(home, { recursive: true, force: true })
    },
  }
}
