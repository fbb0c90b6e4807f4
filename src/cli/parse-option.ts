import { InvalidArgumentError } from 'commander'

/** Parses a whole number from `from` on; for `.option(…, parse)`. */
export function wholeNumber(from: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^[+-]?\d+$/.test(text.trim()) || !Number.isSafeInteger(value) || value < from)
      throw new InvalidArgumentError(`It must be a whole number from ${from} on.`)
    return value
  }
}

/** Parses a number between two bounds, both included. */
export function numberBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !(value >= least && value <= most))
      throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`)
    return value
  }
}
