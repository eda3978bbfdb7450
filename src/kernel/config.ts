import { resolve } from 'node:path'
import { readHosts } from './db/hosts.ts'
import { StartRefusal } from './refusal.ts'
import type { Read, Setting, SettingKinds, SettingRows, SettingTable } from './settings.ts'

/** The only file that reads the environment. */

type Value<S> = S extends { reads: (text: string) => infer R }
  ? Extract<R, { value: unknown }>['value']
  : S extends { kind: infer Kind extends keyof SettingKinds }
    ? SettingKinds[Kind]
    : never
/** Those without a default are null when nobody sets them. */
type Unset<S> = S extends { standard: string } | { derived: true } ? never : null

export type Config = { readonly [N in keyof SettingRows]: Value<SettingRows[N]> | Unset<SettingRows[N]> } & {
  readonly embedded: boolean
}

type Tables = readonly SettingTable[]

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const readers: { readonly [Kind in keyof SettingKinds]: (text: string) => Read<SettingKinds[Kind]> } = {
  text: plainText,
  folder: (text) => {
    const read = plainText(text)
    return 'mistake' in read ? read : { value: resolve(text) }
  },
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
  level: (text) => (levels.includes(text) ? { value: text } : { mistake: `must be one of ${levels.join(', ')}` }),
}

function plainText(text: string): Read<string> {
  return text.includes('\0') ? { mistake: 'must not contain NUL' } : { value: text }
}

function number(text: string, max: number): Read<number> {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value > max) return { mistake: `must be a whole number from 0 to ${max}` }
  return { value }
}

/** Secrets are never repeated, not even when they are wrong. */
function shown(setting: Setting, text: string): string {
  return setting.secret ? '***' : JSON.stringify(text)
}

const rowsOf = (tables: Tables): [name: string, row: Setting][] => tables.flatMap(({ rows }) => Object.entries(rows))

/** The environment as these tables understand it; refused with all its mistakes at once. */
export function readSettings(tables: Tables, env: Readonly<Record<string, string | undefined>>): Config {
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, row] of rowsOf(tables)) {
    const text = env[row.env] || row.standard
    const read = text === undefined ? { value: null } : readText(row, text)
    if ('mistake' in read) mistakes.push(`${row.env}=${shown(row, text ?? '')} ${read.mistake}.`)
    // What could not be read must not contradict anything, so its default stands in.
    values[name] = 'value' in read ? read.value : standardOf(row)
  }
  let config = { ...values, embedded: values['databaseUrl'] === null } as Config
  for (const { derive } of tables) config = { ...config, ...derive?.(config) }
  mistakes.push(...tables.flatMap(({ contradictions }) => contradictions?.(config) ?? []))
  if (mistakes.length > 0) throw new StartRefusal(mistakes.join('\n'))
  return config
}

const readText = (row: Setting, text: string): Read<unknown> =>
  row.kind === 'json' ? row.reads(text) : readers[row.kind](text)

function standardOf(row: Setting): unknown {
  const read = row.standard === undefined ? { value: null } : readText(row, row.standard)
  return 'value' in read ? read.value : null
}

export function loadSettings(tables: Tables): Config {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new StartRefusal(`.env cannot be read: ${String(error)}`)
  }
  return readSettings(tables, process.env)
}

/** The environment without our settings, for a process that is told by other ways what it needs. */
export function environmentOfOthers(): NodeJS.ProcessEnv {
  const isOurs = (name: string) => name.startsWith('SUBLET_') || name === 'DATABASE_URL'
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)))
}

/** Where PostgreSQL's clients look for passwords, unless it is the usual place. */
export const passwordFile = (): string | undefined => process.env['PGPASSFILE']

/** The settings for a process that is trusted with no secret. */
export function settingsWithoutSecrets(tables: Tables, config: Config): Config {
  const secrets = rowsOf(tables).filter(([, { secret }]) => secret)
  return { ...config, ...Object.fromEntries(secrets.map(([name]) => [name, null])) }
}

/** What may be shown of the configuration: secrets as ***. */
export function printableSettings(tables: Tables, config: Config): Record<string, unknown> {
  return Object.fromEntries(
    rowsOf(tables).map(([name, { env, secret }]) => {
      const value = config[name as keyof Config]
      return [env, secret && value !== null ? '***' : value]
    }),
  )
}
