import { audit } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'
import { emit } from '../kernel/work/events.ts'
import { kernelProblem } from '../kernel/problems.ts'
import { bump } from '../kernel/pulse.ts'
import { forgetFeed, showFeeds, type Feed } from './feed/feed.actions.ts'
import type { ConfiguredSource } from './import/import.rules.ts'
import { kinds, type KindName } from './kinds.rules.ts'
import { networkAudit, networkEvents } from './network.events.ts'
import { staleAt } from './source.rules.ts'
import { deleteSnapshot, deleteSource, listServing, type Serving } from './snapshot/snapshot.store.ts'

/** The sources there are, and those there should be. */

export interface ShownSource {
  readonly kind: string
  readonly name: string | null
  /** How it is fetched by itself; null: nobody does. */
  readonly feed: Feed | null
  /** Null: nothing has been imported for it yet. */
  readonly serving: Serving | null
  readonly ageSeconds: number | null
  readonly stale: boolean | null
}

export async function showSources(ctx: Context): Promise<ShownSource[]> {
  const served = await listServing(ctx.db)
  const feeds = await showFeeds(ctx)
  const now = ctx.realNow.getTime()
  const shown = served.map((serving) => ({
    kind: serving.kind,
    name: serving.name,
    feed: feeds.find((each) => isFor(each, serving)) ?? null,
    serving,
    ageSeconds: Math.max(0, Math.floor((now - serving.takenAt.getTime()) / 1_000)),
    stale: now > staleAt(serving),
  }))
  const awaited = feeds
    .filter((each) => !served.some((serving) => isFor(each, serving)))
    .map((feed) => ({ kind: feed.kind, name: feed.name, feed, serving: null, ageSeconds: null, stale: null }))
  return [...shown, ...awaited]
}

/** By its name, or by its address where the file has said its name, or which part of that it is. */
const isFor = ({ kind, name, url }: ConfiguredSource, serving: Serving): boolean =>
  kind === serving.kind &&
  (name === serving.name || (url === serving.url && (name === null || serving.name.startsWith(`${name}.`))))

/** Its facts are unknown from the next request on. One that was added here is fetched no longer. */
export async function removeSource(ctx: Context, kind: KindName, name: string): Promise<void> {
  const forgotten = await forgetFeed(ctx, kind, name)
  const snapshot = await deleteSource(ctx, kind, name)
  if (snapshot !== null) await dropFacts(ctx, kind, name, snapshot)
  else if (!forgotten) throw kernelProblem('not_found')
}

async function dropFacts(ctx: Context, kind: KindName, name: string, snapshot: string): Promise<void> {
  await deleteSnapshot(ctx, snapshot)
  await bump(ctx.db, 'network')
  const { dataset, area } = kinds[kind]
  const data = { kind, name, dataset, area }
  const subject = { kind: 'network_snapshot', uuid: snapshot }
  await audit(ctx, { action: networkAudit('network.removed'), subject, tenant: null, data })
  await emit(ctx, networkEvents('network.removed', null, data))
}
