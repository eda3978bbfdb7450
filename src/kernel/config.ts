import { isAbsolute, join, resolve } from 'node:path'
import { readHosts } from './db/hosts.ts'
import { StartRefusal } from './refusal.ts'
import { settings, type Setting, type SettingKind, type SettingName } from './settings.ts'
import { readTaxTable, type TaxRow } from './tax-table.ts'

/** The only file that reads the environment. */

interface Kinds {
  text: string
  port: number
  count: number
  switch: boolean
  url: string
  database: string
  list: readonly string[]
  key: string
  level: string
  /** Basis points: 5 % is 500. */
  percent: number
  currency: string
  taxes: readonly TaxRow[]
}

/** These have defaults that follow from other settings, so they are never absent. */
type Derived =
  | 'publicRateLimit'
  | 'fileRateLimit'
  | 'snapshotDir'
  | 'demo'
  | 'sandbox'
  | 'autoActivate'
  | 'publicUrl'
  | 'paymentProvider'

type Value<N extends SettingName> = Kinds[(typeof settings)[N]['kind']]
type Has<N extends SettingName> = (typeof settings)[N] extends { standard: string }
  ? true
  : N extends Derived
    ? true
    : false

export type Config = { readonly [N in SettingName]: Has<N> extends true ? Value<N> : Value<N> | null } & {
  readonly embedded: boolean
}

type Read = { readonly value: Kinds[SettingKind] } | { readonly mistake: string }

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const readers: Record<SettingKind, (text: string) => Read> = {
  text: (text) => (text.includes('\0') ? { mistake: 'must not contain NUL' } : { value: text }),
  port: (text) => number(text, 65_535),
  count: (text) => number(text, 1_000_000),
  switch: (text) => {
    if (['1', 'true', 'on', 'yes'].includes(text)) return { value: true }
    if (['0', 'false', 'off', 'no'].includes(text)) return { value: false }
    return { mistake: 'must be 1 or 0' }
  },
  url: (text) => (URL.canParse(text) ? { value: text } : { mistake: 'must be a complete address, scheme included' }),
  database: (text) => {
    const reach = readHosts(text)
    return 'mistake' in reach ? reach : { value: text }
  },
  list: (text) => ({
    value: text
      .split(',')
      .map((s) => s.trim())
      .filter((s) => s !== ''),
  }),
  key: (text) => (/^[0-9a-f]{64}$/i.test(text) ? { value: text } : { mistake: 'must be 64 hex digits' }),
  percent: (text) => {
    const share = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text)
    const basisPoints = share ? Number(share[1]) * 100 + Number((share[2] ?? '').padEnd(2, '0')) : Number.NaN
    return basisPoints <= 10_000
      ? { value: basisPoints }
      : { mistake: 'must be from 0 to 100, with up to two decimals' }
  },
  currency: (text) =>
    Intl.supportedValuesOf('currency').includes(text) ? { value: text } : { mistake: 'must be a code like USD or EUR' },
  taxes: readTaxTable,
  level: (text) => (levels.includes(text) ? { value: text } : { mistake: `must be one of ${levels.join(', ')}` }),
}

function number(text: string, max: number): Read {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value > max) return { mistake: `must be a whole number from 0 to ${max}` }
  return { value }
}

/** Secrets are never repeated, not even when they are wrong. */
function shown(setting: Setting, text: string): string {
  return setting.secret ? '***' : JSON.stringify(text)
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const text = env[setting.env] || setting.standard
    const read = text === undefined ? { value: null } : readers[setting.kind](text)
    if ('mistake' in read) mistakes.push(`${setting.env}=${shown(setting, text ?? '')} ${read.mistake}.`)
    else values[name] = read.value
  }
  // What could not be read is absent here, and nothing absent contradicts.
  mistakes.push(...contradictions(values as Config))
  if (mistakes.length > 0) throw new StartRefusal(mistakes.join('\n'))
  return refuseSharedFolder(derive(values as Config))
}

