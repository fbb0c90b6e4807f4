import { ChangedMeanwhile } from '../../stores/errors.ts'

/** Reads, changes and writes something once more as often as another process wrote it in between. */
export async function untilUndisturbed<Result>(change: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
    }
  }
}
