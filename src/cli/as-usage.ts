import { InvalidSetting, UnknownSetting } from '../config/errors.ts'
import { PolicyRefused } from '../config/settings/policy.ts'
import { UsageError } from './exit-code.ts'

/** Parses what was typed. What is wrong with it ends with exit code 2 instead of 1. */
export function asUsage<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof UnknownSetting || error instanceof InvalidSetting || error instanceof PolicyRefused)
      throw new UsageError(error.message, error.code)
    throw error
  }
}
