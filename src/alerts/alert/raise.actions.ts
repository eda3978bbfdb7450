import type { Context } from '../../kernel/context.ts'
import { gather, tellingAt, type Happening, type Together } from './alert.rules.ts'
import { enterInboxes, lockGathering, updateAlert, type AlertKey } from './alert.store.ts'
import { tellSoon } from './tell.actions.ts'

/** Something that people of a company are to hear of. */
export interface Raised extends AlertKey, Together {
  readonly happening: Happening
  /** It tells of all that belongs together, so nothing more is waited for. */
  readonly whole?: true
}

const nothing = { count: 0, happenings: [] }

/**
 * In the inboxes at once, one for all of a cause that happens to a company together; told by mail when no more of it
 * comes. In the transaction of the news, which are heard once, so nothing is counted twice.
 */
export async function raise(ctx: Context, raised: readonly Raised[]): Promise<void> {
  const groups = Map.groupBy(raised, ({ tenant, cause, person }) => `${tenant} ${cause} ${person ?? ''}`)
  // In one order on every node, so that two that raise the same alerts do not wait for each other.
  for (const key of [...groups.keys()].toSorted()) await raiseOne(ctx, groups.get(key) ?? [])
}

async function raiseOne(ctx: Context, raised: readonly Raised[]): Promise<void> {
  const [first] = raised
  if (!first) return
  const happened = raised.map(({ happening }) => happening)
  const found = await lockGathering(ctx, first, gather(nothing, happened, first))
  if (found.before) await updateAlert(ctx, found.uuid, gather(found.before, happened, first))
  await enterInboxes(ctx, found.uuid)
  if (first.whole) await tellSoon(ctx, { uuid: found.uuid })
  else await tellSoon(ctx, { uuid: found.uuid, gathers: true }, tellingAt(found.began_at, ctx.realNow))
}
