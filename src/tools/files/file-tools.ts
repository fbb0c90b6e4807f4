import type { Tool } from '../tool.ts'
import { listFilesTool } from './list-files.ts'
import type { FileToolsOptions } from './ports.ts'
import { readFileTool } from './read-file.ts'
import { replaceInFileTool } from './replace-in-file.ts'
import { searchTool } from './search.ts'
import { writeFileTool } from './write-file.ts'

/**
 * The tools for files: `read_file`, `list_files`, `search`, `write_file`, `replace_in_file`. They stay in the root,
 * whatever links there are, read nothing in `.heddle`, write nothing there and in `.git`, and overwrite nothing that the
 * model has not seen as it is.
 */
export function fileTools(options: FileToolsOptions): readonly Tool[] {
  return [readFileTool, listFilesTool, searchTool, writeFileTool, replaceInFileTool].map((make) => make(options))
}
