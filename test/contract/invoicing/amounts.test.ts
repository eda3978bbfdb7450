import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query } from '../../../src/kernel/db/query.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { lineOf, makeInvoice } from '../../support/market/invoicing.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What the database adds documents up by, and that it refuses those that do not. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('amounts()', () => {
  it.each([
    ['no line', [], 0],
    ['one line', [{ amount: 500 }], 500],
    ['one line without an amount', [{ name: 'x' }], 0],
    ['several lines', [{ amount: 500 }, { amount: -200 }, { amount: 9_007_199_254_740_000 }], 9_007_199_254_740_300],
    ['several lines, one without an amount', [{ amount: 500 }, {}], 500],
  ])('of %s', async (_name, lines, sum) => {
    const text = JSON.stringify(lines)
    expect(await query<{ sum: number }>`select amounts(${text}::jsonb) as sum`.one(world.ctx)).toEqual({ sum })
  })
})

describe('a document whose lines do not add up', () => {
  it.each([
    ['none', '[]'],
    ['another one', '[{"amount": 10001}]'],
    ['one without an amount', '[{"name": "x"}]'],
    ['one more', '[{"amount": 10000}, {"amount": 1}]'],
  ])('is refused: %s', async (_name, lines) => {
    const { uuid } = await makeInvoice(world, await world.tenant(), { lines: [lineOf(world.ctx, 10_000)] })
    const other = JSON.stringify({ uuid: newUuid(), number: 'INV-0', order_uuid: newUuid(), lines: JSON.parse(lines) })
    const written = query`
      insert into invoice select (jsonb_populate_record(i, ${other}::jsonb)).* from invoice i where uuid = ${uuid}`
    await expect(written.rows(world.ctx)).rejects.toMatchObject({ constraint: 'invoice_lines_add_up' })
  })
})
