import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numbersIn, type Request } from './command.ts'

/** The options of what is measured at several sizes. */
export const sizeOptions = { sizes: { type: 'string' }, folder: { type: 'string' } } as const

/** Measures at each of the sizes that the options name, the smallest first, in a folder of its own that is taken away afterwards. */
export async function bySize<Result>(
  { options }: Pick<Request, 'options'>,
  defaults: readonly number[],
  measure: (size: number, folder: string) => Promise<Result>,
): Promise<Result[]> {
  const sizes = numbersIn('sizes', options.sizes, defaults)
  const folder = await mkdtemp(join(String(options.folder ?? tmpdir()), 'heddle-bench-'))
  try {
    const results: Result[] = []
    for (const size of sizes.toSorted((a, b) => a - b)) {
      const own = join(folder, String(size))
      results.push(await measure(size, own))
      await rm(own, { recursive: true, force: true })
    }
    return results
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
