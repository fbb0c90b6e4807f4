import type { Style } from '../../context.ts'
import type { ChatIo } from './chat-io.ts'

/** The terminal of this process; `style` says which colours it has. */
export function nodeChatIo(style: Style, signal: AbortSignal): ChatIo {
  const { stdin, stdout, stderr } = process
  // The signal that tells of another size comes late: what is drawn until then would be cleared by the wrong width.
  const refresh = (): void => (stdout as { readonly _refreshSize?: () => void })._refreshSize?.call(stdout)
  return {
    input: stdin,
    ...(stdin.isTTY === true ? { setRaw: (on: boolean) => void stdin.setRawMode(on) } : {}),
    output: {
      write: (text) => void stdout.write(text),
      terminal: stdout.isTTY === true,
      get columns() {
        refresh()
        return stdout.columns
      },
      get rows() {
        return stdout.rows
      },
    },
    errors: { write: (text) => void stderr.write(text) },
    style,
    now: () => Date.now(),
    signal,
    onResize(listener) {
      stdout.on('resize', listener)
      return () => void stdout.off('resize', listener)
    },
  }
}
