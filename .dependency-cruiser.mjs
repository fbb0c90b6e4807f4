/**
 * The arrows of the design: cli → config → session → (the parts and their ports) → core.
 * An arrow that no rule forbids is allowed; type imports count like any other.
 */

/** The one file of a folder that its siblings may import: the port, or the types that others speak. */
const ports = [
  '^src/stores/(store|stretch|notebook|bundle-store|call-store|fact-cache)[.]ts$',
  '^src/bundles/(bundle|settings)[.]ts$',
  '^src/formats/format[.]ts$',
  '^src/models/(model-facts|language-model|model-failure|embedder)[.]ts$',
  '^src/sources/source[.]ts$',
  '^src/summaries/(summariser|summary)[.]ts$',
  '^src/retrieval/retrieval-set[.]ts$',
  '^src/code/(symbol|compressed|card)[.]ts$',
  '^src/tools/tool[.]ts$',
  '^src/telemetry/event[.]ts$',
  '^src/tokenizers/calibrator[.]ts$',
]
/** Folders whose files choose a vendor, a format or a disk. */
const adapters = '(code|formats|models|sources|stores|telemetry|tokenizers|tools)'
/** Folders beside one another: each knows core, history's tree and itself. */
const siblings = `(bundles|loom|retrieval|summaries|${adapters.slice(1)}`
const tests = '[.]test[.]ts$'
const vocabulary = ['^src/core/', '^src/history/']

/** @param {string} path */
const from = (path) => ({ path, pathNot: tests })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other, types included, cannot be understood or tested apart.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-imports-core',
      comment: 'The core imports nothing but itself and @noble/hashes: no other folder, no package, no Node module.',
      severity: 'error',
      from: from('^src/core/'),
      to: { pathNot: ['^src/core/', '(^|/)node_modules/@noble/hashes/'] },
    },
    {
      name: 'history-imports-core',
      comment: 'The history is pure: it imports itself and the core.',
      severity: 'error',
      from: from('^src/history/'),
      to: { pathNot: vocabulary },
    },
    {
      name: 'retrieval-is-pure',
      comment: 'Retrieval is pure: it imports itself, the core and the history, no package, no Node module.',
      severity: 'error',
      from: from('^src/retrieval/'),
      to: { pathNot: [...vocabulary, '^src/retrieval/'] },
    },
    {
      name: 'summaries-are-pure',
      comment: 'Summaries are pure: they import themselves, the core and the history, no package, no Node module.',
      severity: 'error',
      from: from('^src/summaries/'),
      to: { pathNot: [...vocabulary, '^src/summaries/'] },
    },
    {
      name: 'loom-texts-are-pure',
      comment: 'What an agent is told of its tree, and what it keeps, are pure: they import the core and the history.',
      severity: 'error',
      from: from('^src/loom/(texts|state)/'),
      to: { pathNot: [...vocabulary, '^src/loom/(texts|state)/'] },
    },
    {
      name: 'ports-know-no-adapter',
      comment: 'A port is what its caller needs, in the words of the core and the history; other ports are allowed.',
      severity: 'error',
      from: { path: ports },
      to: { path: '^src/', pathNot: [...vocabulary, ...ports] },
    },
    {
      name: 'siblings-meet-at-ports',
      comment: 'Beside its own folder, a part imports the core, the history and the port files of others.',
      severity: 'error',
      from: from(`^src/${siblings}/`),
      to: { path: '^src/', pathNot: [...vocabulary, '^src/$1/', ...ports] },
    },
    {
      name: 'adapters-stand-alone',
      comment: 'One adapter of a port does not import another: src/stores/sqlite knows nothing of src/stores/memory.',
      severity: 'error',
      from: from('^src/(stores)/([^/]+)/'),
      to: { path: '^src/$1/[^/]+/', pathNot: '^src/$1/$2/' },
    },
    {
      name: 'session-imports-ports',
      comment: 'The session is handed its adapters; it imports ports, and never what implements them.',
      severity: 'error',
      from: from('^src/session/'),
      to: { path: `^src/(${adapters.slice(1, -1)}|summaries|config|cli|testing)/`, pathNot: ports },
    },
    {
      name: 'config-chooses-adapters',
      comment: 'The command line asks config for what it needs; only config decides which adapter that is.',
      severity: 'error',
      from: from('^src/cli/'),
      to: { path: `^src/(loom|retrieval|summaries|${adapters.slice(1)}/`, pathNot: ports },
    },
    {
      name: 'middleware-is-an-edge',
      comment:
        'What plans calls of the AI SDK stands above session and formats, beside config; only the public entry imports it.',
      severity: 'error',
      from: { path: '^src/(?!ai-sdk/|index[.]ts$)', pathNot: tests },
      to: { path: '^src/ai-sdk/' },
    },
    {
      name: 'arrows-point-down',
      comment: 'Nothing below imports config, and nothing but the command line imports the command line.',
      severity: 'error',
      from: { path: '^src/(?!cli/)', pathNot: tests },
      to: { path: '^src/cli/' },
    },
    {
      name: 'config-is-above',
      comment: 'Settings come in as arguments: only config, the command line and the public entry import config.',
      severity: 'error',
      from: { path: '^src/(?!(ai-sdk|cli|config)/|index[.]ts$)', pathNot: tests },
      to: { path: '^src/config/' },
    },
    {
      name: 'fakes-stay-in-tests',
      comment: 'src/testing is for tests, ours and those of users; the product does not import it.',
      severity: 'error',
      from: { path: '^src/(?!testing/)', pathNot: tests },
      to: { path: '^src/testing/' },
    },
    {
      name: 'nothing-imports-tests',
      comment: 'A test file is imported by nobody.',
      severity: 'error',
      from: {},
      to: { path: tests },
    },
    {
      name: 'published-code-stays-in-src',
      comment: 'What is published imports nothing that is not.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^(test|conformance|bench|eval|scripts|examples)/' },
    },
    {
      name: 'published-packages-only',
      comment: 'What is published needs its packages under dependencies; test runners are allowed in src/testing.',
      severity: 'error',
      from: { path: '^src/(?!testing/)', pathNot: tests },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'resolvable',
      comment: 'The file or package is not there. What bin/ and examples/ import is built.',
      severity: 'error',
      from: { pathNot: '^(bin|examples)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
