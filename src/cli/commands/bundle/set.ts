import type { Command } from 'commander'
import { changeBundle } from '../../../config/bundles/change.ts'
import { withOption } from '../../../config/bundles/check-options.ts'
import { parseValue, valueAt } from '../../../config/settings/key.ts'
import { asUsage } from '../../as-usage.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { sanitizeLine } from '../../print/sanitize.ts'

/** `heddle bundle set|unset NAME OPTION [VALUE]` */
export function addSet(bundle: Command, context: Context): void {
  addCommand(
    bundle,
    'set <name> <option> <value>',
    'set an option of a bundle; heddle config set bundle.OPTION sets it for all',
    [
      'bundle set garden link_depth 2',
      `bundle set garden excluded_headings '["Private", "Draft*"]'`,
      `bundle set garden templates.0.before '## {{ITEM_PATH}}'`,
      'bundle set garden max_tokens 8000',
    ],
  ).action(async (name: string, option: string, text: string) => {
    const value = parseValue(text)
    asUsage(() => withOption({}, option, value, 'bundle set'))
    const { opts } = await changeBundle(await context.workspace(), name, (held) => ({
      ...held,
      opts: withOption(held.opts, option, value, 'bundle set'),
    }))
    context.print({ name, opts }, () => [`${sanitizeLine(option)} = ${sanitizeLine(JSON.stringify(value))}`])
  })
  addCommand(bundle, 'unset <name> <option>', 'take an option of a bundle away', [
    'bundle unset garden max_tokens',
  ]).action(async (name: string, option: string) => {
    asUsage(() => withOption({}, option, undefined, 'bundle unset'))
    let wasSet = false
    const { opts } = await changeBundle(await context.workspace(), name, (held) => {
      wasSet = valueAt({ bundle: held.opts }, ['bundle', ...option.split('.')]) !== undefined
      return { ...held, opts: withOption(held.opts, option, undefined, 'bundle unset') }
    })
    context.print({ name, opts, removed: wasSet }, () => [])
    context.tell(
      context.errorStyle.dim(
        wasSet
          ? `taken away from: ${sanitizeLine(name)}`
          : `${sanitizeLine(option)} was not set for: ${sanitizeLine(name)}`,
      ),
    )
  })
}
