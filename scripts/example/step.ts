/** A tool call of the example's agent, with the input that its tool takes. */
export type ToolRequest =
  | { readonly tool: 'list_files'; readonly input: { readonly path: string } }
  | {
      readonly tool: 'read_file'
      readonly input: { readonly path: string; readonly start_line?: number; readonly end_line?: number }
    }
  | { readonly tool: 'search'; readonly input: { readonly pattern: string; readonly path: string } }
  | {
      readonly tool: 'str_replace'
      readonly input: { readonly path: string; readonly old_text: string; readonly new_text: string }
    }
  | { readonly tool: 'write_file'; readonly input: { readonly path: string; readonly content: string } }
  | { readonly tool: 'run_tests'; readonly input: { readonly path: string; readonly verbose?: boolean } }
  | { readonly tool: 'check_types'; readonly input: { readonly project: string } }

/** A place in a file: so many lines from the first one that holds the text. */
export interface Place {
  readonly text: string
  readonly lines: number
}

/**
 * A call, and how the story needs it to end. Making the example stops where a call ends otherwise. A read `at` a place is
 * made with the line numbers that the place has by then.
 */
export type Call = ToolRequest & { readonly ends: 'well' | 'badly'; readonly at?: Place }

/** One message of the story. The results of a model's calls follow it by themselves. */
export type Step =
  | { readonly kind: 'human'; readonly text: string }
  | { readonly kind: 'model'; readonly text: string; readonly calls: readonly Call[] }

/** What a person says. */
export function human(text: string): Step {
  return { kind: 'human', text }
}

/** What the model says, and the calls it makes at once. */
export function model(text: string, ...calls: readonly Call[]): Step {
  return { kind: 'model', text, calls }
}

/** A call that has to go well. */
export function call(request: ToolRequest): Call {
  return { ...request, ends: 'well' }
}

/** A call that has to go wrong: the story tells how it is put right. */
export function failing(request: ToolRequest): Call {
  return { ...request, ends: 'badly' }
}

/** Lists the files of a folder. */
export function list(path: string): Call {
  return call({ tool: 'list_files', input: { path } })
}

/** Reads a whole file. */
export function read(path: string): Call {
  return call({ tool: 'read_file', input: { path } })
}

/** Reads so many lines of a file, from the first one that holds the text. */
export function readAt(path: string, text: string, lines: number): Call {
  return { ...read(path), at: { text, lines } }
}

/** Looks for a regular expression in the files of a folder. */
export function search(pattern: string, path: string): Call {
  return call({ tool: 'search', input: { pattern, path } })
}
