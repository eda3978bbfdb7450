import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo } from '../../support/server/mailbox.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const ask = (email: string, remoteAddress = '192.0.2.1') =>
  world.call('POST', '/portal/password-reset', { payload: { email }, remoteAddress })

const resetsOf = async (email: string) =>
  (await mailTo(world, email)).filter(({ subject }) => subject === 'Choose a new password')

describe('POST /portal/password-reset', () => {
  it('mails a link to choose a new password', async () => {
    const { email } = await world.person(await world.tenant())
    const answer = await ask(email.toUpperCase())
    expect([answer.status, answer.text]).toEqual([204, ''])
    const letters = await resetsOf(email)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.status).toBe('kept')
    expect(letters[0]?.body).toMatch(new RegExp(`^${world.house.config.publicUrl}/password#[\\w-]{43}$`, 'm'))
  })

  it('answers the same for an address nobody has, and mails nothing', async () => {
    const answer = await ask('nobody@example.net')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await mailTo(world, 'nobody@example.net')).toEqual([])
  })

  it('sends the same statements for an address that somebody has', async () => {
    const { email } = await world.person(await world.tenant())
    const sent = async (address: string, ip: string) =>
      (await statementsOf(() => ask(address, ip))).map(({ text }) => text)
    await ask('warm@example.net', '198.51.100.3')
    const [known, unknown] = [await sent(email, '198.51.100.4'), await sent('none@example.net', '198.51.100.5')]
    expect(known.length).toBeGreaterThan(1)
    expect(known).toEqual(unknown)
  })

  it('mails one mailbox five times in a quarter of an hour, from wherever it is asked, and its links stay good', async () => {
    const { email, uuid } = await world.person(await world.tenant())
    const asked = Array.from({ length: 8 }, (_, n) => ask(email, `203.0.113.${n}`))
    expect((await Promise.all(asked)).map((answer) => answer.status)).toEqual(Array(8).fill(204))
    expect(await resetsOf(email)).toHaveLength(5)
    const { rows } = await world.house.pool.query('select from password_ticket where person_uuid = $1', [uuid])
    expect(rows).toHaveLength(5)
  })

  it('stores only a digest of the ticket', async () => {
    const { email, uuid } = await world.person(await world.tenant())
    await ask(email)
    const text = (await mailTo(world, email)).map(({ body }) => body).join('')
    const { rows } = await world.house.pool.query('select digest from password_ticket where person_uuid = $1', [uuid])
    expect(rows).toHaveLength(1)
    expect(text).toContain('/password#')
    expect(text).not.toContain(rows[0].digest.toString('base64url'))
  })

  it('makes an address wait after twenty mails, at the same time or one by one', async () => {
    const asked = Array.from({ length: 22 }, () => ask('nobody@example.net', '198.51.100.1'))
    const statuses = (await Promise.all(asked)).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    const answer = await ask('nobody@example.net', '198.51.100.1')
    expect(answer.body.code).toBe('sign_in_throttled')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('nobody@example.net', '198.51.100.2')).status).toBe(204)
  })

  it('refuses what is no address', async () => {
    const answer = await ask('no address')
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_fields'])
  })
})
