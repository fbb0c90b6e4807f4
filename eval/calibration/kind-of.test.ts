import { describe, expect, it } from 'vitest'
import { kindOf } from './kind-of.ts'

describe('kindOf', () => {
  it.each([
    ['prose', 'On a loom, the heddle decides which threads are lifted on each pass.'],
    ['code', 'export const add = (a: number, b: number): number => {\n  return a + b // sum\n}'],
    ['cjk', '上下文窗口有多大？ See the README.'],
    ['cjk', '키스의 고유조건은 입술끼리'],
    ['prose', ''],
  ])('finds %s in %j', (kind, text) => {
    expect(kindOf(text)).toBe(kind)
  })
})
