import { HeddleError } from '../../core/errors.ts'

/** No way to reach this provider is known. `code` is `unknown-provider`. */
export class UnknownProvider extends HeddleError {
  readonly provider: string
  constructor(provider: string, known: readonly string[]) {
    super(
      'unknown-provider',
      `It is not known how to reach the provider ${JSON.stringify(provider)}. Known are ${known.join(', ')}. To add it, give its address in the settings, such as ${JSON.stringify({ providers: { [provider]: { baseUrl: 'https://HOST/v1', keyFrom: 'VARIABLE' } } })}.`,
    )
    this.provider = provider
  }
}

/** The settings of a provider cannot be followed. `code` is `provider-refused`. */
export class ProviderRefused extends HeddleError {
  readonly provider: string
  constructor(provider: string, why: string) {
    super('provider-refused', `The setting providers.${provider} ${why}`)
    this.provider = provider
  }
}
