const minutesADay = 24 * 60

/** A time (Unix milliseconds) as absolute UTC to the minute, such as `2026-01-02 10:11Z`; `no time` where it is none. */
export function utcMinute(at: number): string {
  if (!Number.isFinite(at)) return 'no time'
  const minutes = Math.floor(at / 60_000)
  const day = Math.floor(minutes / minutesADay)
  const minute = minutes - day * minutesADay
  const clock = `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}Z`
  return `${calendarDate(day)} ${clock}`
}

/** A time of day in UTC, such as `10:11Z`. */
export function utcClock(at: number): string {
  return utcMinute(at).slice(-6)
}

/**
 * The date of a day counted from 1970-01-01, in the Gregorian calendar. It counts in eras of 400 years that begin on the
 * first of March, as described by H. Hinnant in "chrono-Compatible Low-Level Date Algorithms".
 */
function calendarDate(day: number): string {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const date = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(date)}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
