/** A whole number with its thousands apart: `12,345`. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A number and its noun: `1 node`, `2 nodes`. */
export function counted(value: number, noun: string, plural: string = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`
}

/** Bytes in the largest unit that leaves a number of 1 or more, with at most one decimal: `3.4 MB`. Units of 1000. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let scaled = value
  let unit = 0
  while (scaled >= 999.95 && unit < units.length - 1) {
    scaled /= 1000
    unit++
  }
  return `${unit === 0 || scaled >= 99.95 ? Math.round(scaled) : scaled.toFixed(1).replace(/\.0$/, '')} ${units[unit]}`
}

/** A fraction as a percentage: `7 %`; `<1 %` for less than half of one, if it is not nothing. */
export function percent(fraction: number): string {
  const rounded = Math.round(fraction * 100)
  return rounded === 0 && fraction > 0 ? '<1 %' : `${rounded} %`
}

/** A small fraction as a percentage with one decimal: `1.8 %`. */
export function finePercent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)} %`
}

/** A thin bar for a fraction of `width` columns, in steps of half a column; at least half of one where there is anything. */
export function bar(fraction: number, width = 8): string {
  if (!(fraction > 0)) return ''
  const halves = Math.max(1, Math.round(Math.min(1, fraction) * width * 2))
  return '━'.repeat(Math.floor(halves / 2)) + (halves % 2 === 1 ? '╸' : '')
}

/** How long ago, in the largest unit: `just now`, `5 min ago`, `3 h ago`, `2 d ago`; the date from 30 days on. */
export function ago(time: number, now: number): string {
  const seconds = Math.floor((now - time) / 1000)
  if (seconds < -60) return date(time)
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  if (seconds < 30 * 86_400) return `${Math.floor(seconds / 86_400)} d ago`
  return date(time)
}

/** A day in local time: `2025-03-09`. */
export function date(time: number): string {
  const at = new Date(time)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** A minute in local time: `2025-03-09 14:05`. */
export function minute(time: number): string {
  const at = new Date(time)
  return `${date(time)} ${two(at.getHours())}:${two(at.getMinutes())}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** A measure as a person reads it: of one that was learned, its id holds every weight, only that it was. */
export function measureName(id: string): string {
  return id.startsWith('script*') ? 'calibrated tokens' : id
}
