import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/http-call.ts'
import { Machine, signIn } from '../support/server/server-process.ts'

/** A bare installation: what it says it lacks, and how it gets its first operator without a command. */

/** No test asks a registry. */
const bare = { SUBLET_DEMO: '0', SUBLET_SANDBOX: '0', SUBLET_RDAP: 'off' }

let machine: Machine
beforeAll(async () => {
  machine = await Machine.open({ wholeStarts: true })
})
afterAll(() => machine.close())

const ticketIn = (output: string): string => /\/first-run#([\w-]+)/.exec(output)?.[1] ?? ''

test('the doctor names what is missing, and the first start leads to the first operator', async () => {
  const env = { ...bare, SUBLET_DATA_DIR: machine.newFolder() }
  const doctor = async () => {
    const { code, out } = await machine.command(['doctor', '--json'], env)
    const steps = JSON.parse(out) as { name: string; ready: boolean; missing: string | null; next: string | null }[]
    return { code, steps, lacking: steps.flatMap(({ name, ready }) => (ready ? [] : [name])) }
  }
  const first = await doctor()
  expect([first.code, first.steps.length, first.lacking.length]).toEqual([1, 10, 10])
  expect(first.steps[1]).toEqual({
    name: 'mail',
    ready: false,
    missing: expect.stringContaining('There is no mail server.'),
    next: expect.stringContaining('SUBLET_SMTP_URL'),
  })
  const words = await machine.command(['doctor'], env)
  expect([words.code, words.out]).toEqual([1, expect.stringContaining('10 of 10 steps lack something.')])

  const server = await machine.start(env)
  await expect.poll(() => server.out, { timeout: 60_000 }).toContain('Stop with Ctrl-C')
  expect(server.out).toContain('npx sublet doctor')
  const body = {
    ticket: ticketIn(server.out),
    company: { title: 'Our operations' },
    name: 'Ann Example',
    email: 'ann@example.net',
    password: 'correct horse battery',
  }
  const begin = () => call('POST', `${server.url}/portal/first-run`, { body })
  expect([(await begin()).status, (await begin()).status]).toEqual([204, 422])
  const headers = await signIn(server.url, body.email, body.password)
  expect((await call('GET', `${server.url}/portal/operator/readiness`, { headers })).status).toBe(200)
  expect((await doctor()).lacking).not.toContain('list')
  expect((await server.end()).code).toBe(0)

  const again = await machine.start(env)
  await expect.poll(() => again.out, { timeout: 60_000 }).toContain('Stop with Ctrl-C')
  expect([ticketIn(again.out), again.out.includes('npx sublet doctor')]).toEqual(['', true])
  expect((await again.end()).code).toBe(0)
})

test('what is recommended is printed without a database', async () => {
  const env = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }
  const { code, out } = await machine.command(['sources', '--recommended'], env)
  expect([code, out]).toEqual([0, expect.stringMatching(/^vrps:rpki-client .*\n[^]*What it lacks:/m)])
  const json = JSON.parse((await machine.command(['sources', '--recommended', '--json'], env)).out) as {
    sources: unknown[]
    lacking: unknown[]
  }
  expect(json.sources).toContainEqual({
    kind: 'asn-names',
    name: 'ripencc',
    publisher: 'RIPE NCC',
    url: 'https://ftp.ripe.net/ripe/asnames/asn.txt',
    licence: 'RIPE NCC terms of service',
    megabytes: 4,
    every_hours: 24,
  })
  expect(json.lacking.length).toBeGreaterThan(3)
})
