import { isIP } from 'node:net'
import type { Config } from './config.ts'

/**
 * Settings are rows: name, kind, default and meaning. Each slice has a table of its own (`*.settings.ts`), the app puts
 * them together. `.env.example` and docs come from them.
 */

/** What each kind is read as. */
export interface SettingKinds {
  text: string
  port: number
  count: number
  switch: boolean
  url: string
  folder: string
  database: string
  list: readonly string[]
  key: string
  level: string
  /** Basis points: 5 % is 500. */
  percent: number
  currency: string
}

export type Read<T> = { readonly value: T } | { readonly mistake: string }

interface Row {
  readonly env: string
  /** Text as it would stand in the environment; undefined: unset. */
  readonly standard?: string
  /** Unset, it follows from other settings. */
  readonly derived?: true
  readonly secret?: true
  readonly says: string
}

export type Setting = Row &
  (
    | { readonly kind: keyof SettingKinds }
    /** Of a form that only its slice knows. */
    | { readonly kind: 'json'; readonly reads: (text: string) => Read<unknown> }
  )

export interface SettingTable {
  readonly rows: Readonly<Record<string, Setting>>
  /** The values of rows that are `derived`, where they are unset. */
  readonly derive?: (config: Config) => Partial<Config>
  /** What cannot be, although each value can: a sentence for each. */
  readonly contradictions?: (config: Config) => string[]
}

const rows = {
  host: { env: 'SUBLET_HOST', kind: 'text', standard: '127.0.0.1', says: 'Address to listen on.' },
  port: { env: 'SUBLET_PORT', kind: 'port', standard: '8080', says: 'Port to listen on; 0 takes any free one.' },
  dataDir: {
    env: 'SUBLET_DATA_DIR',
    kind: 'folder',
    standard: './data',
    says: 'Folder for the embedded PostgreSQL, the generated secret key and the demo credentials.',
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    kind: 'database',
    secret: true,
    says: 'PostgreSQL 15 or newer; of several hosts, separated by commas, the one that takes writes. Unset: an embedded PostgreSQL in the data folder.',
  },
  demo: {
    env: 'SUBLET_DEMO',
    kind: 'switch',
    derived: true,
    says: 'Fill an empty database with the demo world. Default: on with the embedded PostgreSQL, else off.',
  },
  sandbox: {
    env: 'SUBLET_SANDBOX',
    kind: 'switch',
    derived: true,
    says: 'Allow the test clock, test cards and the mailbox. Default: on with the embedded PostgreSQL, else off.',
  },
  publicUrl: {
    env: 'SUBLET_PUBLIC_URL',
    kind: 'url',
    derived: true,
    says: 'Address under which clients reach this installation, and the issuer of its tokens. Default: host and port.',
  },
  secretKey: {
    env: 'SUBLET_SECRET_KEY',
    kind: 'key',
    secret: true,
    says: '64 hex digits; encrypts secrets at rest, the same on every node. Unset: generated into the data folder.',
  },
  secretKeyOld: {
    env: 'SUBLET_SECRET_KEY_OLD',
    kind: 'key',
    secret: true,
    says: 'The key before SUBLET_SECRET_KEY, while it is replaced: opens what it has sealed until "npx sublet secret-key rotate" says that nothing is left.',
  },
  logLevel: {
    env: 'SUBLET_LOG_LEVEL',
    kind: 'level',
    standard: 'info',
    says: 'fatal, error, warn, info, debug, trace or silent; info writes a line per request.',
  },
  poolSize: { env: 'SUBLET_POOL_SIZE', kind: 'count', standard: '10', says: 'Database connections per process.' },
  statementTimeout: {
    env: 'SUBLET_STATEMENT_TIMEOUT_MS',
    kind: 'count',
    standard: '10000',
    says: 'Longest time one statement may take before it is cancelled and answered 503.',
  },
  maxInFlight: {
    env: 'SUBLET_MAX_IN_FLIGHT',
    kind: 'count',
    standard: '512',
    says: 'Requests served at once; one more is answered 503 with Retry-After instead of waiting in a queue.',
  },
  rateLimit: {
    env: 'SUBLET_RATE_LIMIT',
    kind: 'count',
    standard: '600',
    says: 'Requests per minute and app key, on each node; 0 = off.',
  },
  publicRateLimit: {
    env: 'SUBLET_PUBLIC_RATE_LIMIT',
    kind: 'count',
    derived: true,
    says: 'Requests without a key or a session per minute and address, on each node; 0 = off. Default: twice SUBLET_RATE_LIMIT.',
  },
  fileRateLimit: {
    env: 'SUBLET_FILE_RATE_LIMIT',
    kind: 'count',
    derived: true,
    says: 'Pages, their files, documents, and what other services report, per minute and address, on each node; 0 = off. Default: twenty times SUBLET_RATE_LIMIT.',
  },
  corsOrigins: {
    env: 'SUBLET_CORS_ORIGINS',
    kind: 'list',
    standard: '',
    says: 'Origins, separated by commas, whose pages may call the API. None by default.',
  },
  trustProxy: {
    env: 'SUBLET_TRUST_PROXY',
    kind: 'list',
    standard: '',
    says: 'Addresses of reverse proxies whose X-Forwarded-For is believed.',
  },
  smtpUrl: {
    env: 'SUBLET_SMTP_URL',
    kind: 'url',
    secret: true,
    says: 'smtp:// or smtps:// address of the mail server. Unset: mail stays in the mailbox table.',
  },
  mailFrom: {
    env: 'SUBLET_MAIL_FROM',
    kind: 'text',
    standard: 'Sublet <no-reply@sublet.example>',
    says: 'Sender of the mail that Sublet writes.',
  },
  metricsToken: {
    env: 'SUBLET_METRICS_TOKEN',
    kind: 'text',
    secret: true,
    says: 'Bearer token for /metrics. Unset: /metrics answers only direct requests from this machine.',
  },
  dnsServers: {
    env: 'SUBLET_DNS_SERVERS',
    kind: 'list',
    standard: '',
    says: "Resolvers, as address or address:port, by which the servers of zones, hosts of webhooks and of companies' sign-on are found. Unset: the system's.",
  },
  dnsPort: {
    env: 'SUBLET_DNS_PORT',
    kind: 'port',
    standard: '53',
    says: 'Port at which the servers of zones are asked.',
  },
} as const satisfies SettingTable['rows']

