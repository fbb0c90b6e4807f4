import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { nameOfFileSystem, sharedFileSystem } from './file-system.ts'

describe('the file system of a store', () => {
  it('is named where it is a network’s or a program’s, also where its number came out negative', () => {
    expect(nameOfFileSystem(0x6969)).toBe('NFS')
    expect(nameOfFileSystem(0xff534d42 | 0)).toBe('CIFS')
    expect(nameOfFileSystem(0x65735546)).toBe('FUSE')
  })

  it('is not where it is a local one, or cannot be known', () => {
    expect(nameOfFileSystem(0xef53)).toBeUndefined()
    expect(sharedFileSystem(`${tmpdir()}/there/is/no/such/path`)).toBeUndefined()
  })
})
