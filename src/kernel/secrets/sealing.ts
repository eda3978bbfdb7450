import { KeyMissing } from './box.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { identifier, query } from '../db/query.ts'
import { StartRefusal } from '../refusal.ts'

/** Which secret key seals is a row that all nodes share (ADR 76). */

/** Where sealed values are kept, and by which columns a row is found. */
export interface SealedColumn {
  readonly table: string
  readonly key: readonly string[]
  readonly column: string
}

/** In the transaction that keeps it: until that ends, the key is not replaced. */
export async function seal(ctx: Context, plain: string): Promise<Buffer> {
  if (!ctx.db.isTransaction) throw new Error('secrets are sealed in the transaction that keeps them')
  const [row] = await query<{ id: string | null }>`select sealing_key() as id`.rows(ctx)
  if (!row?.id) throw new StartRefusal('No server has worked on this database yet: start one first.')
  return ctx.house.box.seal(plain, row.id)
}

/**
 * Before anything is sealed or opened: the database and this process have the same keys. The first process that comes to
 * a database names the key that seals, if it opens what is there.
 */
export async function agreeOnSecretKey(ctx: Context, columns: readonly SealedColumn[]): Promise<void> {
  const [newest = ''] = ctx.house.box.ids
  const known = await keysInUse(ctx.db)
  if (known.length === 0) {
    for (const column of columns) await tryOne(ctx, column)
    await query`insert into secret_key (id, seals, added_at) values (${newest}, true, ${ctx.realNow})
      on conflict do nothing`.changed(ctx)
  }
  const missing = (await keysInUse(ctx.db)).filter(({ id }) => !ctx.house.box.ids.includes(id))
  if (missing.length > 0) throw new KeyMissing()
}

/** Alone with the key that seals, once those who have sealed with it have committed. Not waited for long: others wait behind us. */
export async function lockSealing(db: Db): Promise<void> {
  await query`select set_config('lock_timeout', '500ms', true)`.changed({ db })
  await query`select pg_advisory_xact_lock(7238415033)`.changed({ db })
}

interface KeyInUse {
  readonly id: string
  readonly seals: boolean
}

export async function keysInUse(db: Db): Promise<KeyInUse[]> {
  return query<KeyInUse>`select id, seals from secret_key where forgotten_at is null order by id`.rows({ db })
}

async function tryOne(ctx: Context, { table, column }: SealedColumn): Promise<void> {
  const kept = identifier(column)
  const rows = await query<{ sealed: Buffer }>`
    select ${kept} as sealed from ${identifier(table)} where ${kept} is not null limit 1`.rows(ctx)
  for (const { sealed } of rows) ctx.house.box.open(sealed)
}