function contradictions(config: Config): string[] {
  const found: string[] = []
  if (config.poolSize < 2) found.push(`SUBLET_POOL_SIZE=${config.poolSize} must be at least 2.`)
  if (config.maxInFlight < 1) found.push('SUBLET_MAX_IN_FLIGHT=0 would refuse every request; it must be at least 1.')
  if (config.holdMinutes < 1 || config.negotiationHours < 1)
    found.push('SUBLET_HOLD_MINUTES and SUBLET_NEGOTIATION_HOURS must be at least 1.')
  if (config.mostUnproven < 1) found.push('SUBLET_MAX_UNPROVEN=0 would let nobody list; it must be at least 1.')
  if (config.statementTimeout < 100) found.push('SUBLET_STATEMENT_TIMEOUT_MS must be at least 100.')
  if (config.secretKeyOld && !config.secretKey)
    found.push('SUBLET_SECRET_KEY_OLD needs SUBLET_SECRET_KEY, the new one.')
  if (config.smtpUrl && !/^smtps?:/.test(config.smtpUrl))
    found.push('SUBLET_SMTP_URL=*** must start with smtp:// or smtps://.')
  if (config.publicUrl && !/^https?:/.test(config.publicUrl))
    found.push(`SUBLET_PUBLIC_URL=${JSON.stringify(config.publicUrl)} must start with http:// or https://.`)
  if (config.vatCheckUrl && !/^https?:.*\{number\}/.test(config.vatCheckUrl))
    found.push('SUBLET_VAT_CHECK_URL must start with http:// or https:// and have {number} where the number goes.')
  if (config.snapshotStorage !== undefined && !['postgres', 'files'].includes(config.snapshotStorage))
    found.push(`SUBLET_SNAPSHOT_STORAGE=${JSON.stringify(config.snapshotStorage)} must be postgres or files.`)
  if (config.letterRelease !== undefined && !['data', 'holder', 'any'].includes(config.letterRelease))
    found.push(`SUBLET_LETTER_RELEASE=${JSON.stringify(config.letterRelease)} must be data, holder or any.`)
  if (config.importTimeout < 1 || config.importMaxMegabytes < 1)
    found.push('SUBLET_IMPORT_TIMEOUT_SECONDS and SUBLET_IMPORT_MAX_MB must be at least 1.')
  if (config.freshRoutesHours < 1 || config.freshDataHours < 1)
    found.push('SUBLET_FRESH_ROUTES_HOURS and SUBLET_FRESH_DATA_HOURS must be at least 1.')
  found.push(...paymentContradictions(config))
  return found
}

/** Without a word about it a sandbox takes test cards, and anything else no cards at all. */
const providerFor = ({ paymentProvider, sandbox, databaseUrl }: Config): string =>
  paymentProvider ?? ((sandbox ?? databaseUrl === null) ? 'sandbox' : 'none')

function paymentContradictions(config: Config): string[] {
  const provider = providerFor(config)
  if (!['sandbox', 'stripe', 'none'].includes(provider))
    return [`SUBLET_PAYMENT_PROVIDER=${JSON.stringify(provider)} must be sandbox, stripe or none.`]
  if (provider === 'sandbox' && !(config.sandbox ?? config.databaseUrl === null))
    return ['SUBLET_PAYMENT_PROVIDER=sandbox takes test cards; use it only with SUBLET_SANDBOX=1.']
  if (provider === 'stripe' && !config.stripeKey) return ['SUBLET_PAYMENT_PROVIDER=stripe needs SUBLET_STRIPE_KEY.']
  return []
}

/** Processes that may read all of the one must not be able to read all of the other. */
function refuseSharedFolder(config: Config): Config {
  if (config.snapshotStorage === 'files' && `${config.dataDir}/`.startsWith(join(config.snapshotDir, '/')))
    throw new StartRefusal('SUBLET_SNAPSHOT_DIR must be a folder of its own: the data folder holds the secret key.')
  return config
}

function derive(config: Config): Config {
  const embedded = config.databaseUrl === null
  const demo = config.demo ?? embedded
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const dataDir = isAbsolute(config.dataDir) ? config.dataDir : resolve(config.dataDir)
  return {
    ...config,
    embedded,
    demo,
    sandbox: config.sandbox ?? embedded,
    autoActivate: config.autoActivate ?? demo,
    publicRateLimit: config.publicRateLimit ?? config.rateLimit * 2,
    fileRateLimit: config.fileRateLimit ?? config.rateLimit * 20,
    paymentProvider: providerFor(config),
    publicUrl: (config.publicUrl ?? `http://${host}:${config.port}`).replace(/\/+$/, ''),
    dataDir,
    snapshotDir: resolve(config.snapshotDir ?? join(dataDir, 'snapshots')),
  }
}

export function loadConfig(): Config {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new StartRefusal(`.env cannot be read: ${String(error)}`)
  }
  return readConfig(process.env)
}

/** The environment without our settings, for a process that is told by other ways what it needs. */
export function environmentOfOthers(): NodeJS.ProcessEnv {
  const own = new Set<string>(Object.values<Setting>(settings).map(({ env }) => env))
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)))
}

/** Where PostgreSQL's clients look for passwords, unless it is the usual place. */
export const passwordFile = (): string | undefined => process.env['PGPASSFILE']

/** The settings for a process that is trusted with no secret. */
export function withoutSecrets(config: Config): Config {
  const secrets = Object.entries<Setting>(settings).filter(([, { secret }]) => secret)
  return { ...config, ...Object.fromEntries(secrets.map(([name]) => [name, null])) }
}

/** What may be shown of the configuration: secrets as ***. */
export function printable(config: Config): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, { env, secret }]) => {
      const value = config[name as SettingName]
      return [env, secret && value !== null ? '***' : value]
    }),
  )
}
