import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arrayOf } from '../../../src/kernel/db/arrays.ts'
import { query } from '../../../src/kernel/db/query.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What is written as PostgreSQL writes it is read there as what it was. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Each value as the database understood it, in its own words. */
async function understood(type: string, values: readonly unknown[]): Promise<(string | null)[]> {
  const rows = await query<{ said: string | null }>`
    select said::text from unnest(${arrayOf(type, values)}) with ordinality as given (said, n) order by n`.rows(
    world.ctx,
  )
  return rows.map(({ said }) => said)
}

const noon = (year: number) => new Date(Date.UTC(year, 6, 1, 12, 0, 0, 7))

const long = 'ü漢🙂'.repeat(100_000)

describe.each<[type: string, values: unknown[], said: (string | null)[]]>([
  [
    'uuid',
    ['01890a5d-ac96-774b-bcce-b302099a8057', 'FFFFFFFF-ffff-0000-9999-aaaaAAAA0000'],
    ['01890a5d-ac96-774b-bcce-b302099a8057', 'ffffffff-ffff-0000-9999-aaaaaaaa0000'],
  ],
  ['text', ['', 'null', '{"a,b"}', '\\', 'ü 漢 🙂', long], ['', 'null', '{"a,b"}', '\\', 'ü 漢 🙂', long]],
  [
    'bigint',
    [0, 1, -1, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
    ['0', '1', '-1', '4294967296', '-4294967297', '9007199254740991', '-9007199254740991'],
  ],
  ['integer', [0, -1, 2 ** 31 - 1, -(2 ** 31)], ['0', '-1', '2147483647', '-2147483648']],
  ['smallint', [0, -1, 32_767, -32_768], ['0', '-1', '32767', '-32768']],
  ['boolean', [true, false], ['true', 'false']],
  [
    'timestamp with time zone',
    [noon(2026), noon(1969), noon(1), noon(2999), noon(275_000), new Date(Date.UTC(2000, 0, 1))],
    [
      '2026-07-01 12:00:00.007+00',
      '1969-07-01 12:00:00.007+00',
      '1901-07-01 12:00:00.007+00',
      '2999-07-01 12:00:00.007+00',
      '275000-07-01 12:00:00.007+00',
      '2000-01-01 00:00:00+00',
    ],
  ],
  ['jsonb', [{ a: ['"', '\\', null] }, 'text', 1.5, false], ['{"a": ["\\"", "\\\\", null]}', '"text"', '1.5', 'false']],
  ['cidr', ['192.0.2.0/24', '2001:db8::/32'], ['192.0.2.0/24', '2001:db8::/32']],
])('%s', (type, values, said) => {
  it('is read as it was written', async () => {
    expect(await understood(type, values)).toEqual(said)
  })

  it('has nothing among it, and the same again', async () => {
    const [first] = values
    expect(await understood(type, [null, first, first, undefined, null, first])).toEqual([
      null,
      said[0],
      said[0],
      null,
      null,
      said[0],
    ])
  })

  it('may be empty', async () => {
    expect(await understood(type, [])).toEqual([])
  })
})

it.each([
  ['uuid', ''],
  ['uuid', '01890a5d-ac96-774b-bcce-b302099a805'],
  ['uuid', '01890a5d-ac96-774b-bcce-b302099a805g'],
  ['uuid', '01890a5d-ac96-774b-bcce-b302099a805ü'],
  ['uuid', '01890a5d-ac96-774b-bcce_b302099a8057'],
  ['bigint', 0.5],
  ['bigint', Number.NaN],
  ['bigint', 2 ** 53],
  ['integer', 2 ** 31],
  ['integer', 1.5],
  ['smallint', -32_769],
  ['timestamp with time zone', new Date(Number.NaN)],
])('no %s: %s', (type, value) => {
  expect(() => arrayOf(type, [value])).toThrow(/is no UUID|is no whole number|is invalid|out of range/)
})
