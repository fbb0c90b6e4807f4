import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSecrets, secretsIn } from './find-secrets.ts'
import { redact, redactJson } from './redact.ts'

/** Characters of a token; no test holds a token that a scanner would find in this file. */
const letters = (count: number): string => 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYz'.repeat(9).slice(0, count)
const pem = (kind: string, body = `${letters(64)}\n`.repeat(3)): string =>
  `-----BEGIN ${kind}-----\n${body}-----END ${kind}-----`

const tokens: readonly (readonly [kind: string, text: string])[] = [
  ['github-token', `ghp_${letters(36)}`],
  ['github-token', `github_pat_${letters(82)}`],
  ['anthropic-api-key', `sk-ant-api03-${letters(93)}AA`],
  ['openai-token', `sk-proj-${letters(74)}T3BlbkFJ${letters(74)}`],
  ['openai-api-key', `sk-proj-${letters(60)}`],
  ['slack-token', `xoxb-${'123456789012-'.repeat(2)}${letters(24)}`],
  ['npm-access-token', `npm_${letters(36)}`],
  ['stripe-secret-key-live', `sk_live_${letters(24)}`],
  ['aws-access-key-id', `AKIA${'Q7ZXCVBNMASDFGHJ'}`],
  ['google-api-key', `AIza${letters(35)}`],
  ['json-web-token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${letters(43)}`],
  ['private-key', pem('RSA PRIVATE KEY')],
  ['private-key', pem('PRIVATE KEY')],
  ['private-key', pem('OPENSSH PRIVATE KEY')],
  ['private-key', pem('PGP PRIVATE KEY BLOCK', `Version: 1\n\n${letters(64)}\n=abcd\n`)],
  ['private-key', pem('EC PRIVATE KEY', `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n${letters(64)}\n`)],
]

describe('finding secrets', () => {
  it.each(tokens)('finds a %s, and where it stands', async (kind, token) => {
    const before = 'é🦜 the key is '
    const text = `${before}${token} and no more`
    expect(await findSecrets(text)).toEqual([
      { kind, start: before.length, end: before.length + token.length, replacement: `[secret: ${kind}]` },
    ])
    expect(await redact(text)).toBe(`${before}[secret: ${kind}] and no more`)
  })

  it('takes only the value of an assignment or a header', async () => {
    expect(await redact(`AWS_SECRET_ACCESS_KEY="${letters(40)}"`)).toBe(
      'AWS_SECRET_ACCESS_KEY="[secret: aws-secret-access-key]"',
    )
    expect(await redact(`-H 'Authorization: Bearer ${letters(40)}'`)).toBe(
      "-H 'Authorization: Bearer [secret: authorization]'",
    )
  })

  it('finds a key that was cut off, and one whose line ends are written out', async () => {
    expect(await redact(`-----BEGIN PRIVATE KEY-----\n${letters(64)}\n${letters(64)}`)).toBe('[secret: private-key]')
    expect(await redact(JSON.stringify({ key: pem('PRIVATE KEY') }))).toBe('{"key":"[secret: private-key]"}')
    expect(await redact(`"one\\nghp_${letters(36)}\\ntwo"`)).toBe('"one\\n[secret: github-token]\\ntwo"')
  })

  it('leaves alone what only speaks of secrets', async () => {
    for (const text of [
      "const head = '-----BEGIN PRIVATE KEY-----', foot = '-----END PRIVATE KEY-----'",
      'Set GITHUB_TOKEN and OPENAI_API_KEY=sk-... before you start.',
      'Authorization: Bearer <token>',
      'a task-list of sk-eleton words, and a risk-assessment',
      'commit 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    ])
      expect(await redact(text)).toBe(text)
  })

  it('cannot be switched off by what a text says', async () => {
    expect(await redact(`// secretlint-disable\nghp_${letters(36)}`)).not.toContain('ghp_')
  })

  it('keeps nothing of the texts it has seen', async () => {
    await findSecrets('once')
    const before = performance.getEntries().length
    for (let count = 0; count < 50; count++) await findSecrets('again')
    expect(performance.getEntries().length).toBe(before)
  })

  it('knows an environment variable whose name says that it is secret, and an npm login', async () => {
    expect(await redact(`DB_PASSWORD=${letters(14)}\nexport X_TOKEN="${letters(20)}" # mine`)).toBe(
      'DB_PASSWORD=[secret: assigned-secret]\nexport X_TOKEN="[secret: assigned-secret]" # mine',
    )
    expect(await redact(`//registry.example/:_authToken=${letters(36)}`)).toContain('=[secret: npm-auth-token]')
    for (const text of [
      'DB_PASSWORD=postgres\nAPI_KEY=your-api-key-1\nAPI_KEY=your_api_key_here\nTOKEN=\nSECRET=short1',
      `PASSWORD=\${DB_PASSWORD_2}\nTOKEN=$TOKEN_2\nTOKEN=process.env.TOKEN2()\nTOKEN="<your token 2>"`,
      `monkeyPASSWORDS=abc12345678 _authToken=\${NPM_TOKEN}`,
    ])
      expect(await redact(text)).toBe(text)
  })

  it('tells kinds and lines, and never the secret', async () => {
    const text = `one\r\ntwo npm_${letters(36)} ghp_${letters(36)}\rthree\n\n${pem('PRIVATE KEY')}\n`
    expect(await secretsIn(text)).toEqual([
      { kind: 'npm-access-token', line: 2 },
      { kind: 'github-token', line: 2 },
      { kind: 'private-key', line: 5 },
    ])
  })

  it('tells the places in a text with a byte order mark as they are', async () => {
    expect(await redact(`\u{feff}ghp_${letters(36)} ok`)).toBe('\u{feff}[secret: github-token] ok')
  })

  it.each([
    '-----BEGIN PRIVATE KEY-----\n',
    'a',
    'https://a:',
    'eyJ-',
    'eyJaaaaaaaaaa.eyJ-',
    'TOKEN=a',
    'PASSWORD="a1',
    'SG.a.a',
    'ghs_1_',
    'xoxb-a-',
    'secret_access_key= ',
    'authorization:  ',
  ])('comes to an end with a million characters of %j', async (piece) => {
    const text = piece.repeat(1_000_000 / piece.length)
    expect(await secretsIn(`${text}\n ghp_${letters(36)}`)).toContainEqual({
      kind: 'github-token',
      line: text.split('\n').length + 1,
    })
  })

  it('finds thousands of secrets in one text', async () => {
    expect(await findSecrets(`ghp_${letters(36)} `.repeat(20_000))).toHaveLength(20_000)
  })
})

describe('redacting', () => {
  it('leaves no secret anywhere in a value, and everything else as it was', async () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.constantFrom(...tokens.map(([, token]) => token)),
      fc.tuple(fc.string(), fc.constantFrom(...tokens.map(([, token]) => token))).map((pair) => pair.join(' ')),
    )
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).value
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const text = JSON.stringify(given)
        const got = await redactJson(JSON.parse(text))
        const redacted = JSON.stringify(got)
        for (const [, token] of tokens) expect(redacted).not.toContain(JSON.stringify(token).slice(1, -1))
        if (!tokens.some(([, token]) => text.includes(JSON.stringify(token).slice(1, -1)))) expect(redacted).toBe(text)
        expect(await redactJson(got)).toEqual(got)
      }),
      { numRuns: 200 },
    )
  })

  it('knows a secret by the name of its field, and redacts names too', async () => {
    expect(await redactJson({ aws_secret_access_key: letters(40), [`npm_${letters(36)}`]: 1 })).toEqual({
      aws_secret_access_key: '[secret: aws-secret-access-key]',
      '[secret: npm-access-token]': 1,
    })
  })
})
