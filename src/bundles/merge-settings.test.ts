import { describe, expect, it } from 'vitest'
import { defaultBundleSettings, mergeSettings } from './merge-settings.ts'

describe('mergeSettings', () => {
  it('gives the defaults where no level says anything', () => {
    expect(mergeSettings()).toEqual(defaultBundleSettings)
    expect(mergeSettings({ inlinks: undefined }, { templates: undefined }, {})).toEqual(defaultBundleSettings)
  })

  it('takes the call before the bundle before the collection', () => {
    const merged = mergeSettings(
      { link_depth: 1, max_len: 1, order: 'listing' },
      { link_depth: 2, max_len: 2 },
      { max_len: 3 },
    )
    expect(merged).toEqual({ ...defaultBundleSettings, link_depth: 2, max_len: 3, order: 'listing' })
  })

  it('lets 0, false, null and an empty list override', () => {
    const below = {
      link_depth: 3,
      inlinks: true,
      max_len: 9,
      max_tokens: 9,
      excluded_headings: ['a'],
      list_skipped: true,
    }
    const above = {
      link_depth: 0,
      inlinks: false,
      max_len: null,
      max_tokens: null,
      excluded_headings: [],
      list_skipped: false,
    }
    expect(mergeSettings(below, above)).toEqual(defaultBundleSettings)
  })

  it('merges templates by depth, each as a whole', () => {
    const around = (sign: string) => ({ before: sign, after: sign })
    const [a, b, c] = [around('a'), around('b'), around('c')]
    const { templates } = mergeSettings(
      { templates: { '0': a, '-1': a } },
      { templates: { '0': b } },
      { templates: { '1': c } },
    )
    expect(templates).toEqual({ '-1': a, '0': b, '1': c })
  })

  it('changes none of what it is given', () => {
    const level = Object.freeze({ templates: Object.freeze({ '0': { before: '', after: '' } }) })
    expect(mergeSettings(level, level, level).templates).not.toBe(level.templates)
    expect(defaultBundleSettings.templates).toEqual({})
  })
})
