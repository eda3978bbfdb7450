import type { Context } from '../../kernel/context.ts'
import type { NetworkFeedTable, NetworkPauseTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

/** Sources that operators have added, and those that are paused. */

type Feed = NetworkFeedTable
type Pause = NetworkPauseTable

export async function listFeeds(ctx: Pick<Context, 'db' | 'house'>): Promise<Feed[]> {
  return query<Feed>`select * from network_feed order by kind, name`.rows(ctx)
}

/** False when there is one of that name or address. */
export async function insertFeed(ctx: Context, { uuid, kind, name, url, added_at }: Feed): Promise<boolean> {
  const added = await query`insert into network_feed (uuid, kind, name, url, added_at)
    values (${uuid}, ${kind}, ${name}, ${url}, ${added_at}) on conflict do nothing`.changed(ctx)
  return added > 0
}

export async function deleteFeed(ctx: Context, kind: string, name: string): Promise<Feed | undefined> {
  const [gone] = await query<Feed>`
    delete from network_feed where kind = ${kind} and name = ${name} returning *`.rows(ctx)
  return gone
}

export async function listPauses(ctx: Pick<Context, 'db' | 'house'>): Promise<Pause[]> {
  return query<Pause>`select * from network_pause`.rows(ctx)
}

/** False when it is paused already. */
export async function insertPause(ctx: Context, { kind, source, paused_at }: Pause): Promise<boolean> {
  const paused = await query`insert into network_pause (kind, source, paused_at)
    values (${kind}, ${source}, ${paused_at}) on conflict do nothing`.changed(ctx)
  return paused > 0
}

/** False when it is not paused. */
export async function deletePause(ctx: Context, kind: string, source: string): Promise<boolean> {
  return (await query`delete from network_pause where kind = ${kind} and source = ${source}`.changed(ctx)) > 0
}
