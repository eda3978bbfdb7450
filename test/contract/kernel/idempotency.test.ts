import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerBegun, begunFor, knowAnswers } from '../../../src/kernel/http/begun.ts'
import { inTransaction } from '../../../src/kernel/context.ts'
import { Content, endpoint, Reply } from '../../../src/kernel/endpoint.ts'
import { forgetOldAnswers } from '../../../src/kernel/http/idempotency.ts'
import { sendMail } from '../../../src/kernel/work/mail.ts'
import { kernelProblem } from '../../../src/kernel/problems.ts'
import { Answer, Int, Type } from '../../../src/kernel/http/schema.ts'
import { bearerOf, personOf, type Caller } from '../../support/callers.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Decisions 1, Safe repetition, by endpoints that leave a trace each time they really act. */

const waiting = new Map<number, { entered: () => void; leave: Promise<void> }>()

const act = endpoint({
  id: 'testAct',
  route: 'POST /test/act',
  tag: 'Test',
  summary: 'Act',
  access: { by: 'token', scope: 'billing' },
  status: 201,
  body: Type.Object({ size: Int(0, 1_000) }),
  answer: Answer({ size: Type.Integer(), made: Type.String() }),
  refuses: kernelProblem.rows('state_conflict'),
  handle: async (ctx, { body }) => {
    await sendMail(ctx, { to: 'trace@example.net', subject: String(body.size), text: '' })
    const gate = waiting.get(body.size)
    gate?.entered()
    await gate?.leave
    if (body.size === 500) throw kernelProblem('state_conflict')
    return { size: body.size, made: ctx.requestId }
  },
})

const actForPeople = endpoint({
  ...act,
  id: 'testActForPeople',
  route: 'POST /test/act-person',
  access: { by: 'person' },
})
const remove = endpoint({
  id: 'testRemove',
  route: 'DELETE /test/act',
  tag: 'Test',
  summary: 'Remove',
  access: { by: 'token', scope: 'billing' },
  status: 204,
  handle: (ctx) => sendMail(ctx, { to: 'trace@example.net', subject: 'removed', text: '' }),
})
const draw = endpoint({
  id: 'testDraw',
  route: 'POST /test/draw',
  tag: 'Test',
  summary: 'Answer with a file',
  access: { by: 'token', scope: 'billing' },
  content: 'application/pdf',
  handle: ({ requestId }) =>
    new Content('application/pdf', Buffer.from(`%PDF \xff ${requestId}`, 'latin1'), {
      'content-disposition': 'attachment; filename="a.pdf"',
    }),
})
const headed = endpoint({
  id: 'testHeaded',
  route: 'POST /test/headed',
  tag: 'Test',
  summary: 'Answer with a header',
  access: { by: 'token', scope: 'billing' },
  answer: Answer({ made: Type.String() }),
  handle: ({ requestId }) => new Reply({ made: requestId }, { location: `/made/${requestId}` }),
})
/** Begins what another finishes; asked again, it is refused by what it has begun, after whatever `meanwhile` does. */
const began = randomUUID()
let meanwhile: () => Promise<void> = async () => undefined
const buy = endpoint({
  id: 'testBuy',
  route: 'POST /test/buy',
  tag: 'Test',
  summary: 'Begin what another finishes',
  access: { by: 'token', scope: 'billing' },
  ownTransactions: 'keeps answers',
  answer: Answer({ made: Type.String() }),
  refuses: kernelProblem.rows('state_conflict'),
  answerOf: (_ctx, made: string) => ({ made }),
  handle: async (ctx, input) => {
    const isBegun = (await traces('bought')) > 0
    if (!isBegun)
      await inTransaction(ctx, async (tx) => {
        await sendMail(tx, { to: 'trace@example.net', subject: 'bought', text: '' })
        await input.begin(tx, began)
      })
    else await meanwhile()
    throw kernelProblem('state_conflict')
  },
})

let world: World
let caller: Caller
beforeAll(async () => {
  world = await openWorld({ endpoints: [act, actForPeople, remove, draw, headed, buy] })
  knowAnswers(world, [buy])
  caller = await bearerOf(world, await world.tenant(), ['billing'])
})
afterAll(() => world.close())

const send = (key: string, payload: object = { size: 1 }, { headers }: Caller = caller, path = '/test/act') =>
  world.call('POST', path, { payload, headers: { ...headers, 'idempotency-key': key } })

async function traces(subject: string): Promise<number> {
  const { rows } = await world.house.pool.query<{ count: number }>('select count(*) from mail where subject = $1', [
    subject,
  ])
  return rows[0]?.count ?? 0
}

