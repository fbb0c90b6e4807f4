import { describe, expect, it } from 'vitest'
import { specifiersIn } from './specifiers.ts'

describe('what a file says that it needs', () => {
  it.each([
    ['a.ts', `import { a } from './a.js'\nimport type B from "../b"\nexport * from './c'`, ['./a.js', '../b', './c']],
    ['a.tsx', `import './side'\nimport(\n  './late')\nrequire ( "x/y" )`, ['./side', './late', 'x/y']],
    ['a.mts', `import {\n  a,\n  b,\n} from '@/util/log'\nimport './a'\nimport './a'`, ['@/util/log', './a']],
    ['a.css', `@import "base.css";\n@use 'theme';`, ['base.css', 'theme']],
    ['a.py', 'import os.path as p, sys\nfrom a.b import c, d as e', ['a/b', 'a/b/c', 'a/b/d', 'os/path', 'sys']],
    [
      'a.py',
      'from . import x\nfrom ..pkg.mod import (\n  y, # why\n  z,\n)',
      ['./x', '../pkg/mod', '../pkg/mod/y', '../pkg/mod/z'],
    ],
    ['a.c', '#include "lib/a.h"\n#  include <stdio.h>', ['lib/a.h', 'stdio.h']],
    ['a.go', 'import "fmt"\nimport (\n\t"a.com/b/c"\n\tx "a.com/d"\n)', ['fmt', 'a.com/b/c', 'a.com/d']],
    ['a.rs', 'pub mod parser;\nuse crate::ast::Node;\nuse super::lexer;', ['./parser', 'crate/ast/Node', '../lexer']],
    ['A.java', 'import a.b.C;\nimport static a.D.run;', ['a/b/C', 'a/D/run']],
    ['a.php', 'use App\\Models\\User;', ['App/Models/User']],
    ['a.rb', "require_relative 'lib/a'\nrequire 'json'", ['./lib/a', 'json']],
    ['a.txt', "import './a'", []],
    ['constructor', "import './a'", []],
  ])('in %s', (path, text, specifiers) => {
    expect(specifiersIn(path, text)).toEqual(specifiers)
  })

  it.each([
    'from "',
    'from ',
    'import (\n',
    'from a import (\n',
    '# include <',
    'crate::',
    'import \t',
    ' ',
    '\n',
    'require_relative ',
    'use \\a',
    "import 'a",
  ])('takes a megabyte of %j in any language', (text) => {
    for (const extension of ['ts', 'css', 'py', 'c', 'go', 'rs', 'java', 'php', 'rb']) {
      expect(specifiersIn(`a.${extension}`, text.repeat(1_000_000 / text.length)).length).toBeLessThan(10)
    }
  })
})
