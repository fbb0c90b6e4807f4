import type { Measurement } from '../bench/frame/command.ts'
import type { Row } from '../bench/frame/report.ts'
import { HeddleError } from '../src/core/errors.ts'
import { fileSource } from '../src/sources/files/file-source.ts'
import { openVault } from '../src/sources/notes/vault.ts'
import type { VaultLink } from '../src/sources/notes/vault-links.ts'

const defaultFolder = '../shared/eval/notes'

/** How many links of folders of notes lead somewhere, and why the others do not. */
export const notes: Measurement = {
  name: 'notes',
  about: `which links of the notes in each DIR (default foam-docs and kepano in ${defaultFolder}) resolve, and why others do not`,
  usage: '[--list] [DIR…]',
  options: { list: { type: 'boolean' } },
  most: 100,
  async run({ arguments: given, options: { list } }) {
    const folders = given.length > 0 ? given : [`${defaultFolder}/foam-docs`, `${defaultFolder}/kepano`]
    const rows: Row[] = []
    for (const folder of folders) {
      const source = fileSource(folder)
      if ((await source.kindOf('')) !== 'folder')
        throw new HeddleError('folder-missing', `There is no folder ${folder}. Name folders with notes.`)
      const { paths } = await source.list([''])
      const links = await (await openVault(source)).links()
      rows.push(
        ...(list === true ? links.flatMap((link) => unresolvedRow(folder, link)) : [summary(folder, paths, links)]),
      )
    }
    return { rows, checks: [] }
  },
}

/** A target counts once in each note. */
function summary(folder: string, paths: readonly string[], links: readonly VaultLink[]): Row {
  const unresolved = (cause: string): number =>
    links.filter(({ resolution }) => resolution.kind === 'unresolved' && resolution.cause === cause).length
  return {
    folder,
    notes: paths.filter((path) => path.endsWith('.md')).length,
    files: paths.length,
    links: links.length,
    resolved: links.filter(({ resolution }) => resolution.kind === 'found').length,
    noSuchNote: unresolved('no-such-note'),
    noSuchFile: unresolved('no-such-file'),
    outside: unresolved('outside'),
  }
}

function unresolvedRow(folder: string, { from, target, resolution }: VaultLink): Row[] {
  return resolution.kind === 'unresolved' ? [{ folder, from, target, cause: resolution.cause }] : []
}
