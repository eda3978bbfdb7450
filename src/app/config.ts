import { commerceSettings } from '../commerce/index.ts'
import { dnsSettings } from '../dns/index.ts'
import { identitySettings } from '../identity/index.ts'
import { invoicingSettings } from '../invoicing/index.ts'
import { loadSettings, printableSettings, readSettings, settingsWithoutSecrets, type Config } from '../kernel/config.ts'
import { kernelSettings } from '../kernel/settings.ts'
import { lettersSettings } from '../letters/index.ts'
import { marketSettings } from '../market/index.ts'
import { networkSettings } from '../network/index.ts'
import { routingSettings } from '../routing/index.ts'
import { webhooksSettings } from '../webhooks/index.ts'
import { processSettings } from './processes/process.settings.ts'

/** The list of all settings, and the configuration that is read by it. */

export const settings = [
  kernelSettings,
  identitySettings,
  invoicingSettings,
  networkSettings,
  marketSettings,
  lettersSettings,
  routingSettings,
  dnsSettings,
  commerceSettings,
  webhooksSettings,
  processSettings,
] as const

export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => readSettings(settings, env)

export const loadConfig = (): Config => loadSettings(settings)

export const printable = (config: Config) => printableSettings(settings, config)

export const withoutSecrets = (config: Config): Config => settingsWithoutSecrets(settings, config)