describe('a repeated request', () => {
  it('acts once and is answered alike, marked as replayed', async () => {
    const [first, again] = [await send('once', { size: 10 }), await send('once', { size: 10 })]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.text).toBe(first.text)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await traces('10')).toBe(1)
  })

  it('without content is answered without content', async () => {
    const drop = () => world.call('DELETE', '/test/act', { headers: { ...caller.headers, 'idempotency-key': 'gone' } })
    const [first, again] = [await drop(), await drop()]
    expect([first.status, again.status, again.text]).toEqual([204, 204, ''])
    expect([again.headers['idempotency-replayed'], await traces('removed')]).toEqual(['true', 1])
  })

  it('for a file gets the same file', async () => {
    const ask = () => send('file', {}, caller, '/test/draw')
    const [first, again] = [await ask(), await ask()]
    expect(first.headers['content-type']).toBe('application/pdf')
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.text).toBe(first.text)
    for (const name of ['content-type', 'content-disposition', 'content-length'])
      expect([name, again.headers[name]]).toEqual([name, first.headers[name]])
  })

  it('gets the headers of the first answer, too', async () => {
    const ask = () => send('headed', {}, caller, '/test/headed')
    const [first, again] = [await ask(), await ask()]
    expect([again.text, again.headers['location']]).toEqual([first.text, first.headers['location']])
  })

  it('is refused when it is another request', async () => {
    await send('mine', { size: 20 })
    const others = [await send('mine', { size: 21 }), await send('mine', {}, caller, '/test/headed')]
    for (const { status, body } of others) expect([status, body.code]).toEqual([422, 'idempotency_mismatch'])
    expect(await traces('21')).toBe(0)
  })

  it('is refused while the first still runs, and replayed afterwards', async () => {
    const entered = Promise.withResolvers<void>()
    const leave = Promise.withResolvers<void>()
    waiting.set(30, { entered: entered.resolve, leave: leave.promise })
    const first = send('slow', { size: 30 })
    await entered.promise
    const meanwhile = await send('slow', { size: 30 })
    expect([meanwhile.status, meanwhile.body.code]).toEqual([409, 'idempotency_in_progress'])
    expect(meanwhile.headers['retry-after']).toBe('1')
    leave.resolve()
    expect((await first).status).toBe(201)
    expect((await send('slow', { size: 30 })).headers['idempotency-replayed']).toBe('true')
    expect(await traces('30')).toBe(1)
  })

  it('acts once, though ten come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('storm', { size: 40 })))
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 409])).size).toBe(0)
    expect(await traces('40')).toBe(1)
  })

  it('after a refusal is decided anew: nothing was stored and nothing done', async () => {
    expect((await send('refused', { size: 500 })).status).toBe(409)
    const again = await send('refused', { size: 500 })
    expect([again.status, again.headers['idempotency-replayed'], await traces('500')]).toEqual([409, undefined, 0])
    expect((await send('refused', { size: 50 })).status).toBe(201)
  })
})

describe('a repeated request that was begun and not finished', () => {
  const ask = () => send('begun', {}, caller, '/test/buy')
  const settle = (effect: string | null) =>
    world.change(async (tx) => answerBegun(tx, await begunFor(tx, [began]), async () => effect))

  it('is told to ask again, also when it came to nothing in that very moment', async () => {
    await ask()
    expect((await ask()).body.code).toBe('idempotency_in_progress')
    meanwhile = () => settle(null)
    const late = await ask()
    expect([late.status, late.body.code]).toEqual([409, 'idempotency_in_progress'])
    meanwhile = async () => undefined
    expect((await ask()).body.code).toBe('state_conflict')
  })

  it('is answered with what it came to in that very moment', async () => {
    await world.house.pool.query(`delete from mail where subject = 'bought'`)
    await ask()
    meanwhile = () => settle('a sale')
    const late = await ask()
    expect([late.status, late.body, late.headers['idempotency-replayed']]).toEqual([200, { made: 'a sale' }, 'true'])
  })
})

describe('keys', () => {
  it.each([
    ['empty', ''],
    ['too long', 'a'.repeat(256)],
    ['spaced', 'a b'],
    ['not ASCII', 'ä'],
    ['control', 'a\tb'],
  ])('%s are refused', async (_what, key) => {
    const answer = await send(key)
    expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_key_invalid'])
  })

  it.each(['a', 'a'.repeat(255), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~'])('%s is a key', async (key) => {
    expect((await send(key, { size: 60 })).status).toBe(201)
  })

  it('belong to who sent them', async () => {
    const other = await bearerOf(world, caller.tenant, ['billing'])
    const person = await personOf(world, caller.tenant, 'owner')
    await send('shared', { size: 70 })
    expect((await send('shared', { size: 71 }, other)).status).toBe(201)
    expect((await send('shared', { size: 72 }, person, '/test/act-person')).status).toBe(201)
    expect([await traces('70'), await traces('71'), await traces('72')]).toEqual([1, 1, 1])
  })

  it('live for a day', async () => {
    await send('old', { size: 80 })
    await world.house.pool.query(
      "update idempotency_key set created_at = now() - interval '23 hours' where key = 'old'",
    )
    await forgetOldAnswers(world.ctx)
    expect((await send('old', { size: 80 })).headers['idempotency-replayed']).toBe('true')
    await world.house.pool.query(
      "update idempotency_key set created_at = now() - interval '25 hours' where key = 'old'",
    )
    await forgetOldAnswers(world.ctx)
    expect((await send('old', { size: 80 })).headers['idempotency-replayed']).toBeUndefined()
  })

  it('keep answers that the database cannot read', async () => {
    const { body } = await send('sealed', { size: 90 })
    const { rows } = await world.house.pool.query<{ answer: Buffer }>(
      "select answer from idempotency_key where key = 'sealed'",
    )
    expect(rows[0]?.answer.includes(String(body.made))).toBe(false)
  })
})
