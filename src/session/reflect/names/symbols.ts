/** A shorter name may be any word; a longer run is data. */
const [leastShaped, leastPlain, longest] = [5, 4, 60]

/** Names that say nothing about where they come from: of languages, their libraries, and products. */
const common: ReadonlySet<string> = new Set(
  [
    'JavaScript TypeScript CoffeeScript GitHub GitLab BitBucket OpenAI ChatGPT YouTube LinkedIn iPhone macOS PowerShell',
    'SQLite PostgreSQL MySQL MongoDB GraphQL WebSocket DevOps README_md node_modules package_json utf_8 UTF_8 x86_64',
    'forEach indexOf lastIndexOf toString toUpperCase toLowerCase startsWith endsWith includes charCodeAt charAt trimEnd',
    'trimStart padStart padEnd replaceAll matchAll fromEntries isArray findIndex findLast flatMap reduceRight toFixed',
    'hasOwnProperty valueOf parseInt parseFloat isNaN setTimeout setInterval clearTimeout clearInterval innerHTML',
    'getElementById querySelector addEventListener removeEventListener preventDefault className onClick onChange useState',
    'useEffect useMemo useRef useCallback localStorage sessionStorage encodeURIComponent decodeURIComponent',
    'ReadonlyArray ReadonlyMap ReadonlySet WeakMap WeakSet Uint8Array Int32Array Float32Array Float64Array ArrayBuffer',
    'AbortSignal AbortController TypeError RangeError SyntaxError ReferenceError NaN instanceOf typeOf keyOf',
    '__init__ __name__ __main__ __file__ __dirname __filename__ __filename __str__ __repr__ __len__ __dict__ __all__',
    'ValueError KeyError IndexError AttributeError ImportError RuntimeError StopIteration NotImplementedError FileNotFoundError',
    'is_empty unwrap_or unwrap_or_else and_then to_string to_owned as_str as_ref into_iter iter_mut push_str println_macro',
    'size_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t std_string static_cast const_cast nullptr_t',
    'ArrayList HashMap HashSet LinkedList NullPointerException IllegalArgumentException StringBuilder printStackTrace',
    'toBe toEqual toHaveBeenCalled toThrow toContain toMatch beforeEach afterEach beforeAll afterAll',
    'tool_use tool_call tool_calls tool_result file_path old_string new_string start_line end_line',
    'console.log console.error console.warn process.env process.exit process.argv process.cwd JSON.parse JSON.stringify',
    'Math.max Math.min Math.floor Math.ceil Math.round Math.abs Object.keys Object.entries Object.values Object.assign',
    'Promise.all Array.from Array.isArray Date.now module.exports import.meta window.location document.body',
    'string function return const type interface class export import default async await void null true false undefined',
    'number boolean object static public private protected readonly extends implements while break continue switch case',
    'catch throw finally yield print none self this super with pass lambda elif else from main test name value data',
    'list dict array item index result error path file text code line lines call calls node plan input output',
  ].flatMap((line) => line.split(' ')),
)

/** What ends the name of a file, or of a site, and no name in code. */
const endings: ReadonlySet<string> = new Set(
  'json jsonl yaml yml toml html xml csv txt css scss less java scala swift lock com org net dev test spec config md mdx tsx jsx mjs cjs vue svg png'.split(
    ' ',
  ),
)

/** Words behind which a name is defined. */
const defining: ReadonlySet<string> = new Set(
  'function class interface type enum const let var def fn func struct trait impl module namespace mod record protocol object val fun sub package macro union'.split(
    ' ',
  ),
)

/** Whether a run that is put together of words is a name that something can be known by. */
export function isSymbol(run: string): boolean {
  return run.length >= leastShaped && run.length <= longest && !/^\d/.test(run) && !common.has(run)
}

/** Whether a word in backticks may be the name of something that is defined somewhere. */
export function isPlainName(word: string): boolean {
  return word.length >= leastPlain && word.length <= longest && /^[a-z_$][\w$]*$/i.test(word) && !common.has(word)
}

/** Whether two runs with a dot between them, such as `store.plans`, are a name. */
export function isDotted(pair: string): boolean {
  const [first = '', second = ''] = pair.split('.')
  if (first.length < 3 || second.length < 3 || /^\d/.test(first) || /^\d/.test(second)) return false
  return (
    pair.length <= longest &&
    !endings.has(second.toLowerCase()) &&
    first !== 'this' &&
    first !== 'self' &&
    !common.has(pair)
  )
}

/** Whether the run that begins at `from` is defined there: the word in front of it says so. */
export function isDefinedAt(text: string, from: number): boolean {
  let end = from
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '*')) end--
  if (end === from) return false
  let start = end
  while (start > 0 && end - start < 10 && /[a-z]/.test(text[start - 1] ?? '')) start--
  return defining.has(text.slice(start, end))
}
