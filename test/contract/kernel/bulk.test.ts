import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAll } from '../../../src/kernel/db/bulk.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { query } from '../../../src/kernel/db/query.ts'
import type { OutboxEventTable } from '../../../src/kernel/db/rows.gen.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Few rows and many travel in different forms; both arrive as they were. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const awkward = [
  '',
  'null',
  'NULL',
  ' ',
  '"',
  '\\',
  '\\"',
  '{a,b}',
  "it's",
  'a\nb\tc',
  '\\n',
  'ü 漢 🙂',
  '{"a": "\\"b"}',
  'a,b',
]

const told = (n: number) => ({
  uuid: newUuid(),
  tenant_uuid: n % 3 === 0 ? null : newUuid(),
  type: `test.${awkward[n % awkward.length]}`,
  data: { n, nothing: null, texts: awkward, text: awkward[n % awkward.length] },
  happened_at: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, n)),
  tell_at: n % 2 === 0 ? null : new Date(Date.UTC(2999, 0, 1, 0, 0, 0, n)),
  tries: n % 12,
})

describe.each([1, 31, 32, 500])('%d rows', (count) => {
  it('are read as they were written', async () => {
    const rows = Array.from({ length: count }, (_, n) => told(n))
    await insertAll(world.ctx, 'outbox_event', rows)
    const uuids = rows.map(({ uuid }) => uuid)
    const read =
      await query<OutboxEventTable>`select * from outbox_event where uuid = any (${uuids}::uuid[]) order by uuid`.rows(
        world.ctx,
      )
    expect(read).toEqual(rows.map((row) => ({ ...row, position: expect.any(Number) })))
    const positions = read.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })
})

it('an array in a column is refused where it would be taken apart', async () => {
  const rows = Array.from({ length: 40 }, () => ({ scopes: ['billing'] }))
  await expect(insertAll(world.ctx, 'app_key', rows as never)).rejects.toThrow('app_key.scopes')
})
