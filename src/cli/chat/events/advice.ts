/** What a person can do in the chat about a failure; empty where the message says it all. */
export function adviceOn(code: string): string {
  return advice.get(code) ?? ''
}

const again = '/retry asks again'
const advice: ReadonlyMap<string, string> = new Map([
  ['model-connection', again],
  ['model-timeout', again],
  ['model-cut-off', `/continue goes on, ${again}`],
  ['model-rate-limit', `${again}; /model NAME takes another one`],
  ['model-overloaded', `${again}; /model NAME takes another one`],
  ['model-server', again],
  ['model-empty', again],
  ['model-bad-answer', again],
  ['model-not-found', '/model NAME takes another one'],
  ['model-too-long', '/compact makes room, /exclude leaves nodes out'],
  ['system-over-limit', '/context shows what takes the room'],
  ['newest-over-limit', '/context shows what takes the room'],
  ['over-limit', '/context shows what takes the room, /compact and /exclude make some'],
])

/** Why a call is tried again, in plain words. */
export function reasonToWait(code: string): string {
  return reasons.get(code) ?? code
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['model-connection', 'there was no connection'],
  ['model-timeout', 'the provider did not answer in time'],
  ['model-cut-off', 'the answer broke off'],
  ['model-rate-limit', 'the provider wants fewer requests'],
  ['model-overloaded', 'the provider is overloaded'],
  ['model-server', 'the provider had a fault'],
  ['model-too-long', 'the request was too long'],
])
