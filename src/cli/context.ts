import type { Command } from 'commander'
import pc from 'picocolors'
import type { Workspace } from '../config/open.ts'
import { exitCodes } from './exit-code.ts'
import type { Io, Output } from './io.ts'
import { safeJson } from './print/sanitize.ts'

/** Colours for one output; every function is the identity where there are none. */
export type Style = ReturnType<typeof pc.createColors>

/** What every command is given. */
export interface Context {
  readonly io: Io
  /** Colours of standard output. */
  readonly style: Style
  /** Colours of standard error. */
  readonly errorStyle: Style
  readonly json: boolean
  /** The folder named with --workspace. */
  readonly named: string | undefined
  /** Prints data: as one JSON document with --json, else the lines. */
  print(value: unknown, lines: () => readonly string[]): void
  /** Tells the person something that is no data; silent with --json. */
  tell(message: string): void
  /** Opens the workspace, once. It is closed when the command ends. */
  workspace(): Promise<Workspace>
  /** The exit code of a command that did its work, but not all of it. */
  endWith(exitCode: number): void
}

/** One run's context, the exit code its command asked for, and what closes the workspace. */
export interface Run {
  readonly context: Context
  ending(): number
  close(): Promise<void>
}

/** The options that every command takes. */
export interface GlobalOptions {
  readonly workspace?: string
  readonly json?: boolean
  readonly color?: boolean
}

/** The context of one run. `options` gives the global options once the arguments are parsed. */
export function createContext(io: Io, options: () => GlobalOptions): Run {
  let opened: Promise<Workspace> | undefined
  let exitCode: number = exitCodes.ok
  const context: Context = {
    io,
    get style() {
      return pc.createColors(hasColour(io, io.stdout, options()))
    },
    get errorStyle() {
      return pc.createColors(hasColour(io, io.stderr, options()))
    },
    get json() {
      return options().json === true
    },
    get named() {
      return options().workspace
    },
    print(value, lines) {
      const text = context.json ? safeJson(value) : lines().join('\n')
      if (text !== '') io.stdout.write(`${text}\n`)
    },
    tell(message) {
      if (!context.json) io.stderr.write(`${message}\n`)
    },
    workspace() {
      opened ??= open(io, options())
      return opened
    },
    endWith(code) {
      exitCode = code
    },
  }
  const close = async (): Promise<void> => {
    const workspace = await opened?.catch(() => undefined)
    await workspace?.close()
  }
  return { context, ending: () => exitCode, close }
}

/** What a workspace stands on is loaded only when one is opened. */
async function open(io: Io, { workspace: named }: GlobalOptions): Promise<Workspace> {
  const { openWorkspace } = await import('../config/open.ts')
  return await openWorkspace({ cwd: io.cwd, named, now: io.now, env: io.env })
}

/** Colour only on a terminal that can show it, and neither with --no-color nor with NO_COLOR. */
export function hasColour(io: Io, output: Output, { color }: GlobalOptions): boolean {
  return output.terminal && color !== false && !io.env.NO_COLOR && io.env.TERM !== 'dumb'
}

/** Puts a command under the program; each file in `commands/` exports one or more. */
export type AddCommand = (program: Command, context: Context) => void
