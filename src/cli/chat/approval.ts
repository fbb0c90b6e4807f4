import type { Approval, Approved } from '../../session/turn/session.ts'
import type { Style } from '../context.ts'
import { diffLines } from './diff-lines.ts'
import { calledAs } from './events/tool-lines.ts'
import type { Pressed } from './input/keys.ts'

/** Asks the person before a tool runs, one question after the other. */
export interface Approvals {
  /** The question that is open, as a line; null where there is none. */
  readonly question: string | null
  /** Resolves to `no` where the signal is aborted. Never throws. */
  approve(approval: Approval, signal: AbortSignal): Promise<Approved>
  /** Takes a key while a question is open; says whether the person wants to stop altogether. */
  press(pressed: Pressed): 'taken' | 'interrupt'
}

/** What the questions need of the chat. */
export interface ApprovalView {
  readonly style: Style
  readonly width: () => number
  readonly now: () => number
  print(lines: readonly string[]): void
  /** A question came or went. */
  change(): void
}

/** A key that was on its way before the question could be read is no answer, in milliseconds. */
const tooSoon = 300

interface Question {
  readonly since: number
  answer(approved: Approved): void
}

export function createApprovals({ style, width, now, print, change }: ApprovalView): Approvals {
  let open: Question | undefined
  let before: Promise<unknown> = Promise.resolve()

  const ask = (approval: Approval, signal: AbortSignal): Promise<Approved> =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve('no')
        return
      }
      const stop = (): void => question.answer('no')
      const question: Question = {
        since: now(),
        answer(approved) {
          open = undefined
          signal.removeEventListener('abort', stop)
          print([style.dim(`  ${said[approved]}`)])
          change()
          resolve(approved)
        },
      }
      signal.addEventListener('abort', stop, { once: true })
      open = question
      const { name, about, preview } = approval
      print(['', `${style.yellow('?')} ${style.bold(calledAs(name, about))}`])
      if (preview !== null && preview !== '') print(diffLines(preview, style, width()))
      change()
    })

  return {
    get question() {
      return open ? `${style.yellow('Run it?')} y once · a always in this workspace · n no ` : null
    },
    approve(approval, signal) {
      const asked = before.then(() => ask(approval, signal))
      before = asked
      return asked
    },
    press(pressed) {
      if (!open || pressed.kind === 'paste') return 'taken'
      if (pressed.control && pressed.name === 'c') {
        open.answer('no')
        return 'interrupt'
      }
      const approved = answers.get(pressed.text.toLowerCase())
      if (approved !== undefined && now() - open.since >= tooSoon) open.answer(approved)
      return 'taken'
    },
  }
}

const answers: ReadonlyMap<string, Approved> = new Map([
  ['y', 'once'],
  ['a', 'always'],
  ['n', 'no'],
])

const said: { readonly [approved in Approved]: string } = {
  once: 'yes, once',
  always: 'yes, always in this workspace',
  no: 'no',
}
