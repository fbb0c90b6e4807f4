import { describe, expect, it } from 'vitest'
import { defaultBundleSettings } from '../../bundles/merge-settings.ts'
import { parseKey, valueAt, withValue } from './key.ts'
import { resolveSettings } from './levels.ts'
import { defaultSettings, settingNames } from './settings.ts'

describe('resolveSettings', () => {
  it('gives the defaults, each from the default level, where nothing is set', () => {
    const { values, origins } = resolveSettings([])
    expect(values).toEqual(defaultSettings)
    expect([...new Set(origins.map(({ path }) => path[0]))]).toEqual(settingNames)
    expect(new Set(origins.map(({ level }) => level))).toEqual(new Set(['default']))
  })

  it('lets each level override the one before, and says which one holds', () => {
    const { values, origins } = resolveSettings([
      { name: 'user', settings: { tokenBuffer: 1, minimumRecentNodes: 7 } },
      { name: 'workspace', settings: { tokenBuffer: 2 } },
      { name: 'conversation', settings: { truncationStrategy: 'stopAtLimit' } },
    ])
    expect(values).toMatchObject({ tokenBuffer: 2, minimumRecentNodes: 7, truncationStrategy: 'stopAtLimit' })
    const from = Object.fromEntries(origins.map(({ path, level }) => [path.join('.'), level]))
    expect(from).toMatchObject({
      tokenBuffer: 'workspace',
      minimumRecentNodes: 'user',
      truncationStrategy: 'conversation',
      model: 'default',
    })
  })

  it('adds models up, fact by fact, and replaces shares as a whole', () => {
    const { values, origins } = resolveSettings([
      { name: 'user', settings: { models: { m: { window: 10, images: true } }, shares: { history: 0.9 } } },
      { name: 'workspace', settings: { models: { m: { window: 20 }, n: { window: 5 } }, shares: { files: 0.9 } } },
    ])
    expect(values.models).toEqual({ m: { window: 20, images: true }, n: { window: 5 } })
    expect(values.shares).toEqual({ files: 0.9 })
    const from = origins.filter(({ path }) => path[0] === 'models' || path[0] === 'shares')
    expect(from.map(({ path, level }) => `${path.join('.')} ${level}`)).toEqual([
      'shares.files workspace',
      'models.m.window workspace',
      'models.m.images user',
      'models.n.window workspace',
    ])
  })
})

describe('keys', () => {
  it.each([
    ['tokenBuffer', ['tokenBuffer']],
    ['shares.history', ['shares', 'history']],
    ['models.openai:gpt-4.1.window', ['models', 'openai:gpt-4.1', 'window']],
    ['models.openai:gpt-4.1', ['models', 'openai:gpt-4.1']],
    ['models.local:mine', ['models', 'local:mine']],
    ['bundle.templates.0.before', ['bundle', 'templates', '0', 'before']],
    ['bundle.link_depth', ['bundle', 'link_depth']],
  ])('reads %s', (text, path) => {
    expect(parseKey(text)).toEqual(path)
  })

  it.each(['modle', 'tokenBuffer.x', '__proto__', ''])('refuses %j', (text) => {
    expect(() => parseKey(text)).toThrow('there is no setting')
  })

  it('sets and takes away a value, and leaves no empty objects behind', () => {
    const set = withValue({ tokenBuffer: 1 }, ['models', 'a:b', 'window'], 9)
    expect(set).toEqual({ tokenBuffer: 1, models: { 'a:b': { window: 9 } } })
    expect(valueAt(set, ['models', 'a:b', 'window'])).toBe(9)
    expect(withValue(set, ['models', 'a:b', 'window'], undefined)).toEqual({ tokenBuffer: 1 })
  })

  it('does not see what an object inherits', () => {
    expect(valueAt({}, ['constructor'])).toBeUndefined()
  })
})

describe('nested settings', () => {
  it('of bundles and packing add up over the levels, each member with the level it comes from', () => {
    const { values, origins } = resolveSettings([
      { name: 'user', settings: { pack: { format: 'xml', all: true }, bundle: { link_depth: 2 } } },
      { name: 'workspace', settings: { pack: { format: 'json' }, bundle: { excluded_headings: [] } } },
    ])
    expect(values.pack).toEqual({ format: 'json', all: true })
    expect(values.bundle).toEqual({ ...defaultBundleSettings, link_depth: 2, excluded_headings: [] })
    const from = Object.fromEntries(origins.map(({ path, level }) => [path.join('.'), level]))
    expect(from['pack.format']).toBe('workspace')
    expect(from['pack.all']).toBe('user')
    expect(from['bundle.link_depth']).toBe('user')
  })
  it('of templates add up by depth, each as a whole', () => {
    const { values, origins } = resolveSettings([
      { name: 'user', settings: { bundle: { templates: { 0: around('a'), 1: around('b') } } } },
      { name: 'workspace', settings: { bundle: { templates: { 1: around('c') } } } },
    ])
    expect(values.bundle.templates).toEqual({ 0: around('a'), 1: around('c') })
    const from = Object.fromEntries(origins.map(({ path, level }) => [path.join('.'), level]))
    expect(from).toMatchObject({ 'bundle.templates.0': 'user', 'bundle.templates.1': 'workspace' })
  })
})

function around(text: string): { before: string; after: string } {
  return { before: text, after: text }
}
