import { HeddleError } from '../core/errors.ts'

/** What can be wrong with a file before its format matters. */
export type FileErrorCode =
  | 'file-missing'
  | 'file-is-folder'
  | 'file-unreadable'
  | 'file-empty'
  | 'file-binary'
  | 'file-not-utf8'

/** A file cannot be read. `path` is as the person gave it. */
export class FileError extends HeddleError {
  declare readonly code: FileErrorCode
  readonly path: string
  constructor(code: FileErrorCode, path: string, message: string, options?: ErrorOptions) {
    super(code, message, options)
    this.name = 'FileError'
    this.path = path
  }
}

/** What can be wrong with a JSON text. */
export type JsonErrorCode = 'json-invalid' | 'json-too-deep' | 'json-proto-key'

/** A text is no JSON that Heddle takes in. `position` is the offset in UTF-16 units, where it is known. */
export class JsonError extends HeddleError {
  declare readonly code: JsonErrorCode
  readonly position: number | undefined
  constructor(code: JsonErrorCode, message: string, position?: number) {
    super(code, message)
    this.name = 'JsonError'
    this.position = position
  }
}
