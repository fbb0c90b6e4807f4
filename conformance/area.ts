/** One case's `given`, as the data has it. */
export type Given = { readonly [key: string]: unknown }

/** Maps a case's `given` to the arguments of the library, and its result to the fields of `expect`. Decides nothing itself. */
export type Area = (given: Given) => Given | Promise<Given>
