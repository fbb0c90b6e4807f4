import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { initWorkspace } from '../../src/index.ts'

const repository = join(import.meta.dirname, '../..')
/** What the project's compiler and tests need. */
const packages = ['.bin', '@noble', '@types', 'fast-check', 'typescript', 'vitest']
/** What is compiled: not the tests that need other packages, or other parts of the repository. */
const include = ['src/core/*.ts', 'src/core/policies']

/** A project to work on, outside of the repository, with a workspace of its own. */
export interface Project {
  readonly root: string
  /** Of commands, and where the settings of the workspace's user are found. */
  readonly env: { readonly [name: string]: string | undefined }
  remove(): Promise<void>
}

/** Copies this repository's `src/core` into a temporary folder; its user's settings send all calls to the provider of this address. */
export async function makeProject(model: string, url: string): Promise<Project> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'heddle-agent-')))
  const root = join(base, 'project')
  const config = join(base, 'config')
  await cp(join(repository, 'src/core'), join(root, 'src/core'), { recursive: true })
  await cp(join(repository, 'tsconfig.json'), join(root, 'tsconfig.base.json'))
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify({ extends: './tsconfig.base.json', include }))
  await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  await writeFile(join(root, '.gitignore'), 'node_modules\n')
  await mkdir(join(root, 'node_modules'))
  for (const name of packages)
    await symlink(join(repository, 'node_modules', name), join(root, 'node_modules', name), 'junction')
  await mkdir(join(config, 'heddle'), { recursive: true })
  const [provider = ''] = model.split(':')
  const settings = { model, providers: { [provider]: { baseUrl: `${url}/v1` } } }
  await writeFile(join(config, 'heddle/config.json'), JSON.stringify(settings))
  await initWorkspace(root)
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  return {
    root,
    env: { ...process.env, PATH: path, XDG_CONFIG_HOME: config },
    remove: () => rm(base, { recursive: true, force: true }),
  }
}
