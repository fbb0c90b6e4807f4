import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import preset from '@secretlint/secretlint-rule-preset-recommend/package.json' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { examine, findSecrets, mayHoldSecret } from './find-secrets.ts'
import { lintFindings } from './lint.ts'
import { patternFindings } from './patterns.ts'
import { privateKeyFindings } from './private-key.ts'
import { knownRelease, ruleSigns } from './rule-signs.ts'
import { anyOf } from './sign.ts'

/** The regular expressions that something looks for in a text, whatever the text. */
async function formsOf(look: (text: string) => unknown): Promise<RegExp[]> {
  const forms: RegExp[] = []
  const matchAll = (form: RegExp): unknown[] => {
    forms.push(form)
    return []
  }
  await look({ matchAll } as unknown as string)
  return forms
}

/** Texts that a form matches, apart from what it asks of their neighbours, and none of them long. */
function textsOf(form: RegExp): fc.Arbitrary<string> {
  const bare = form.source
    .replace(/\(\?<?[!=](?:[^()]|\([^()]*\))*\)|\\b/g, '')
    .replace(/\{(\d+),(\d*)\}/g, (_, least, most) => `{${least},${Math.min(Number(most || 999), Number(least) + 9)}}`)
  const text = fc.stringMatching(new RegExp(`^(?:${bare})$`), { size: 'xsmall' })
  if (!form.ignoreCase) return text
  return fc.tuple(text, fc.boolean()).map(([given, upper]) => (upper ? given.toUpperCase() : given))
}

const letters = (count: number): string => 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYz'.repeat(99).slice(0, count)

/** What the rules check beyond their forms, and the form that looks back. */
const others: readonly string[] = [
  `-----BEGIN RSA PRIVATE KEY-----\nMII${letters(800)}\n-----END RSA PRIVATE KEY-----`,
  `SG.${letters(22)}.${letters(43)}`,
  `ops_${btoa(JSON.stringify({ email: letters(100) }))}`,
  `export DB_PASSWORD='${letters(12)}'`,
  `https://someone:${letters(12)}@host.net`,
  ...['mongodb+srv', 'jdbc:mysql', 'MYSQLX', 'postgresql'].map(
    (scheme) => `${scheme}://someone:${letters(12)}@host/base?a=b`,
  ),
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${letters(43)}`,
]

const forms = (await Promise.all([lintFindings, patternFindings, privateKeyFindings].map(formsOf))).flat()
const secret = fc.oneof(...forms.map((form) => ({ arbitrary: textsOf(form), weight: 1 })), {
  arbitrary: fc.constantFrom(...others),
  weight: 4,
})

/** A text with one character in it taken out, put in, or written otherwise; or as it is. */
const changed = fc
  .tuple(secret, fc.nat(), fc.constantFrom('', 'a', 'Z', '0', '_', '-', ' ', '\\n', '\n'), fc.nat(9))
  .map(([text, at, by, how]) => {
    const place = at % (text.length + 1)
    return how > 2 ? text : text.slice(0, place) + by + text.slice(place + (how % 2))
  })
const neighbour = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '\\n',
    '\\t',
    '\\\\n',
    '"',
    "'",
    '`',
    '=',
    ': ',
    '-',
    '_',
    '.',
    '/',
    '+',
    'a',
    'Z',
    '0',
  ),
  fc.constantFrom('é', '🦜', '\u0000', '\u{feff}', ' = "', 'key:', 'authorization: ', 'https://', 'x'.repeat(25)),
  fc.string(),
)
const text = fc.array(fc.oneof(changed, neighbour), { maxLength: 8 }).map((pieces) => pieces.join(''))

describe('the signs of secrets', () => {
  it('are known for each rule of the release that is installed', () => {
    const names = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''))
    expect(preset.version).toBe(knownRelease)
    expect(names.filter((name) => name !== 'filter-comments').toSorted()).toEqual(Object.keys(ruleSigns).toSorted())
  })

  it('stand in whatever matches a form of a rule or of our own', async () => {
    expect(forms.length).toBeGreaterThan(40)
    const silent: RegExp[] = []
    for (const form of forms) {
      let found = 0
      await fc.assert(
        fc.asyncProperty(textsOf(form), async (given) => {
          if ((await examine(given)).length === 0) return
          expect(mayHoldSecret(given)).toBe(true)
          found++
        }),
        { numRuns: 20 },
      )
      if (found === 0) silent.push(form)
    }
    for (const text of others) expect(await findSecrets(text)).toHaveLength(1)
    for (const form of silent) expect(others.some((text) => text.search(form) >= 0)).toBe(true)
  })

  it('hide no secret: to look for signs first finds the same', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const all = await examine(given)
        found += all.length
        expect(await findSecrets(given)).toEqual(all)
      }),
      { numRuns: 500 },
    )
    expect(found).toBeGreaterThan(200)
  })

  it('are seldom found where there is no secret', () => {
    for (const given of [
      'import { something } from "../src/packages/of-a-long-name/index.ts"',
      'const url = `https://localhost:3000/@scope/package`',
      "headers: { authorization: 'Bearer ' + token, 'x-amz-secret-access-key': secretAccessKey }",
      'npm_config_registry risk-assessment task-lists mysql://localhost/app',
      '-----BEGIN CERTIFICATE-----',
    ])
      expect(mayHoldSecret(given)).toBe(false)
  })

  it('are found in runs of every length, at every place', () => {
    const holds = anyOf([{ run: /AKIA[A-Z2-7]{16}/ }])
    const key = `AKIA${'Q7ZXCVBNMASDFGHJ'}`
    for (let before = 0; before < 45; before++)
      for (const blank of [' ', 'x', 'é'])
        for (const after of ['', ' ', 'x '.repeat(30)]) expect(holds(blank.repeat(before) + key + after)).toBe(true)
  })
})
