import { setTimeout as pause } from 'node:timers/promises'
import { audit } from '../audit.ts'
import type { AuditAction } from '../audit-action.ts'
import { kernelAudit } from '../kernel.events.ts'
import { stopwatch } from '../clock.ts'
import { inTransaction, type Context } from '../context.ts'
import { sqlState } from '../db/pool.ts'
import { query } from '../db/query.ts'
import { bump } from '../pulse.ts'
import { StartRefusal } from '../refusal.ts'
import { resealAll } from './resealing.ts'
import { agreeOnSecretKey, keysInUse, lockSealing, type SealedColumn } from './sealing.ts'
import { addKey, keepOnlyKey } from './secret-keys.ts'

/**
 * Replaces the installation's secret key while it serves (ADR 76): every process learns to open with the new one, then
 * it seals, then all that is sealed is sealed anew, then the old one is forgotten. Where it stands is told by the keys
 * themselves, so whoever runs it again after a kill goes on from there.
 */

interface Rotation {
  /** The key that seals now, by its name. */
  readonly key: string
  /** Those it has replaced. */
  readonly replaced: readonly string[]
  /** How many values were sealed anew. */
  readonly resealed: number
}

const patienceMs = 5_000

type Say = (line: string) => void

export async function rotateSecretKey(
  ctx: Context,
  columns: readonly SealedColumn[],
  say: Say = () => undefined,
): Promise<Rotation> {
  const free = await takeTurn(ctx)
  try {
    await agreeOnSecretKey(ctx, columns)
    const key = await nextKey(ctx)
    await bump(ctx.db, 'secret_keys')
    await untilEveryoneHas(ctx, key)
    await letSeal(ctx, key)
    say(`The secret key ${key} seals from now on; sealing anew what the one before has sealed.`)
    const resealed = await resealAll(ctx, columns, key, say)
    return { key, replaced: await forgetOthers(ctx, key), resealed }
  } finally {
    free()
  }
}

/** One at a time, as long as the command lives; PostgreSQL may need a moment to notice that one was killed. */
async function takeTurn({ house: { pool } }: Context): Promise<() => void> {
  const client = await pool.connect()
  for (const begun = stopwatch(); ;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(7238415034) as taken')
    if (rows[0]?.taken) return () => client.release(true)
    if (stopwatch() - begun > patienceMs) break
    await pause(250)
  }
  client.release()
  throw new StartRefusal('The secret key is being replaced already: wait until that command has ended.')
}

/** The one that an earlier run has left half done; else a new one. */
async function nextKey({ db, house: { box, config } }: Context): Promise<string> {
  box.refresh()
  const inUse = await keysInUse(db)
  const [newest = ''] = box.ids
  if (box.ids.length > 1 || inUse.length > 1 || !inUse.some(({ id }) => id === newest)) return newest
  if (config.secretKey !== null)
    throw new StartRefusal(
      'The key comes from SUBLET_SECRET_KEY: on every node set it to a new one ("openssl rand -hex 32") and SUBLET_SECRET_KEY_OLD to the present one, restart the nodes one by one, then run this again.',
    )
  await addKey(config.dataDir)
  box.refresh()
  return box.ids[0] ?? ''
}

/** A connection says by its name which keys its process has, or where it finds them. */
async function untilEveryoneHas(ctx: Context, key: string): Promise<void> {
  const { box } = ctx.house
  const has = (name: string): boolean => name === `sublet ${box.knows}` || name.split(' ').includes(key)
  const begun = stopwatch()
  for (;;) {
    const rows = await query<{ name: string }>`
      select application_name as name from pg_stat_activity where datname = current_database()
        and (application_name = 'sublet' or application_name like 'sublet keys %')`.rows(ctx)
    if (rows.every(({ name }) => has(name))) return
    if (stopwatch() - begun > patienceMs)
      throw new StartRefusal(
        `A process that works on this database does not have the secret key ${key}: give every node the same keys and restart it, then run this again. Until then nothing is sealed with the new one.`,
      )
    await pause(250)
  }
}

/** Those who seal at this moment finish first; nobody waits for us longer than a moment. */
async function letSeal(ctx: Context, key: string): Promise<void> {
  for (const begun = stopwatch(); ;) {
    try {
      return await inTransaction(ctx, (tx) => appoint(tx, key))
    } catch (error) {
      if (sqlState(error) !== '55P03' || stopwatch() - begun > 12 * patienceMs) throw error
      await pause(250)
    }
  }
}

async function appoint(ctx: Context, key: string): Promise<void> {
  await lockSealing(ctx.db)
  const before = (await keysInUse(ctx.db)).find(({ seals }) => seals)?.id
  if (before === key) return
  await query`update secret_key set seals = false where seals`.changed(ctx)
  await query`insert into secret_key (id, seals, added_at) values (${key}, true, ${ctx.realNow})
    on conflict (id) do update set seals = true, forgotten_at = null`.changed(ctx)
  await record(ctx, kernelAudit('secret_key.replaced'), { key, before })
}

/** Nothing is sealed with them any more, and nothing can be: only the newest seals. */
async function forgetOthers(ctx: Context, key: string): Promise<string[]> {
  const { box, config } = ctx.house
  const inUse = (await keysInUse(ctx.db)).map(({ id }) => id)
  const others = [...new Set([...inUse, ...box.ids])].filter((id) => id !== key)
  await inTransaction(ctx, async (tx) => {
    await query`
      update secret_key set forgotten_at = ${ctx.realNow} where id <> ${key} and forgotten_at is null`.changed(tx)
    await record(tx, kernelAudit('secret_key.forgotten'), { key, others })
  })
  if (config.secretKey !== null) return others
  await keepOnlyKey(config.dataDir, key)
  box.refresh()
  await bump(ctx.db, 'secret_keys')
  return others
}

function record(ctx: Context, action: AuditAction, data: Record<string, unknown>): Promise<void> {
  return audit(ctx, { action, subject: { kind: 'secret_key', uuid: null }, tenant: null, data })
}
