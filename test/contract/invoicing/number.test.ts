import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../../src/kernel/context.ts'
import { insertLater } from '../../../src/kernel/db/bulk.ts'
import { query } from '../../../src/kernel/db/query.ts'
import { changeSoon } from '../../../src/kernel/db/together.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { numberOf } from '../../../src/invoicing/invoice/invoice.rules.ts'
import { takeNumberAtCommit, takeNumbers } from '../../../src/invoicing/invoice/invoice.store.ts'
import { openWorld, type World } from '../../support/world.ts'

/** A document's number is taken with the commit (ADR 128). */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.house.pool.query(`delete from outbox_event where type = 'test'`)
  await world.close()
})

const year = 2031

/** Writes down what number it will have, as the news of a document do; where that stands. */
async function announce(ctx: Context): Promise<string> {
  const { position, number } = await takeNumberAtCommit(ctx, 'INV', year)
  const uuid = newUuid()
  const news = {
    uuid,
    tenant_uuid: null,
    type: 'test',
    data: { number, position },
    happened_at: ctx.now,
    tell_at: null,
  }
  await insertLater(ctx, 'outbox_event', [news])
  return uuid
}

async function announced(uuid: string): Promise<unknown> {
  const [row] = await query<{ data: unknown }>`select data from outbox_event where uuid = ${uuid}`.rows(world.ctx)
  return row?.data
}

const lastTaken = async () =>
  (await query<{ last: number }>`select last from document_number where year = ${year}`.rows(world.ctx))[0]?.last ?? 0

describe('a number that is taken with the commit', () => {
  it('is waited for by nobody before', async () => {
    let second = ''
    const first = await world.change(async (ctx) => {
      const uuid = await announce(ctx)
      second = await world.change(announce)
      return uuid
    })
    expect(await announced(second)).toEqual({ number: numberOf('INV', year, 1), position: '1' })
    expect(await announced(first)).toEqual({ number: numberOf('INV', year, 2), position: '2' })
  })

  it('has as many digits as it needs, as every other', async () => {
    await world.change((ctx) => takeNumbers(ctx, 'INV', year, 999_998 - 2))
    for (const position of [999_999, 1_000_000])
      expect(await announced(await world.change(announce))).toEqual({
        number: numberOf('INV', year, position),
        position: String(position),
      })
  })

  it('is not taken where something forbids the commit', async () => {
    const before = await lastTaken()
    const refused = world.change(async (ctx) => {
      await announce(ctx)
      const nobody = query`update tenant set title = title where uuid = ${newUuid()}`
      await changeSoon(ctx, ['tenant'], nobody, 1)
    })
    await expect(refused).rejects.toMatchObject({ row: { code: 'state_conflict' } })
    expect(await lastTaken()).toBe(before)
  })

  it('is one of many that come at once, each once and without a gap', async () => {
    const before = await lastTaken()
    const uuids = await Promise.all(Array.from({ length: 40 }, () => world.change(announce)))
    const positions = await Promise.all(
      uuids.map(async (uuid) => Number(((await announced(uuid)) as { position: string }).position)),
    )
    expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => before + 1 + n))
  })

  it('stands in rows however many there are', async () => {
    const uuids = await world.change(async (ctx) => {
      const { number } = await takeNumberAtCommit(ctx, 'CN', year)
      const rows = Array.from({ length: 50 }, () => ({
        uuid: newUuid(),
        tenant_uuid: null,
        type: 'test',
        data: { number },
        happened_at: ctx.now,
        tell_at: null,
      }))
      await insertLater(ctx, 'outbox_event', rows)
      await insertLater(
        ctx,
        'outbox_event',
        rows.map((row) => ({ ...row, uuid: newUuid() })),
      )
      return rows.map(({ uuid }) => uuid)
    })
    for (const uuid of uuids) expect(await announced(uuid)).toEqual({ number: numberOf('CN', year, 1) })
  })
})
