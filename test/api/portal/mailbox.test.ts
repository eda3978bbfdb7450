import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../src/kernel/context.ts'
import { sendMail } from '../../../src/kernel/work/mail.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let reader: { email: string; cookie: { cookie: string } }
let operator: { cookie: { cookie: string } }
beforeAll(async () => {
  world = await openWorld()
  reader = await world.person(await world.tenant(), 'viewer')
  operator = await world.person(await world.tenant('Operators', 'operator'), 'viewer')
  await inTransaction(world.ctx, async (ctx) => {
    for (let i = 0; i < 30; i++) await sendMail(ctx, { to: reader.email, subject: `Letter ${i}`, text: 'Hello.\n' })
    await sendMail(ctx, { to: 'other@example.net', subject: 'For someone else', text: 'Secret.\n' })
  })
  await world.runJobs()
})
afterAll(() => world.close())

const read = (query = '', headers: Record<string, string> = reader.cookie) =>
  world.call('GET', `/portal/mailbox?${query}`, { headers })

describe('GET /portal/mailbox', () => {
  it('shows a person their own mail, kept because there is no mail server', async () => {
    const { status, body, text } = await read()
    expect(status).toBe(200)
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 2, per_page: 25, to: 25, total: 30 })
    expect(body.data[0]).toMatchObject({ recipient: reader.email, body: 'Hello.\n', status: 'kept' })
    expect(text).not.toContain('Secret.')
    expect(new Set((await walkPages(read, 8)).map((mail) => mail.uuid)).size).toBe(30)
  })

  it("shows operators everybody's mail, newest first", async () => {
    const { body } = await read('per_page=1000', operator.cookie)
    const recipients = body.data.map((mail: { recipient: string }) => mail.recipient)
    expect(recipients).toEqual(expect.arrayContaining([reader.email, 'other@example.net']))
    expect(body.data[0].subject).toBe('For someone else')
  })

  it.each([
    ['OTHER@example', 1, 'by the recipient'],
    ['someone ELSE', 1, 'by the subject'],
    ['secret.', 1, 'by the text'],
    ['Letter 2', 11, 'by a part that several have'],
    ['100%_', 0, 'by what it says, without wildcards'],
  ])('finds "%s": %i', async (search, total) => {
    const { body } = await read(`filter[search]=${encodeURIComponent(search)}&per_page=10`, operator.cookie)
    expect([body.meta.total, body.data.length]).toEqual([total, Math.min(total, 10)])
  })

  it('finds nobody else’s', async () => {
    expect((await read('filter[search]=secret')).body.meta.total).toBe(0)
    expect((await read('filter[search]=letter')).body.meta.total).toBe(30)
  })

  it.each(['filter[search]=', `filter[search]=${'x'.repeat(256)}`, 'filter[subject]=x'])(
    'refuses %s',
    async (query) => {
      expect((await read(query)).body.code).toBe('invalid_fields')
    },
  )

  it('shows nothing to who has no mail', async () => {
    const { cookie } = await world.person(await world.tenant(), 'viewer')
    expect((await read('', cookie)).body).toEqual({
      data: [],
      meta: { current_page: 1, from: null, last_page: 1, per_page: 25, to: null, total: 0 },
    })
  })

  it.each(refusedPages)('refuses %s', async (query) => {
    expect((await read(query)).body.code).toBe('invalid_fields')
  })

  it('refuses who is not signed in', async () => {
    expect(outcomeOf(await read('', {}))).toBe('401 session_missing')
  })

  it('does not exist outside a sandbox', async () => {
    const real = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '0' } })
    for (const { cookie } of [reader, operator])
      expect(outcomeOf(await real.call('GET', '/portal/mailbox', { headers: cookie }))).toBe('403 sandbox_only')
    expect((await real.call('GET', '/portal/me', { headers: reader.cookie })).body.data.sandbox).toBe(false)
    await real.close()
  })
})
