import { statfsSync } from 'node:fs'

/** The numbers by which Linux tells file systems apart that stand on another machine, or may. */
const names: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x786f4256, 'a folder shared by VirtualBox'],
])

/**
 * The kind of file system that a path is on, if locks may not work there: a network's, or one that a program provides.
 * Undefined where it is a local one, or cannot be known.
 */
export function sharedFileSystem(path: string): string | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return nameOfFileSystem(Number(statfsSync(path).type))
  } catch {
    return undefined
  }
}

/** The name of a file system by its number, if it is such a one. */
export function nameOfFileSystem(type: number): string | undefined {
  return names.get(type >>> 0)
}
