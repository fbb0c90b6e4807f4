import { type Command, Option } from 'commander'
import { modelOf } from '../../config/call-model.ts'
import { NoWorkspace } from '../../config/errors.ts'
import { changeWorkspaceSettings, isTrusted, trust } from '../../config/session/trusted.ts'
import { checkSettings } from '../../config/settings/check.ts'
import { formatKey, parseKey, parseValue, type SettingPath, valueAt, withValue } from '../../config/settings/key.ts'
import { type Level, type LevelName, type Origin, resolveSettings } from '../../config/settings/levels.ts'
import type { SettingsOfLevel } from '../../config/settings/settings.ts'
import { changeSettings, readSettings } from '../../config/settings/settings-file.ts'
import { settingLevels } from '../../config/settings/settings-of.ts'
import { userSettingsFile } from '../../config/user-files.ts'
import { findWorkspace } from '../../config/workspace.ts'
import type { Json } from '../../core/content/json.ts'
import { HeddleError } from '../../core/errors.ts'
import type { Conversation } from '../../history/conversation.ts'
import { asUsage } from '../as-usage.ts'
import { addCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../exit-code.ts'
import { sanitizeLine } from '../print/sanitize.ts'
import { table } from '../print/table.ts'
import { findConversation } from '../read/find.ts'

interface LevelOptions {
  readonly user?: boolean
  readonly conversation?: string | true
}

/** `heddle config get|set|unset|list`: settings at four levels, and where each value comes from. */
export function addConfig(program: Command, context: Context): void {
  const config = addCommand(
    program,
    'config',
    'settings: default, then user, workspace, conversation; each overrides the one before',
    [
      'config list',
      'config set tokenBuffer 4096',
      'config set truncationStrategy rollingWindow --conversation',
      'config set models.local:mine.window 32768 --user',
    ],
  )
  withLevels(
    addCommand(config, 'get <key>', 'print the value that holds, or that one level sets', ['config get model']),
  ).action(async (key: string, options: LevelOptions) => {
    const path = asUsage(() => parseKey(key))
    const found = await holding(context, path, options)
    if (found === undefined)
      throw new HeddleError('not-set', `${key} is not set there. \`heddle config list\` shows what is.`)
    context.print({ key, ...found }, () => [sanitizeLine(plain(found.value))])
    context.tell(context.errorStyle.dim(`from: ${found.from}`))
    tellUnconfirmed(context, found)
  })
  withLevels(
    addCommand(config, 'set <key> <value>', 'set a value for the workspace, the user or a conversation', [
      'config set model openai:gpt-4o',
      'config set shares.history 0.6 --user',
    ]),
  ).action(async (key: string, text: string, options: LevelOptions) => {
    const path = asUsage(() => parseKey(key))
    const value = parseValue(text)
    asUsage(() => checkSettings(withValue({}, path, value), 'config set'))
    if (path[0] === 'model') await checkModel(context, String(value), options)
    if (options.conversation !== undefined && (path[0] === 'providers' || (path[0] === 'tools' && value === 'allow')))
      throw new UsageError('A conversation can only make a tool stricter. Set this for the workspace, or with --user.')
    const level = await write(context, options, (settings) =>
      asUsage(() => checkSettings(withValue(settings, path, value), 'config set')),
    )
    const holds = await holdsAt(context, path, level)
    context.print({ key, value, from: level, ...holds }, () => [`${sanitizeLine(key)} = ${sanitizeLine(plain(value))}`])
    context.tell(context.errorStyle.dim(`set for: ${level}`))
    tellUnconfirmed(context, holds)
  })
  withLevels(addCommand(config, 'unset <key>', 'take a value away from a level', ['config unset tokenBuffer'])).action(
    async (key: string, options: LevelOptions) => {
      const path = asUsage(() => parseKey(key))
      let was: Json | undefined
      const level = await write(context, options, (settings) => {
        was = valueAt(settings, path)
        return withValue(settings, path, undefined)
      })
      context.print({ key, removed: was !== undefined, from: level }, () => [])
      context.tell(
        context.errorStyle.dim(
          was === undefined ? `${sanitizeLine(key)} was not set for: ${level}` : `taken away from: ${level}`,
        ),
      )
    },
  )
  addCommand(config, 'trust', "confirm what this workspace's settings say of tools and providers", [
    'config trust',
  ]).action(() => confirm(context))
  withLevels(addCommand(config, 'list', 'print every setting, and where its value comes from', ['config list'])).action(
    (options: LevelOptions) => list(context, options),
  )
}

function withLevels(command: Command): Command {
  return command
    .addOption(new Option('--user', "the user's settings, for all workspaces").conflicts('conversation'))
    .option('-c, --conversation [id]', 'the settings of a conversation (default: the current one)')
}

async function list(context: Context, options: LevelOptions): Promise<void> {
  const { levels, only } = await levelsFor(context, options)
  const { origins } = resolveSettings(only === undefined ? levels : levels.filter(({ name }) => name === only))
  const shown = only === undefined ? origins : origins.filter(({ level }) => level === only)
  const held = await unconfirmed(context, levels)
  const rows = shown.map(({ path, value, level }) => ({
    key: formatKey(path),
    value,
    from: level,
    ...(held(path, level) ? { holds: false } : {}),
  }))
  context.print(rows, () =>
    rows.length === 0
      ? []
      : table(
          rows,
          [
            { title: 'setting', value: ({ key }) => key },
            { title: 'value', value: ({ value }) => plain(value), flexible: true, style: context.style.bold },
            {
              title: 'from',
              value: ({ from, holds }) => (holds === false ? `${from}, not confirmed` : from),
              style: (cell, { from }) => (from === 'default' ? context.style.dim(cell) : context.style.green(cell)),
            },
          ],
          { width: context.io.stdout.columns, head: context.style.dim },
        ),
  )
  if (rows.length === 0) context.tell(`Nothing is set for: ${only}`)
  if (rows.some(({ holds }) => holds === false))
    context.tell(context.errorStyle.yellow('What is not confirmed does not hold: heddle config trust'))
}

/** What is known of a value beside itself: `holds` is false where it does not hold, because nobody here confirmed it. */
interface Holding {
  readonly holds?: false
}

function tellUnconfirmed(context: Context, { holds }: Holding): void {
  if (holds === false)
    context.tell(
      context.errorStyle.yellow(
        'What this workspace says of it does not hold, since nobody here has confirmed it. Look with `heddle config list`, then: heddle config trust',
      ),
    )
}

/** Whether what was set at a level holds. */
async function holdsAt(context: Context, path: SettingPath, level: LevelName): Promise<Holding> {
  if (level !== 'workspace') return {}
  const file = await findWorkspace(context.io.cwd, context.named)
  const own: Level = { name: level, settings: await readSettings(file.settings) }
  return await holdingOf(context, path, [own])
}

/** Whether all at and below a path that is not overridden holds. */
async function holdingOf(context: Context, path: SettingPath, levels: readonly Level[]): Promise<Holding> {
  const held = await unconfirmed(context, levels)
  const { origins } = resolveSettings(levels)
  return within(origins, path).some((origin) => held(origin.path, origin.level)) ? { holds: false } : {}
}

/** Which values do not hold because nobody here confirmed them; see `delicateSettings`. */
async function unconfirmed(
  { io, named }: Context,
  levels: readonly Level[],
): Promise<(path: SettingPath, level: LevelName) => boolean> {
  const settings = levels.find(({ name }) => name === 'workspace')?.settings
  if (settings === undefined || (settings.tools ?? settings.providers) === undefined) return () => false
  const { root } = await findWorkspace(io.cwd, named)
  if (await isTrusted(io.env, root, settings)) return () => false
  return ([name, member = ''], level) =>
    level === 'workspace' && (name === 'providers' || (name === 'tools' && settings.tools?.[member] === 'allow'))
}

async function holding(
  context: Context,
  path: SettingPath,
  options: LevelOptions,
): Promise<({ readonly value: Json; readonly from: LevelName } & Holding) | undefined> {
  const { levels, only } = await levelsFor(context, options)
  if (only !== undefined) {
    const value = valueAt(levels.find(({ name }) => name === only)?.settings ?? {}, path)
    return value === undefined ? undefined : { value, from: only }
  }
  const { values, origins } = resolveSettings(levels)
  const value = valueAt(values as SettingsOfLevel, path)
  if (value === undefined) return undefined
  return { value, from: highest(origins, path), ...(await holdingOf(context, path, levels)) }
}

/** The highest level that anything at or below a path comes from. */
function highest(origins: readonly Origin[], path: SettingPath): LevelName {
  const order: readonly LevelName[] = ['default', 'user', 'workspace', 'conversation']
  return within(origins, path).reduce<LevelName>(
    (most, { level }) => (order.indexOf(level) > order.indexOf(most) ? level : most),
    'default',
  )
}

/** What comes from at, below or above a path. */
function within(origins: readonly Origin[], path: SettingPath): readonly Origin[] {
  return origins.filter((origin) => origin.path.every((key, i) => path[i] === undefined || path[i] === key))
}

/** All levels there are, and which of them is meant alone. Outside of a workspace the user's level is there. */
async function levelsFor(
  context: Context,
  options: LevelOptions,
): Promise<{ readonly levels: readonly Level[]; readonly only: Level['name'] | undefined }> {
  const user: Level = { name: 'user', settings: await readSettings(userSettingsFile(context.io.env)) }
  if (options.user === true) return { levels: [user], only: 'user' }
  if (options.conversation === undefined && !(await isInWorkspace(context))) return { levels: [user], only: undefined }
  const workspace = await context.workspace()
  const reference = options.conversation === true ? undefined : options.conversation
  const isAny = options.conversation !== undefined || (await workspace.store.conversations()).length > 0
  const conversation = isAny ? await findConversation(workspace, reference) : undefined
  const levels = await settingLevels(workspace.paths, context.io.env, conversation)
  return { levels, only: options.conversation === undefined ? undefined : 'conversation' }
}

async function isInWorkspace({ io, named }: Context): Promise<boolean> {
  return await findWorkspace(io.cwd, named).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NoWorkspace && named === undefined) return false
      throw error
    },
  )
}

