import { describe, expect, it } from 'vitest'
import { checkOptions, withOption } from './check-options.ts'

const said = (option: string, value: unknown): string => {
  try {
    checkOptions({ [option]: value }, 'here')
  } catch (error) {
    return (error as Error).message
  }
  return 'fine'
}

describe('options of a bundle', () => {
  it.each([
    ['link_depth', 2.5, 'here: link_depth must be a whole number from 0 to 100.'],
    ['inlinks', 'yes', 'here: inlinks must be true or false.'],
    ['max_tokens', 0, 'here: max_tokens must be a whole number of tokens from 1 on, or null for no limit.'],
    ['order', 'name', 'here: order must be one of size, listing.'],
    ['link_dept', 1, 'here: there is no setting "link_dept". Did you mean link_depth?'],
  ])('say what %s takes instead of %j', (option, value, message) => {
    expect(said(option, value)).toBe(message)
  })

  it.each([{ x: { before: 'a' } }, { 0: { befor: 'a' } }, { 0: 'a' }, []])('refuse %j as templates', (templates) => {
    expect(said('templates', templates)).toContain('here: templates must be texts "before" and "after" by depth')
  })

  it.each(['__proto__', '', 'constructor'])('are none of the name %j', (option) => {
    expect(() => withOption({}, option, 1, 'here')).toThrow(`there is no setting ${JSON.stringify(option)}`)
  })

  it('have both sides of a template, although one was given', () => {
    const opts = withOption({ link_depth: 1 }, 'templates.0.before', '# ', 'here')
    expect(opts).toEqual({ link_depth: 1, templates: { 0: { before: '# ', after: '' } } })
    expect(withOption(opts, 'templates.0', undefined, 'here')).toEqual({ link_depth: 1 })
  })
})
