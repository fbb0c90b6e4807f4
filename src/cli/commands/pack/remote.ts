import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneRemote } from '../../../config/pack/clone-remote.ts'
import { goneAtExit } from '../../../config/write/gone-at-exit.ts'
import type { Context } from '../../context.ts'
import { progress } from '../../print/progress.ts'

/** Fetches a repository into a folder of its own, and takes it away again when the work on it is done. */
export async function withRemote(
  { io }: Context,
  address: string,
  ref: string | undefined,
  work: (root: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-remote-'))
  const finished = goneAtExit(folder)
  const shown = progress(io)
  try {
    const root = join(folder, 'repository')
    await cloneRemote(address, root, {
      ref,
      signal: io.signal,
      onProgress: (done, total, what) => shown.update(done, total, what),
    })
    shown.end()
    await work(root)
  } finally {
    shown.end()
    await rm(folder, { recursive: true, force: true })
    finished()
  }
}
