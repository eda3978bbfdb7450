import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../support/world.ts'

/**
 * Releases of PostgreSQL from November 2026 on refuse to give a table a column with a default, or one of another type, while
 * a function whose body is bound takes its rows: a migration that passes on an older server would not pass on those.
 */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const takesRows = `
  select p.oid::regprocedure::text as name from pg_proc p
  where p.prosqlbody is not null and p.pronamespace = 'public'::regnamespace and exists (
    select from unnest(p.proargtypes::oid[]) taken (type)
    join pg_type t on t.oid in (taken.type, (select typelem from pg_type where oid = taken.type))
    join pg_class c on c.oid = t.typrelid and c.relkind in ('r', 'p'))
  order by 1`

it('no function with a bound body takes rows of a table', async () => {
  const client = await world.house.pool.connect()
  try {
    expect((await client.query(takesRows)).rows).toEqual([])
    await client.query('begin')
    await client.query(`create table marked (at int);
      create function mark(one marked) returns int language sql return one.at;
      create function marks(several marked[]) returns int language sql return cardinality(several)`)
    // It would be found.
    expect((await client.query(takesRows)).rows).toEqual([{ name: 'mark(marked)' }, { name: 'marks(marked[])' }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
