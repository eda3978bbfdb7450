/** The settings table: every setting's name, kind, default and meaning. `.env.example` and docs come from it. */

export type SettingKind =
  | 'text'
  | 'port'
  | 'count'
  | 'switch'
  | 'url'
  | 'database'
  | 'list'
  | 'key'
  | 'level'
  | 'percent'
  | 'currency'
  | 'taxes'

export interface Setting {
  readonly env: string
  readonly kind: SettingKind
  /** Text as it would stand in the environment; undefined: unset. */
  readonly standard?: string
  readonly secret?: true
  readonly says: string
}

export const settings = {
  host: { env: 'SUBLET_HOST', kind: 'text', standard: '127.0.0.1', says: 'Address to listen on.' },
  port: { env: 'SUBLET_PORT', kind: 'port', standard: '8080', says: 'Port to listen on; 0 takes any free one.' },
  dataDir: {
    env: 'SUBLET_DATA_DIR',
    kind: 'text',
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
    says: 'Fill an empty database with the demo world. Default: on with the embedded PostgreSQL, else off.',
  },
  sandbox: {
    env: 'SUBLET_SANDBOX',
    kind: 'switch',
    says: 'Allow the test clock, test cards and the mailbox. Default: on with the embedded PostgreSQL, else off.',
  },
  publicUrl: {
    env: 'SUBLET_PUBLIC_URL',
    kind: 'url',
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
  autoActivate: {
    env: 'SUBLET_AUTO_ACTIVATE',
    kind: 'switch',
    says: 'New companies are active at once instead of waiting for an operator. Default: as SUBLET_DEMO.',
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
  tokenRateLimit: {
    env: 'SUBLET_TOKEN_RATE_LIMIT',
    kind: 'count',
    standard: '60',
    says: 'Token requests per minute and app key, on each node; 0 = off.',
  },
  publicRateLimit: {
    env: 'SUBLET_PUBLIC_RATE_LIMIT',
    kind: 'count',
    says: 'Requests without a key or a session per minute and address, on each node; 0 = off. Default: twice SUBLET_RATE_LIMIT.',
  },
  fileRateLimit: {
    env: 'SUBLET_FILE_RATE_LIMIT',
    kind: 'count',
    says: 'Pages, their files, documents and notices of the payment provider per minute and address, on each node; 0 = off. Default: twenty times SUBLET_RATE_LIMIT.',
  },
  searchRateLimit: {
    env: 'SUBLET_SEARCH_RATE_LIMIT',
    kind: 'count',
    standard: '60',
    says: 'Market searches, and as many maps, per minute and app key (without one: and address), on each node; 0 = off.',
  },
  verifyRateLimit: {
    env: 'SUBLET_VERIFY_RATE_LIMIT',
    kind: 'count',
    standard: '60',
    says: 'Codes of letters that are verified per minute and address, on each node; 0 = off.',
  },
  currency: {
    env: 'SUBLET_CURRENCY',
    kind: 'currency',
    standard: 'USD',
    says: 'The one currency of prices and invoices, by its ISO 4217 code.',
  },
  commission: {
    env: 'SUBLET_COMMISSION_PERCENT',
    kind: 'percent',
    standard: '5',
    says: "The marketplace's share of a lease's monthly price, in percent; leases keep the share they were made at.",
  },
  earlyExit: {
    env: 'SUBLET_EARLY_EXIT_PERCENT',
    kind: 'percent',
    standard: '50',
    says: 'What leaving a commitment early costs, in percent of the price of the months that are left.',
  },
  noticeDays: {
    env: 'SUBLET_NOTICE_DAYS',
    kind: 'count',
    standard: '60',
    says: 'Days of notice: a holder may let a block expire when no commitment outlasts them.',
  },
  embargoedCountries: {
    env: 'SUBLET_EMBARGOED_COUNTRIES',
    kind: 'list',
    standard: 'CU,IR,KP',
    says: 'ISO 3166-1 codes, separated by commas: AS numbers registered there get no letters.',
  },
  mostUnproven: {
    env: 'SUBLET_MAX_UNPROVEN',
    kind: 'count',
    standard: '20',
    says: 'Listings a company may have at a time whose ownership is not proven.',
  },
  holdMinutes: {
    env: 'SUBLET_HOLD_MINUTES',
    kind: 'count',
    standard: '20',
    says: 'Minutes for which a reservation at the list price, or a line of a cart, keeps its block.',
  },
  negotiationHours: {
    env: 'SUBLET_NEGOTIATION_HOURS',
    kind: 'count',
    standard: '72',
    says: 'Hours a holder has to answer a lower offer, and a lessee to buy at a price that was agreed to.',
  },
  quarantineDays: {
    env: 'SUBLET_QUARANTINE_DAYS',
    kind: 'count',
    standard: '0',
    says: 'Days a block rests after a lease has ended before it is on the market again.',
  },
  orderDays: {
    env: 'SUBLET_ORDER_DAYS',
    kind: 'count',
    standard: '7',
    says: 'Days an order waits for its payment before it expires and its blocks are free again.',
  },
  terminationApproval: {
    env: 'SUBLET_TERMINATION_APPROVAL',
    kind: 'switch',
    standard: '1',
    says: 'Ending a lease at once waits for an operator; off: it is done as soon as it is asked for.',
  },
  letterPrice: {
    env: 'SUBLET_LETTER_PRICE',
    kind: 'count',
    standard: '0',
    says: 'What a letter of authorisation costs, once and for each subnet, in whole units of the currency.',
  },
  letterRelease: {
    env: 'SUBLET_LETTER_RELEASE',
    kind: 'text',
    standard: 'any',
    says: 'What releases a letter of authorisation: data (imported data that shows the ROA), holder (its word that all is done), or any of both. An operator always can.',
  },
  payoutMinimum: {
    env: 'SUBLET_PAYOUT_MINIMUM',
    kind: 'count',
    standard: '50',
    says: 'The least a holder is paid out, in whole units of the currency; less waits for the next month.',
  },
  sellerName: { env: 'SUBLET_SELLER_NAME', kind: 'text', standard: 'Sublet', says: 'The seller on invoices.' },
  sellerAddress: {
    env: 'SUBLET_SELLER_ADDRESS',
    kind: 'text',
    standard: 'Keizersgracht 1, 1015 CN Amsterdam',
    says: "The seller's address on invoices, its lines separated by commas, without the country.",
  },
  sellerCountry: {
    env: 'SUBLET_SELLER_COUNTRY',
    kind: 'text',
    standard: 'NL',
    says: "The seller's country, by its ISO 3166-1 code: its VAT is charged within it.",
  },
  sellerVat: {
    env: 'SUBLET_SELLER_VAT',
    kind: 'text',
    standard: 'NL000099998B57',
    says: "The seller's VAT number on invoices.",
  },
  taxes: {
    env: 'SUBLET_TAXES',
    kind: 'taxes',
    says: 'The taxes charged, as a JSON list of {country, province?, code, name, rate (percent), order, stacks}; a stacking tax is charged on the net and the taxes before it. Unset: the standard VAT rates of the EU.',
  },
  sellerEmail: {
    env: 'SUBLET_SELLER_EMAIL',
    kind: 'text',
    standard: 'billing@sublet.example',
    says: 'Where customers write to about invoices.',
  },
  vatCheckUrl: {
    env: 'SUBLET_VAT_CHECK_URL',
    kind: 'url',
    says: 'Asked about VAT numbers that look right (GET with {number} replaced; answers {"valid": true|false}). Unset: looking right, checksum included, is enough.',
  },
  paymentProvider: {
    env: 'SUBLET_PAYMENT_PROVIDER',
    kind: 'text',
    says: 'Who takes cards: sandbox (test cards, only in a sandbox), stripe, or none (bank transfers alone). Default: sandbox in a sandbox, else none.',
  },
  stripeKey: { env: 'SUBLET_STRIPE_KEY', kind: 'text', secret: true, says: "Stripe's secret key." },
  stripeWebhookSecret: {
    env: 'SUBLET_STRIPE_WEBHOOK_SECRET',
    kind: 'text',
    secret: true,
    says: 'The secret with which Stripe signs what it tells /payments/stripe/webhook.',
  },
  stripeUrl: {
    env: 'SUBLET_STRIPE_URL',
    kind: 'url',
    says: "Where Stripe's API is, for tests against a stand-in. Unset: Stripe itself.",
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
  sources: {
    env: 'SUBLET_SOURCES',
    kind: 'list',
    standard: '',
    says: 'Network data to fetch by itself: kind=url or kind:name=url, separated by commas (a comma in an address is %2C).',
  },
  freshRoutesHours: {
    env: 'SUBLET_FRESH_ROUTES_HOURS',
    kind: 'count',
    standard: '24',
    says: 'Hours after which routes and ROA payloads are stale, and what depends on them is unknown.',
  },
  freshDataHours: {
    env: 'SUBLET_FRESH_DATA_HOURS',
    kind: 'count',
    standard: '168',
    says: 'Hours after which all other network data is stale.',
  },
  minPeers: {
    env: 'SUBLET_MIN_PEERS',
    kind: 'count',
    standard: '10',
    says: "Collectors' peers that must see a route before it counts as announced.",
  },
  snapshotStorage: {
    env: 'SUBLET_SNAPSHOT_STORAGE',
    kind: 'text',
    standard: 'postgres',
    says: 'Where imported network data is kept: postgres, or files (in SUBLET_SNAPSHOT_DIR).',
  },
  snapshotDir: {
    env: 'SUBLET_SNAPSHOT_DIR',
    kind: 'text',
    says: 'Folder for imported network data, the same for all nodes. Default: snapshots in the data folder.',
  },
  importMaxMegabytes: {
    env: 'SUBLET_IMPORT_MAX_MB',
    kind: 'count',
    standard: '4096',
    says: 'Largest file that is imported, in MiB as it comes.',
  },
  importTimeout: {
    env: 'SUBLET_IMPORT_TIMEOUT_SECONDS',
    kind: 'count',
    standard: '60',
    says: 'Seconds without a word after which a download is given up.',
  },
  importPrivateHosts: {
    env: 'SUBLET_IMPORT_PRIVATE_HOSTS',
    kind: 'list',
    standard: '',
    says: 'Hosts, separated by commas, that may be fetched from although their addresses are not public.',
  },
  metricsToken: {
    env: 'SUBLET_METRICS_TOKEN',
    kind: 'text',
    secret: true,
    says: 'Bearer token for /metrics. Unset: /metrics answers only direct requests from this machine.',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
