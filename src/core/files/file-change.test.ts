import { describe, expect, it } from 'vitest'
import type { Json } from '../content/json.ts'
import { fileChanges } from './file-change.ts'

const edit = (path: string, before: string, after: string) => ({ kind: 'edit', path, before, after })

describe('fileChanges', () => {
  it.each<[string, Json, unknown[]]>([
    ['edit', { path: 'a', old_text: 'x', new_text: 'y' }, [edit('a', 'x', 'y')]],
    ['Edit', { file_path: 'a', old_string: 'x', new_string: '' }, [edit('a', 'x', '')]],
    ['replace_in_file', { filePath: 'a', search: 'x', replace: 'y' }, [edit('a', 'x', 'y')]],
    ['str_replace_editor', { command: 'str_replace', path: 'a', old_str: 'x', new_str: 'y' }, [edit('a', 'x', 'y')]],
  ])('takes two texts and a path for an edit, whatever names %s gives them', (name, input, expected) => {
    expect(fileChanges(name, input)).toEqual(expected)
  })

  it('takes a list of edits in its order, each of its own path where it names one', () => {
    const edits = [{ oldText: '1', newText: '2' }, { oldText: '2', newText: '3', path: 'b' }, { other: true }]
    expect(fileChanges('edit', { path: 'a', edits })).toEqual([edit('a', '1', '2'), edit('b', '2', '3')])
  })

  it('says of an edit that it is made everywhere', () => {
    const input = { file_path: 'a', old_string: 'x', new_string: 'y', replace_all: true }
    expect(fileChanges('Edit', input)).toEqual([{ ...edit('a', 'x', 'y'), all: true }])
  })

  it('takes a whole text for a write only of a tool whose name says so', () => {
    const input = { path: 'a', content: 'all of it' }
    expect(fileChanges('write_file', input)).toEqual([{ kind: 'write', path: 'a', text: 'all of it' }])
    expect(fileChanges('create', { path: 'a', file_text: '' })).toEqual([{ kind: 'write', path: 'a', text: '' }])
    expect(fileChanges('send_message', input)).toEqual([])
  })

  it.each<[string, Json]>([
    ['no path', { old_text: 'x', new_text: 'y' }],
    ['an empty path', { path: '', old_text: 'x', new_text: 'y' }],
    ['an empty old text', { path: 'a', old_text: '', new_text: 'y' }],
    ['one text alone', { path: 'a', old_text: 'x' }],
    ['texts that are none', { path: 'a', old_text: 1, new_text: null }],
    ['a list', [{ path: 'a', old_text: 'x', new_text: 'y' }]],
    ['a text', 'write a'],
    ['nothing', null],
  ])('finds no change in %s', (_, input) => {
    expect(fileChanges('edit', input)).toEqual([])
  })
})
