import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo, ticketFor } from '../../support/server/mailbox.ts'
import { anonymous } from '../../support/refusals.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, password, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_AUTO_ACTIVATE: '0' } })
})
afterAll(() => world.close())

const company = { title: 'New Networks', role: 'holder' }

const signUp = (email: string, payload: object = {}, remoteAddress = '192.0.2.1') =>
  world.call('POST', '/portal/sign-up', { payload: { email, name: 'Ann New', company, ...payload }, remoteAddress })

describe('POST /portal/sign-up', () => {
  it('founds a pending company, whose owner comes in by the mailed link', async () => {
    const answer = await signUp('Ann@Example.net')
    expect([answer.status, answer.body]).toEqual([200, { data: { sandbox: true } }])
    const ticket = await ticketFor(world, 'ann@example.net')
    expect((await world.call('POST', '/portal/password', { payload: { ticket, password } })).status).toBe(200)
    const me = await world.call('GET', '/portal/me', { headers: await world.signIn('ann@example.net') })
    expect(me.body.data.person.name).toBe('Ann New')
    expect(me.body.data.companies).toMatchObject([{ title: 'New Networks', status: 'pending', role: 'owner' }])
    const log = await world.house.pool.query(
      'select action, actor_kind from audit_entry where tenant_uuid = $1 order by action',
      [me.body.data.companies[0].uuid],
    )
    expect(log.rows).toEqual([
      { action: 'member.added', actor_kind: 'user' },
      { action: 'tenant.created', actor_kind: 'user' },
    ])
  })

  it('says the same to an address that has an account, founds nothing and tells its owner', async () => {
    const { email, cookie } = await world.person(await world.tenant('Known Networks'))
    const [known, unknown] = [await signUp(email), await signUp('new@example.net')]
    expect(anonymous(known)).toBe(anonymous(unknown))
    expect((await mailTo(world, email)).map(({ subject }) => subject)).toEqual(['You already have an account'])
    const me = await world.call('GET', '/portal/me', { headers: cookie })
    expect(me.body.data.companies).toMatchObject([{ title: 'Known Networks' }])
  })

  it('founds nothing for an address that never chooses a password, and one company for one that does', async () => {
    for (let i = 0; i < 3; i++) await signUp('many@example.net', {}, `203.0.113.${i}`)
    const { rows } = await world.house.pool.query(`select 1 from person where email = 'many@example.net'`)
    expect(rows).toEqual([])
    const older = await ticketFor(world, 'many@example.net')
    await signUp('many@example.net', {}, '203.0.113.4')
    const ticket = await ticketFor(world, 'many@example.net')
    expect((await world.call('POST', '/portal/password', { payload: { ticket, password } })).status).toBe(200)
    const again = await world.call('POST', '/portal/password', { payload: { ticket: older, password } })
    expect(again.body.code).toBe('ticket_invalid')
    const me = await world.call('GET', '/portal/me', { headers: await world.signIn('many@example.net') })
    expect(me.body.data.companies).toHaveLength(1)
  })

  it('does the same for an address that has an account as for one that has none, statement by statement', async () => {
    const { email } = await world.person(await world.tenant('Known Networks'))
    const sent = async (address: string, ip: string) =>
      (await statementsOf(() => signUp(address, {}, ip))).map(({ text }) => text)
    await signUp('warm@example.net', {}, '198.51.100.7')
    const [known, unknown] = [await sent(email, '198.51.100.8'), await sent('none@example.net', '198.51.100.9')]
    expect(known.length).toBeGreaterThan(3)
    expect(known).toEqual(unknown)
  })

  it('mails one mailbox five times in a quarter of an hour, from wherever it is asked', async () => {
    const asked = Array.from({ length: 8 }, (_, n) => signUp('often@example.net', {}, `203.0.113.${n}`))
    expect((await Promise.all(asked)).map((answer) => answer.status)).toEqual(Array(8).fill(200))
    expect(await mailTo(world, 'often@example.net')).toHaveLength(5)
  })

  it('mails a stranger nothing that was typed', async () => {
    const names = { name: 'Zaphod Typed', company: { title: 'Chosen Words Ltd', role: 'holder' } }
    await signUp('stranger@example.net', names)
    const [letter] = await mailTo(world, 'stranger@example.net')
    expect(`${letter?.subject} ${letter?.body}`).not.toMatch(/Zaphod|Typed|Chosen|Words/)
    expect(letter?.body).toContain('/password#')
  })

  it.each([
    [{ name: 'Ann\nBcc: all@example.net' }, { name: ['must be one line, without control characters'] }],
    [
      { company: { title: 'See https://evil.example', role: 'holder' } },
      { 'company.title': ['must not have a web address in it'] },
    ],
    [{ name: 'Write to me@evil.example' }, { name: ['must not have a mail address in it'] }],
  ])('refuses the names in %j', async (payload, errors) => {
    const { status, body } = await signUp('named@example.net', payload)
    expect([status, body.code, body.errors]).toEqual([422, 'name_unacceptable', errors])
  })

  it('makes an address wait after twenty', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await signUp(`p${i}@example.net`, {}, '198.51.100.1')).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    const answer = await signUp('one-more@example.net', {}, '198.51.100.1')
    expect(answer.body.code).toBe('sign_in_throttled')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('makes no operators', async () => {
    const answer = await signUp('op@example.net', { company: { title: 'Us', role: 'operator' } })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['company.role']])
  })
})
