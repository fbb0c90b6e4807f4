import { modelTable } from '../../models/table/table.ts'

/** The models that are known without being told, as `provider:model`, sorted. */
export function modelNames(): readonly string[] {
  return modelTable.flatMap(({ names, facts }) => names.map((name) => `${facts.provider}:${name}`)).sort()
}
