import type { SessionEvent } from '../../telemetry/event.ts'
import type { CommandChat } from './commands/chat-command.ts'
import { helpLines } from './commands/help-lines.ts'
import { readSaid } from './commands/read-line.ts'
import { runCommand } from './commands/run-command.ts'
import { contextLines } from './context-lines.ts'
import { errorLines, noteLines } from './events/notes.ts'
import { type EventPrinter, eventPrinter } from './events/show-events.ts'
import { runsPrinter } from './events/show-runs.ts'
import type { Stage } from './events/stage.ts'
import type { ChatHooks, Person } from './hooks.ts'

/** What surrounds the talk: on a terminal, or reading lines. */
export interface TalkAround {
  readonly stage: Stage
  /** Runs a command that prints for itself. */
  runBeside(work: () => Promise<void>): Promise<void>
  /** Is told of every event. */
  hear(event: SessionEvent): void
  write(text: string): void
  quit(): void
}

/** Does what a person says, one thing after the other. */
export interface Talk {
  /** A message or a command, until it is done. What goes wrong is told; never throws. */
  say(text: string, person: Person): Promise<void>
}

export function createTalk(hooks: ChatHooks, around: TalkAround): Talk {
  const { stage } = around
  const plans: string[] = []
  const cost: ChatHooks['cost'] = (call) => hooks.cost(call)

  /** Shows events until they end. After a stop nothing that is thrown is worth telling. */
  const follow = async (
    events: AsyncIterable<SessionEvent>,
    printer: EventPrinter,
    { signal }: Person,
  ): Promise<void> => {
    let ended = false
    try {
      for await (const event of events) {
        if (event.kind === 'plan-end') plans.push(event.plan.id)
        ended = event.kind === 'turn-end'
        around.hear(event)
        printer.show(event)
      }
    } catch (error) {
      printer.end()
      if (!signal.aborted) throw error
      if (!ended) stage.tell([stage.style.yellow('Stopped.')])
    } finally {
      printer.end()
    }
  }

  const showRuns = async (events: AsyncIterable<SessionEvent>, person: Person): Promise<void> => {
    const names = new Map<string, string>()
    async function* named(): AsyncIterable<SessionEvent> {
      for await (const event of events) {
        if (event.kind === 'turn-start') names.set(event.branch, await hooks.branchName(event.branch))
        yield event
      }
    }
    await follow(named(), runsPrinter(stage, { cost, nameOf: (id) => names.get(id) ?? id }), person)
  }

  const tell = (text: string): void => stage.tell(noteLines(text, stage.width).map(stage.style.dim))

  const commandChat = (person: Person): CommandChat => ({
    hooks,
    person,
    plans,
    print: stage.tell,
    show: (events) => follow(events, eventPrinter(stage, cost), person),
    showRuns: (events) => showRuns(events, person),
    showContext: (plan) => stage.tell(contextLines(plan, stage.style, stage.width)),
    showHelp: (name) => stage.tell(helpLines(name, stage.style, stage.width)),
    run: (argv) => around.runBeside(() => hooks.run(argv, person.signal)),
    write: around.write,
    quit: around.quit,
  })

  return {
    async say(text, person) {
      const said = readSaid(text)
      try {
        if (said.kind === 'command') await runCommand(said.name, said.rest, commandChat(person))
        else await follow(hooks.send(said.text, { ...person, tell }), eventPrinter(stage, cost), person)
      } catch (error) {
        stage.wait(null)
        if (!person.signal.aborted) stage.tell(errorLines(error, stage.style, stage.width))
      }
    },
  }
}
