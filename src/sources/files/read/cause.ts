import type { UnreadCause } from '../../source.ts'

const causes: { readonly [code: string]: UnreadCause } = {
  ENOENT: 'not-found',
  ENOTDIR: 'not-found',
  ENAMETOOLONG: 'not-found',
  ELOOP: 'not-found',
  EISDIR: 'not-a-file',
  ENXIO: 'not-a-file',
  ENODEV: 'not-a-file',
  EOPNOTSUPP: 'not-a-file',
  ERR_INVALID_ARG_VALUE: 'not-found',
}

/**
 * What an error of the file system says of a path. What is not known is `unreadable`; other errors are thrown again.
 */
export function causeOf(error: unknown): UnreadCause {
  if (!(error instanceof Error) || !('code' in error)) throw error
  return causes[String(error.code)] ?? 'unreadable'
}
