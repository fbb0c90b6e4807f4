import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Json } from '../../src/core/content/json.ts'

/** What a process of its own came to. `timed-out` when it was ended because it took too long. */
export type ChildResult<Result> =
  | { readonly kind: 'done'; readonly result: Result; readonly peakMegabytes: number }
  | { readonly kind: 'timed-out' }

interface Answer<Result> {
  readonly result: Result
  readonly peakMegabytes: number
}

/**
 * Runs a module in a process of its own, so that its peak memory is its own. It gets the input as JSON in its first argument
 * and answers with `answer`. Throws where it fails.
 */
export async function inChild<Result>(module: URL, input: Json, milliseconds?: number): Promise<ChildResult<Result>> {
  const child = spawn(process.execPath, [fileURLToPath(module), JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  let isLate = false
  const timer =
    milliseconds === undefined
      ? undefined
      : setTimeout(() => {
          isLate = true
          child.kill('SIGKILL')
        }, milliseconds)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  clearTimeout(timer)
  if (isLate) return { kind: 'timed-out' }
  if (code !== 0) throw new Error(`The measuring process ended with ${code}: ${JSON.stringify(input)}`)
  return { kind: 'done', ...(JSON.parse(out) as Answer<Result>) }
}

/** In the child: the input it was given. */
export function childInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? 'null') as Input
}

/** In the child: hands the result back, with the most memory this process ever held (its resident set, in MB). */
export function answer(result: Json): void {
  const said: Answer<Json> = { result, peakMegabytes: Math.round((process.resourceUsage().maxRSS * 1024) / 1e6) }
  process.stdout.write(JSON.stringify(said))
}
