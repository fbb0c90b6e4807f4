import type { Random } from './random.ts'
import { stems, syllables, words } from './words.ts'

/** Sentences of about so many words altogether. */
export function prose(random: Random, length: number): string {
  const sentences: string[] = []
  for (let left = length; left > 0; ) {
    const count = Math.min(left, 6 + random.below(18))
    sentences.push(sentence(random, count))
    left -= count
  }
  return sentences.join(' ')
}

function sentence(random: Random, count: number): string {
  let text = ''
  for (let i = 0; i < count; i++) {
    const word = proseWord(random)
    text += i === 0 ? capital(word) : (random.chance(0.07) ? ', ' : ' ') + word
  }
  return text + (random.chance(0.06) ? '?' : random.chance(0.05) ? ':' : '.')
}

function proseWord(random: Random): string {
  const which = random.next()
  if (which < 0.84) return words[Math.floor(words.length * random.next() ** 2.4)] ?? words[0]
  if (which < 0.9) return random.pick(stems)
  if (which < 0.93) return `\`${identifier(random)}\``
  return which < 0.975 ? rareWord(random) : String(random.below(2000))
}

/** A word that is in no list. */
function rareWord(random: Random): string {
  let word = random.pick(syllables)
  for (let i = random.below(3); i >= 0; i--) word += random.pick(syllables)
  return word
}

/** A name as it stands in code, of one to three stems. */
export function identifier(random: Random): string {
  const first = stem(random)
  const rest = random.next()
  if (rest < 0.35) return first
  const second = capital(stem(random))
  return rest < 0.8 ? first + second : first + second + capital(stem(random))
}

function stem(random: Random): string {
  if (random.chance(0.1)) return rareWord(random)
  return stems[Math.floor(stems.length * random.next() ** 1.6)] ?? stems[0]
}

/** One line of a program; a blank one now and then. */
export function codeLine(random: Random): string {
  const indent = '  '.repeat(random.below(4))
  const name = identifier(random)
  switch (random.below(18)) {
    case 0:
      return ''
    case 1:
      return `${indent}const ${name} = ${identifier(random)}(${identifier(random)}, ${literal(random)})`
    case 2:
      return `${indent}if (${name}.${stem(random)} ${random.pick(['===', '<', '>', '!=='])} ${literal(random)}) return ${identifier(random)}`
    case 3:
      return `export function ${name}(${identifier(random)}: ${type(random)}, ${stem(random)}: ${type(random)}): ${type(random)} {`
    case 4:
      return `${indent}return ${name}.map((${stem(random)}) => ${identifier(random)}(${stem(random)}))`
    case 5:
      return `${indent}// ${sentence(random, 5 + random.below(9))}`
    case 6:
      return `import { ${name}, type ${type(random)} } from './${stem(random)}-${stem(random)}.ts'`
    case 7:
      return `${indent}readonly ${name}: ${type(random)}`
    case 8:
      return `${indent}for (const ${stem(random)} of ${name}) ${identifier(random)}.push(${stem(random)})`
    case 9:
      return `${indent}}`
    case 10:
      return `${indent}throw new ${capital(name)}Error(\`${stem(random)} \${${identifier(random)}} ${sentence(random, 4)}\`)`
    case 11:
      return `${indent}expect(${name}(${literal(random)})).toEqual(${literal(random)})`
    case 12:
      return `${indent}  .${name}('${stem(random)}_${stem(random)}', ${literal(random)})`
    case 13:
      return `${indent}it('${sentence(random, 6 + random.below(6))}', async () => {`
    case 14:
      return `${indent}"${name}": ${literal(random)},`
    case 15:
      return `${indent}let ${name} = await ${identifier(random)}.${stem(random)}({ ${stem(random)}: ${literal(random)}, ${identifier(random)} })`
    case 16:
      return `${indent}/** ${sentence(random, 8 + random.below(12))} */`
    default:
      return `${indent}case '${stem(random)}': return ${name} ?? ${literal(random)}`
  }
}

function literal(random: Random): string {
  switch (random.below(7)) {
    case 0:
      return String(random.below(100))
    case 1:
      return `'${stem(random)}-${stem(random)}'`
    case 2:
      return `[${random.below(10)}, ${random.below(1000)}, ${random.below(10)}]`
    case 3:
      return `0x${random.below(0x7fffffff).toString(16)}`
    case 4:
      return random.chance(0.5) ? 'true' : 'null'
    case 5:
      return `{ ${stem(random)}: '${rareWord(random)}' }`
    default:
      return identifier(random)
  }
}

function type(random: Random): string {
  const plain = random.pick(['string', 'number', 'boolean', 'Uint8Array', ''])
  const name = plain === '' ? capital(identifier(random)) : plain
  return random.chance(0.2) ? `readonly ${name}[]` : name
}

/** One line of what a program prints: a log, a test report, a stack. */
export function logLine(random: Random): string {
  switch (random.below(6)) {
    case 0:
      return `2025-0${1 + random.below(9)}-1${random.below(10)}T0${random.below(10)}:${10 + random.below(50)}:${10 + random.below(50)}.${100 + random.below(900)}Z info ${identifier(random)} took ${random.below(900)} ms`
    case 1:
      return ` ✓ ${stem(random)}/${stem(random)}.test.ts (${random.below(40)} tests) ${random.below(4000)}ms`
    case 2:
      return `    at ${identifier(random)} (/app/${stem(random)}/${identifier(random)}.ts:${random.below(400)}:${random.below(80)})`
    case 3:
      return `commit ${random.below(0x7fffffff).toString(16)}${random.below(0x7fffffff).toString(16)} ${sentence(random, 6)}`
    case 4:
      return `warning: ${sentence(random, 5 + random.below(10))}`
    default:
      return `${stem(random)}.${stem(random)} = ${literal(random)}`
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
