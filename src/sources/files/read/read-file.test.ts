import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileReader, readFileAt } from './read-file.ts'

const posix = process.platform !== 'win32'
const asRoot = process.getuid?.() === 0
let base: string
let root: string

beforeEach(() => {
  base = fs.mkdtempSync(join(tmpdir(), 'heddle-read-'))
  root = join(base, 'root')
  fs.mkdirSync(root)
})

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  fs.rmSync(base, { recursive: true, force: true })
})

const write = (path: string, content: string | Buffer = `text of ${path}`): void => {
  fs.mkdirSync(join(root, path, '..'), { recursive: true })
  fs.writeFileSync(join(root, path), content)
}
const unread = (cause: string): object => expect.objectContaining({ kind: 'unread', cause })

describe('a file', () => {
  it('is read with its size, whatever its name', () => {
    const names = ['a.txt', 'deep/er/b.ts', 'new\nline', 'quo\'te"$&.md', 'emoji 🧵/ü', ' ', '..a/b..', '-']
    for (const name of names) write(name)
    const read = fileReader(root)
    for (const name of names) {
      const text = `text of ${name}`
      expect(read(name)).toEqual({ kind: 'text', text, bytes: Buffer.byteLength(text) })
    }
  })

  it('keeps its text when the next ones are read', () => {
    for (let file = 0; file < 20; file += 1) write(`${file}`, String(file).repeat(10 ** (file % 7)))
    const read = fileReader(root)
    const readings = Array.from({ length: 20 }, (_, file) => read(`${file}`))
    for (const [file, reading] of readings.entries()) {
      expect(reading).toMatchObject({ kind: 'text', text: String(file).repeat(10 ** (file % 7)) })
    }
  })

  it('says how many places were repaired, and that it is binary', () => {
    write('latin1', Buffer.from('a caf\u00e9 in Paris', 'latin1'))
    write('image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))
    write('utf16', Buffer.from('\ufeffGrüße', 'utf16le'))
    expect(readFileAt(root, 'latin1')).toEqual({ kind: 'text', text: 'a caf\ufffd in Paris', bytes: 15, repaired: 1 })
    expect(readFileAt(root, 'image')).toEqual({ kind: 'unread', cause: 'binary', bytes: 7 })
    expect(readFileAt(root, 'utf16')).toEqual({ kind: 'text', text: 'Grüße', bytes: 12 })
  })

  it('may be empty', () => {
    write('empty', '')
    expect(readFileAt(root, 'empty')).toEqual({ kind: 'text', text: '', bytes: 0 })
  })

  it('is too large above the limit, and at once: a sparse file of 2 GB is not read', () => {
    write('small', '12345')
    expect(readFileAt(root, 'small', { maxBytes: 5 })).toMatchObject({ text: '12345' })
    expect(readFileAt(root, 'small', { maxBytes: 4 })).toEqual({ kind: 'unread', cause: 'too-large', bytes: 5 })
    write('huge', '')
    fs.truncateSync(join(root, 'huge'), 2 ** 31)
    const reads = vi.spyOn(fs, 'readSync')
    syncBuiltinESMExports()
    expect(readFileAt(root, 'huge')).toEqual({ kind: 'unread', cause: 'too-large', bytes: 2 ** 31 })
    expect(reads).not.toHaveBeenCalled()
  })

  it('of a size it does not tell is read to its end, as far as the limit', {
    skip: !fs.existsSync('/proc/self/maps'),
  }, () => {
    expect(readFileAt('/proc/self', 'status')).toMatchObject({ text: expect.stringContaining('Pid:') })
    expect(readFileAt('/proc/self', 'status', { maxBytes: 10 })).toEqual({ kind: 'unread', cause: 'too-large' })
  })
})

describe('a file that changes while it is read', () => {
  /** Does something after the so-manieth time that something was read. */
  const onRead = (change: (time: number) => void): void => {
    const original = fs.readSync
    let time = 0
    vi.spyOn(fs, 'readSync').mockImplementation(((...args: Parameters<typeof original>) => {
      const read = original(...args)
      time += 1
      change(time)
      return read
    }) as typeof original)
    syncBuiltinESMExports()
  }

  it('is read once more', () => {
    write('log', 'one\n')
    onRead((time) => {
      if (time === 1) fs.appendFileSync(join(root, 'log'), 'two\n')
    })
    expect(readFileAt(root, 'log')).toEqual({ kind: 'text', text: 'one\ntwo\n', bytes: 8 })
  })

  it('is given up when it changes again, be it longer, shorter or of the same length', () => {
    const changes = [
      () => fs.appendFileSync(join(root, 'log'), 'more\n'),
      () => fs.truncateSync(join(root, 'log'), Math.max(0, fs.statSync(join(root, 'log')).size - 1)),
      (time: number) => fs.utimesSync(join(root, 'log'), time, time),
    ]
    for (const change of changes) {
      write('log', 'one\ntwo\nthree\n')
      onRead(change)
      expect(readFileAt(root, 'log')).toEqual(unread('changed-while-read'))
      vi.restoreAllMocks()
    }
  })

  it('is not found when it goes away in between', () => {
    write('log', 'one\n')
    onRead(() => {
      fs.appendFileSync(join(root, 'log'), 'two\n')
      fs.rmSync(join(root, 'log'))
    })
    expect(readFileAt(root, 'log')).toEqual(unread('not-found'))
  })
})

describe('what is no file', () => {
  it('is not found: nothing, nothing in a file, no name, a name that cannot be', () => {
    write('file')
    for (const path of ['nothing', 'no/folder', 'file/child', 'a\0b', 'x'.repeat(5000)]) {
      expect(readFileAt(root, path)).toEqual(unread('not-found'))
    }
    expect(readFileAt(join(base, 'no-root'), 'file')).toEqual(unread('not-found'))
  })

  it('is a folder', () => {
    write('folder/file')
    for (const path of ['folder', 'folder/', '', '.', 'folder/..'])
      expect(readFileAt(root, path)).toEqual(unread('not-a-file'))
  })

  it('is a pipe, a socket or a device, and none of them is waited for', { skip: !posix }, async () => {
    execFileSync('mkfifo', [join(root, 'pipe')])
    const server = createServer().listen(join(root, 'socket'))
    await new Promise((listening) => server.once('listening', listening))
    expect(readFileAt(root, 'pipe')).toEqual(unread('not-a-file'))
    expect(readFileAt(root, 'socket')).toEqual(unread('not-a-file'))
    expect(readFileAt('/dev', 'zero')).toEqual(unread('not-a-file'))
    server.close()
  })

  it('may not be read, nor what is in a folder that may not be', { skip: !posix }, () => {
    write('file')
    write('folder/file')
    fs.chmodSync(join(root, 'file'), 0)
    fs.chmodSync(join(root, 'folder'), 0)
    fs.chmodSync(base, 0o755)
    if (asRoot) process.seteuid?.(65_534)
    try {
      expect(readFileAt(root, 'file')).toEqual(unread('unreadable'))
      expect(readFileAt(root, 'folder/file')).toEqual(unread('unreadable'))
    } finally {
      if (asRoot) process.seteuid?.(0)
      fs.chmodSync(join(root, 'folder'), 0o700)
    }
  })

  it('is unreadable where the disk fails', () => {
    write('file')
    vi.spyOn(fs, 'readSync').mockImplementation(() => {
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
    })
    syncBuiltinESMExports()
    expect(readFileAt(root, 'file')).toEqual(unread('unreadable'))
  })
})

describe('the root', () => {
  it('is not left by a path as it is written', () => {
    fs.writeFileSync(join(base, 'secret'), 'secret')
    const paths = ['../secret', 'a/../../secret', '..', '../root/../secret', join(base, 'secret'), '../none']
    for (const path of paths) expect(readFileAt(root, path)).toEqual(unread('outside'))
  })

  it('is not left by a link, of a file or of a folder, nor by a chain of them', { skip: !posix }, () => {
    fs.writeFileSync(join(base, 'secret'), 'secret')
    fs.mkdirSync(join(base, 'root-2'))
    fs.writeFileSync(join(base, 'root-2/secret'), 'secret')
    fs.symlinkSync('../secret', join(root, 'link'))
    fs.symlinkSync('link', join(root, 'chain'))
    fs.symlinkSync(join(base, 'root-2'), join(root, 'beside'))
    fs.symlinkSync('beside', join(root, 'further'))
    fs.symlinkSync('/', join(root, 'top'))
    const read = fileReader(root)
    for (const path of [
      'link',
      'chain',
      'beside/secret',
      'further/secret',
      `top${base}/secret`,
      'beside',
      'beside/none',
    ]) {
      expect(read(path)).toEqual(unread('outside'))
      expect(read(path)).toEqual(unread('outside'))
    }
  })

  it('may be a link, and links may end inside of it', { skip: !posix }, () => {
    write('folder/file', 'inside')
    fs.symlinkSync('folder/file', join(root, 'link'))
    fs.symlinkSync('../root/folder', join(root, 'detour'))
    fs.symlinkSync(root, join(base, 'entrance'))
    for (const entrance of [root, join(base, 'entrance'), join(base, 'x/../root')]) {
      const read = fileReader(entrance)
      for (const path of ['link', 'detour/file', 'folder/file']) expect(read(path)).toMatchObject({ text: 'inside' })
      expect(read('detour')).toEqual(unread('not-a-file'))
    }
  })

  it('has links that lead nowhere or to themselves, which are not found', { skip: !posix }, () => {
    fs.symlinkSync('nothing', join(root, 'dangling'))
    fs.symlinkSync('loop', join(root, 'loop'))
    fs.symlinkSync('pong', join(root, 'ping'))
    fs.symlinkSync('ping', join(root, 'pong'))
    for (const path of ['dangling', 'loop', 'ping', 'loop/file'])
      expect(readFileAt(root, path)).toEqual(unread('not-found'))
  })
})
