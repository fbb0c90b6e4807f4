import { beforeEach, describe, expect, it } from 'vitest'
import { type Measurement, numbersIn, type Outputs, type Request, runNamed } from './command.ts'
import { atMost } from './report.ts'

const asked: Request[] = []
const some: Measurement = {
  name: 'some',
  about: 'measures something',
  usage: '[--size 1] [DIR]',
  options: { size: { type: 'string' } },
  most: 1,
  async run(request) {
    asked.push(request)
    request.say('working')
    return { rows: [{ what: 'row', value: 2 }], checks: [atMost('row', 2, 1)] }
  },
}

const written = { stdout: '', stderr: '' }
const outputs: Outputs = {
  stdout: { write: (text) => (written.stdout += text) },
  stderr: { write: (text) => (written.stderr += text) },
}

beforeEach(() => {
  asked.length = 0
  Object.assign(written, { stdout: '', stderr: '' })
})

describe('runNamed', () => {
  it('prints one JSON document on standard output, and ends well though a target was missed', async () => {
    expect(await runNamed('bench', [some], ['some', '--json', '--size', '3', 'folder'], outputs)).toBe(0)
    expect(JSON.parse(written.stdout)).toMatchObject({
      name: 'some',
      machine: { node: process.version },
      rows: [{ what: 'row', value: 2 }],
      checks: [{ name: 'row', value: 2, target: '≤ 1', pass: false }],
    })
    expect(written.stderr).toBe('working\n')
    expect(asked[0]).toMatchObject({ options: { size: '3' }, arguments: ['folder'] })
  })

  it('lists what there is and ends with 2 for a name, an option or an argument that it does not take', async () => {
    for (const args of [[], ['other'], ['some', '--depth', '3'], ['some', 'a', 'b']]) {
      expect(await runNamed('bench', [some], args, outputs)).toBe(2)
      expect(written.stderr).toContain('npm run bench -- some [--size 1] [DIR]')
      expect(written.stdout).toBe('')
    }
  })
})

describe('numbersIn', () => {
  it('reads whole numbers between commas, and refuses the rest', () => {
    expect(numbersIn('sizes', '10,1_000', [])).toEqual([10, 1000])
    expect(numbersIn('sizes', undefined, [7])).toEqual([7])
    for (const wrong of ['', '1.5', '0', '-3', '1,x', '1,'])
      expect(() => numbersIn('sizes', wrong, [])).toThrow('--sizes')
  })
})