/** Refuses a model about which nothing is known, so that later commands do not. */
async function checkModel(context: Context, model: string, options: LevelOptions): Promise<void> {
  const { levels } = await levelsFor(context, options)
  modelOf(model, resolveSettings(levels).values)
}

/** What the workspace's settings say of tools and providers holds from now on. */
async function confirm(context: Context): Promise<void> {
  const { root, settings: file } = await findWorkspace(context.io.cwd, context.named)
  const { tools = {}, providers = {} } = await readSettings(file)
  await trust(context.io.env, root, { tools, providers })
  const rows = Object.entries({ tools, providers }).flatMap(([setting, members]) =>
    Object.entries(members).map(([name, value]) => ({ key: `${setting}.${name}`, value })),
  )
  context.print({ root, confirmed: rows }, () =>
    rows.map(({ key, value }) => sanitizeLine(`${key} = ${typeof value === 'string' ? value : JSON.stringify(value)}`)),
  )
  context.tell(
    context.errorStyle.dim(rows.length === 0 ? 'The workspace says nothing of tools and providers.' : 'confirmed'),
  )
}

/** Changes one level and names it. */
async function write(
  context: Context,
  options: LevelOptions,
  change: (settings: SettingsOfLevel) => unknown,
): Promise<Level['name']> {
  if (options.user === true) {
    await changeSettings(userSettingsFile(context.io.env), change)
    return 'user'
  }
  if (options.conversation === undefined) {
    await changeWorkspaceSettings(context.io.env, await findWorkspace(context.io.cwd, context.named), change)
    return 'workspace'
  }
  const { store, ...workspace } = await context.workspace()
  const reference = options.conversation === true ? undefined : options.conversation
  const conversation = await findConversation({ store, ...workspace }, reference)
  const where = `conversation ${conversation.shortId}`
  const settings = checkSettings(change(checkSettings(conversation.settings, where)), where)
  await store.updateConversation({
    ...conversation,
    settings: settings as Conversation['settings'],
    updatedAt: context.io.now(),
  })
  return 'conversation'
}

/** A text as it is, anything else as JSON. */
function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
