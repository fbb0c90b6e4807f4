import { detect } from '../../src/formats/detect.ts'
import { openText } from '../../src/formats/open-text.ts'
import { importEntries } from '../../src/session/import.ts'
import { exactId, openBench } from '../engine.ts'
import { answer, childInput } from '../frame/child.ts'

/** Imports a file into a new workspace, exact counts included, and says how long it took. */
async function importFile({ path, folder }: { readonly path: string; readonly folder: string }): Promise<void> {
  const { engine, close } = await openBench(folder)
  const measures = [await engine.loadMeasure(exactId)]
  const started = performance.now()
  const source = await openText(path)
  const format = detect(source.sample)
  if (!format) throw new Error(`No format was found for ${path}`)
  const { added, problems } = await importEntries(engine, format.read(source), { format: format.name, measures })
  await close()
  answer({
    format: format.name,
    nodes: added,
    problems: problems.length,
    milliseconds: performance.now() - started,
    megabytes: source.size / 1e6,
  })
}

await importFile(childInput())
