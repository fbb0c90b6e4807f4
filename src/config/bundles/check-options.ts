import type { BundleOptions } from '../../bundles/settings.ts'
import type { Json, JsonObject } from '../../core/content/json.ts'
import { InvalidSetting, UnknownSetting } from '../errors.ts'
import { refuseKeys } from '../settings/check.ts'
import { withValue } from '../settings/key.ts'
import { nearest } from '../settings/nearest.ts'
import { bundleOptionsSchema, optionWords } from './schema.ts'

/**
 * Takes options as they came from outside; what a template leaves out is empty. `where` opens the message of an error. Throws
 * UnknownSetting with the nearest name, or InvalidSetting with what is allowed.
 */
export function checkOptions(opts: object, where: string): BundleOptions {
  refuseKeys(opts, where)
  for (const name of Object.keys(opts)) checkOptionName(name, where)
  const result = bundleOptionsSchema.safeParse(opts)
  if (result.success) return result.data
  const name = checkOptionName(String(result.error.issues[0]?.path[0]), where)
  throw new InvalidSetting(name, where, optionWords[name])
}

/** The name of an option, or UnknownSetting with the nearest. */
function checkOptionName(name: string, where: string): keyof BundleOptions {
  const known = Object.keys(optionWords) as (keyof BundleOptions)[]
  const found = known.find((each) => each === name)
  if (found !== undefined) return found
  const meant = nearest(name, known)
  throw new UnknownSetting(name, where, meant ? `Did you mean ${meant}?` : `Known are ${known.join(', ')}.`)
}

/**
 * Options with a value at a path such as `link_depth` or `templates.0.before`; without what stands there if it is undefined.
 * Throws as `checkOptions` does.
 */
export function withOption(opts: BundleOptions, path: string, value: Json | undefined, where: string): BundleOptions {
  const [name = '', ...rest] = path.split('.')
  checkOptionName(name, where)
  return checkOptions(withValue(opts as unknown as JsonObject, [name, ...rest], value), where)
}
