import { describe, expect, it } from 'vitest'
import { StartRefusal } from '../kernel/refusal.ts'
import type { Setting } from '../kernel/settings.ts'
import { printable, readConfig, settings } from './config.ts'

const database = 'postgresql://sublet:hunter2@db.example/sublet'

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof StartRefusal) return error.message
    throw error
  }
  return ''
}

describe('defaults', () => {
  it('make a sandbox with a demo where the database is our own', () => {
    expect(readConfig({})).toMatchObject({
      embedded: true,
      demo: true,
      sandbox: true,
      autoActivate: true,
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      rateLimit: 600,
      tokenRateLimit: 60,
      corsOrigins: [],
      smtpUrl: null,
    })
    expect(readConfig({}).dataDir).toMatch(/^\/.*data$/)
  })

  it('make nothing of the kind where the database is someone else’s', () => {
    expect(readConfig({ DATABASE_URL: database })).toMatchObject({
      embedded: false,
      demo: false,
      sandbox: false,
      autoActivate: false,
    })
  })

  it('give way to what is said', () => {
    expect(
      readConfig({ DATABASE_URL: database, SUBLET_DEMO: '1', SUBLET_SANDBOX: 'yes', SUBLET_AUTO_ACTIVATE: 'off' }),
    ).toMatchObject({
      demo: true,
      sandbox: true,
      autoActivate: false,
    })
    expect(readConfig({ SUBLET_DEMO: '0' })).toMatchObject({ demo: false, autoActivate: false, sandbox: true })
  })

  it('stand for what is empty', () => {
    expect(readConfig({ SUBLET_PORT: '', SUBLET_DEMO: '' })).toMatchObject({ port: 8080, demo: true })
  })

  it('write an address that a browser understands', () => {
    expect(readConfig({ SUBLET_HOST: '::1', SUBLET_PORT: '9' }).publicUrl).toBe('http://[::1]:9')
    expect(readConfig({ SUBLET_PUBLIC_URL: 'https://sublet.example//' }).publicUrl).toBe('https://sublet.example')
  })
})

describe('values', () => {
  it('are read by their kind', () => {
    const config = readConfig({ SUBLET_CORS_ORIGINS: ' https://a.example ,,https://b.example', SUBLET_RATE_LIMIT: '0' })
    expect(config).toMatchObject({ corsOrigins: ['https://a.example', 'https://b.example'], rateLimit: 0 })
  })

  it.each([
    ['SUBLET_PORT', '65536'],
    ['SUBLET_PORT', '-1'],
    ['SUBLET_PORT', '80.5'],
    ['SUBLET_PORT', ' 80'],
    ['SUBLET_PORT', '0x50'],
    ['SUBLET_RATE_LIMIT', '1e3'],
    ['SUBLET_DEMO', 'maybe'],
    ['SUBLET_LOG_LEVEL', 'loud'],
    ['SUBLET_PUBLIC_URL', 'sublet.example'],
    ['SUBLET_PUBLIC_URL', 'ftp://sublet.example'],
    ['SUBLET_HOST', 'a\0b'],
    ['SUBLET_POOL_SIZE', '1'],
    ['SUBLET_MAX_IN_FLIGHT', '0'],
    ['SUBLET_STATEMENT_TIMEOUT_MS', '99'],
    ['SUBLET_SECRET_KEY', 'abc'],
    ['DATABASE_URL', 'mysql://db.example/sublet'],
    ['SUBLET_SMTP_URL', 'http://mail.example'],
    ['SUBLET_VAT_CHECK_URL', 'https://vat.example/check'],
    ['SUBLET_PAYMENT_PROVIDER', 'cash'],
    ['SUBLET_PAYMENT_PROVIDER', 'stripe'],
  ])('%s=%j is refused by name, in a sentence', (name, value) => {
    expect(refusalOf({ [name]: value })).toMatch(new RegExp(`^${name}\\b.*\\.$`))
  })

  it('keep snapshots apart from the data folder and what is above it', () => {
    const files = (dir: string) => ({
      SUBLET_SNAPSHOT_STORAGE: 'files',
      SUBLET_SNAPSHOT_DIR: dir,
      SUBLET_DATA_DIR: '/a/b',
    })
    for (const dir of ['/', '/a', '/a/b', '/a/b/', '/a/c/../b'])
      expect(refusalOf(files(dir))).toMatch(/^SUBLET_SNAPSHOT_DIR must be a folder of its own/)
    for (const dir of ['/a/b/snapshots', '/a/bc', '/c']) expect(readConfig(files(dir)).snapshotDir).toBe(dir)
  })

  it('that are wrong are all said at once', () => {
    const message = refusalOf({
      SUBLET_PORT: 'http',
      SUBLET_DEMO: 'maybe',
      SUBLET_SECRET_KEY: 'abc',
      SUBLET_POOL_SIZE: '1',
      DATABASE_URL: 'mysql://db.example',
    })
    for (const name of ['SUBLET_PORT', 'SUBLET_DEMO', 'SUBLET_SECRET_KEY', 'SUBLET_POOL_SIZE', 'DATABASE_URL'])
      expect(message).toContain(name)
    expect(message.split('\n')).toHaveLength(5)
  })
})

