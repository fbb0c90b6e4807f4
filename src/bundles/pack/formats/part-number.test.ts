import { expect, it } from 'vitest'
import { packFormat } from './find-format.ts'
import { packFormats } from './pack-format.ts'
import { partNumber } from './part-number.ts'

it.each(packFormats)('a part is known by how it begins in %s, and nothing else is', (name) => {
  const head = (part?: number): string =>
    packFormat(name).head({ tree: 'a', extras: [], ...(part === undefined ? {} : { part }) })
  expect(partNumber(head(12))).toBe(12)
  expect(partNumber(head())).toBeUndefined()
  expect(partNumber(` ${head(12)}`)).toBeUndefined()
})