/** `192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:5353`. */
const isServer = (text: string): boolean =>
  isIP(text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')) !== 0

type KernelRows = typeof rows

/** All rows there are: a slice adds its own by `declare module`, so that `Config` has them. */
export interface SettingRows extends KernelRows {}

export const kernelSettings = {
  rows,
  derive: (config) => {
    const { databaseUrl, host, port, rateLimit } = config
    const embedded = databaseUrl === null
    const url = config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    return {
      demo: config.demo ?? embedded,
      sandbox: config.sandbox ?? embedded,
      publicRateLimit: config.publicRateLimit ?? rateLimit * 2,
      fileRateLimit: config.fileRateLimit ?? rateLimit * 20,
      publicUrl: url.replace(/\/+$/, ''),
    }
  },
  contradictions: (config) => {
    const found: string[] = []
    if (config.poolSize < 2) found.push(`SUBLET_POOL_SIZE=${config.poolSize} must be at least 2.`)
    if (config.maxInFlight < 1) found.push('SUBLET_MAX_IN_FLIGHT=0 would refuse every request; it must be at least 1.')
    if (config.statementTimeout < 100) found.push('SUBLET_STATEMENT_TIMEOUT_MS must be at least 100.')
    if (config.secretKeyOld && !config.secretKey)
      found.push('SUBLET_SECRET_KEY_OLD needs SUBLET_SECRET_KEY, the new one.')
    if (config.smtpUrl && !/^smtps?:/.test(config.smtpUrl))
      found.push('SUBLET_SMTP_URL=*** must start with smtp:// or smtps://.')
    if (!/^https?:/.test(config.publicUrl))
      found.push(`SUBLET_PUBLIC_URL=${JSON.stringify(config.publicUrl)} must start with http:// or https://.`)
    const unusable = config.dnsServers.filter((server) => !isServer(server))
    if (unusable.length > 0)
      found.push(`SUBLET_DNS_SERVERS: ${unusable.join(', ')} must be addresses, with a port or without.`)
    return found
  },
} satisfies SettingTable
