import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { StartRefusal } from '../../kernel/refusal.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { emit } from '../../kernel/work/events.ts'
import { readSources } from '../configured.rules.ts'
import { readUrl, type ConfiguredSource } from '../import/import.rules.ts'
import { isKind, type KindName } from '../kinds.rules.ts'
import { networkAudit, networkEvents } from '../network.events.ts'
import { networkProblem } from '../network.problems.ts'
import { deleteFeed, deletePause, insertFeed, insertPause, listFeeds, listPauses } from './feed.store.ts'

/** What is fetched by itself: what the settings name and what operators have added. The database says it to every node. */

export interface Feed extends ConfiguredSource {
  /** By an operator: only those can be removed here. */
  readonly added: boolean
  /** Since when nobody fetches it; null: it is fetched when its time comes. */
  readonly pausedAt: Date | null
}

/** What SUBLET_SOURCES names; a wrong row is refused at the start. */
export function configuredSources({ house, realNow }: Pick<Context, 'house' | 'realNow'>): readonly ConfiguredSource[] {
  const { sources: rows, sourcesMirror: mirror } = house.config
  const { sources, mistakes } = readSources(rows, { mirror, now: realNow })
  if (mistakes.length > 0) throw new StartRefusal(mistakes.map((mistake) => `SUBLET_SOURCES: ${mistake}.`).join('\n'))
  return sources
}

export async function showFeeds(ctx: Context): Promise<Feed[]> {
  const configured = configuredSources(ctx)
  const added = (await listFeeds(ctx)).flatMap(({ kind, name, url }) => (isKind(kind) ? [{ kind, name, url }] : []))
  const pauses = new Map((await listPauses(ctx)).map(({ kind, source, paused_at }) => [`${kind} ${source}`, paused_at]))
  const pausedAt = (source: ConfiguredSource) => pauses.get(`${source.kind} ${markOf(source)}`) ?? null
  return [
    ...configured.map((source) => ({ ...source, added: false, pausedAt: pausedAt(source) })),
    // What the settings have come to name since is theirs.
    ...added
      .filter((source) => !configured.some((other) => isSame(source, other)))
      .map((source) => ({ ...source, added: true, pausedAt: pausedAt(source) })),
  ]
}

/** What a pause remembers a source by: an address may change with the month. */
const markOf = ({ name, url }: ConfiguredSource): string => name ?? url

const isSame = (one: ConfiguredSource, other: ConfiguredSource): boolean =>
  one.kind === other.kind && (one.name === other.name || one.url === other.url)

interface NewSource {
  readonly kind: KindName
  readonly name: string
  readonly url: string
}

/** Fetched for the first time within minutes. */
export async function addSource(ctx: Context, { kind, name, ...given }: NewSource): Promise<void> {
  const source = { kind, name, url: readUrl(given.url, kind).href }
  if (configuredSources(ctx).some((other) => isSame(source, other))) throw networkProblem('source_exists')
  const uuid = newUuid()
  if (!(await insertFeed(ctx, { uuid, ...source, added_at: ctx.realNow }))) throw networkProblem('source_exists')
  await tell(ctx, 'added', source, uuid)
}

/** False: nobody has added it here. */
export async function forgetFeed(ctx: Context, kind: KindName, name: string): Promise<boolean> {
  const feed = await deleteFeed(ctx, kind, name)
  if (!feed) return false
  await deletePause(ctx, kind, name)
  await tell(ctx, 'removed', { kind, name, url: feed.url }, feed.uuid)
  return true
}

interface Named {
  readonly kind: KindName
  readonly url: string
}

/** Said twice, it is done once. */
export async function pauseSource(ctx: Context, named: Named): Promise<void> {
  const source = await requireFeed(ctx, named)
  if (await insertPause(ctx, { kind: source.kind, source: markOf(source), paused_at: ctx.realNow }))
    await tell(ctx, 'paused', source)
}

export async function resumeSource(ctx: Context, named: Named): Promise<void> {
  const source = await requireFeed(ctx, named)
  if (await deletePause(ctx, source.kind, markOf(source))) await tell(ctx, 'resumed', source)
}

async function requireFeed(ctx: Context, { kind, url }: Named): Promise<Feed> {
  const found = (await showFeeds(ctx)).find((feed) => feed.kind === kind && feed.url === url)
  if (!found) throw networkProblem('source_unknown')
  return found
}

async function tell(
  ctx: Context,
  verb: 'added' | 'removed' | 'paused' | 'resumed',
  { kind, name, url }: ConfiguredSource,
  uuid: string | null = null,
): Promise<void> {
  const data = { kind, name, url }
  const subject = { kind: 'network_feed', uuid }
  await audit(ctx, { action: networkAudit(`source.${verb}`), subject, tenant: null, data })
  await emit(ctx, networkEvents(`source.${verb}`, null, data))
}
