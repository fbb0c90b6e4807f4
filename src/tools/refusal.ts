import { HeddleError } from '../core/errors.ts'

/** What a tool does not do; the message tells the model why, and what to do instead. */
export class ToolRefused extends HeddleError {
  constructor(message: string, options?: ErrorOptions) {
    super('tool-refused', message, options)
  }
}

/** Whether it was refused because nothing is there. */
export function isMissing(error: unknown): boolean {
  return error instanceof ToolRefused && codeOf(error.cause) === 'ENOENT'
}

/** The code of an error of the file system. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
}

const causes: { readonly [code: string]: string } = {
  ENOENT: 'is not there',
  ENOTDIR: 'leads through a file as if it were a folder',
  EISDIR: 'is a folder',
  EACCES: 'may not be opened: permission denied',
  EPERM: 'may not be changed: permission denied',
  EROFS: 'cannot be changed: the disk is read-only',
  ENOSPC: 'cannot be written: the disk is full',
  ELOOP: 'is a link that leads in a circle, or was put there a moment ago',
  ENAMETOOLONG: 'has a name that is too long',
  ENXIO: 'is no regular file',
}

/** An error of the file system in words, without the places of this machine; other errors come back as they are. */
export function refusalOf(error: unknown, path: string): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  return new ToolRefused(`${path} ${causes[code] ?? `cannot be used (${code})`}.`, { cause: error })
}
