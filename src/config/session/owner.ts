import { hostname } from 'node:os'

/** When this process began, so that another one with its number later is told apart. */
const began = Math.round(performance.timeOrigin)

/** This process by a name that no other has: machine, number, and when it began. */
export function processOwner(): string {
  return `${hostname()} ${process.pid} ${began}`
}

/** Whether the process of that name may still live. One on another machine is taken to: nobody here can tell. */
export function isOwnerAlive(owner: string): boolean {
  const [host, pid, since] = owner.split(' ')
  if (host !== hostname()) return true
  if (Number(pid) === process.pid) return Number(since) === began
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
