/** What the name of a variable with a secret has in it. */
const secret = /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL/i

/** An environment for commands of a model: without what looks like a key, and with nothing that waits for a person. */
export function commandEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !secret.test(name))
  return { ...Object.fromEntries(kept), PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0', TERM: 'dumb' }
}