it('a former secret key alone is a mistake', () => {
  expect(refusalOf({ SUBLET_SECRET_KEY_OLD: 'ab'.repeat(32) })).toContain('SUBLET_SECRET_KEY')
})

describe('the AS number of proofs', () => {
  it.each(['0', '23456', '64512', 'AS65535', '4200000000', '4294967295'])(
    'is none that nobody can be given: %s',
    (asn) => {
      expect(refusalOf({ SUBLET_PROOF_ASN: asn })).toContain('is private or reserved')
    },
  )

  it('is a public one, or none', () => {
    expect(readConfig({ SUBLET_PROOF_ASN: 'AS3333' }).proofAsn).toBe(3_333)
    expect(readConfig({}).proofAsn).toBeNull()
    expect(refusalOf({ SUBLET_PROOF_ASN: 'ours' })).toContain('must be an AS number')
  })
})

describe('who takes cards', () => {
  const real = { DATABASE_URL: database }

  it('is the sandbox in a sandbox and nobody elsewhere, unless said otherwise', () => {
    expect(readConfig({}).paymentProvider).toBe('sandbox')
    expect(readConfig({ ...real, SUBLET_SANDBOX: '1' }).paymentProvider).toBe('sandbox')
    expect(readConfig(real).paymentProvider).toBe('none')
    const stripe = { SUBLET_PAYMENT_PROVIDER: 'stripe', SUBLET_STRIPE_KEY: 'sk_test_1' }
    expect(readConfig({ ...real, ...stripe }).paymentProvider).toBe('stripe')
  })

  it('is never the sandbox where money is real', () => {
    expect(refusalOf({ ...real, SUBLET_PAYMENT_PROVIDER: 'sandbox' })).toContain('SUBLET_SANDBOX=1')
    expect(refusalOf({ SUBLET_SANDBOX: '0', SUBLET_PAYMENT_PROVIDER: 'sandbox' })).toContain('SUBLET_SANDBOX=1')
  })
})

describe('secrets', () => {
  const secret = settings.flatMap(({ rows }) => Object.values<Setting>(rows)).filter((setting) => setting.secret)

  it('are known as such', () => {
    expect(secret.map(({ env }) => env).toSorted()).toEqual([
      'DATABASE_URL',
      'SUBLET_METRICS_TOKEN',
      'SUBLET_SECRET_KEY',
      'SUBLET_SECRET_KEY_OLD',
      'SUBLET_SMTP_URL',
      'SUBLET_STRIPE_KEY',
      'SUBLET_STRIPE_WEBHOOK_SECRET',
    ])
  })

  it('are never repeated, not even when they are wrong', () => {
    for (const { env } of secret)
      for (const value of ['hunter2', 'http://user:hunter2@x.example', 'hunter2\0'])
        expect(refusalOf({ [env]: value })).not.toContain('hunter2')
  })

  it('are starred where the settings are shown', () => {
    const config = readConfig({
      DATABASE_URL: database,
      SUBLET_SECRET_KEY: 'ab'.repeat(32),
      SUBLET_SMTP_URL: 'smtp://user:hunter2@mail.example',
      SUBLET_METRICS_TOKEN: 'hunter2',
    })
    const text = JSON.stringify(printable(config))
    expect(text).not.toMatch(/hunter2|abab/)
    expect(printable(config)).toMatchObject({ DATABASE_URL: '***', SUBLET_PORT: 8080 })
    expect(printable(readConfig({}))).toMatchObject({ DATABASE_URL: null })
  })
})
