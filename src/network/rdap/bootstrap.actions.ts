import type { Context } from '../../kernel/context.ts'
import type { Prefix } from '../../kernel/ip/index.ts'
import { slot } from '../../kernel/slot.ts'
import { addSeconds } from '../../kernel/time.ts'
import { addressAt, addressFor, readBootstrap, shipped, type Bootstrap } from './bootstrap.rules.ts'
import { fetchedBootstrap, keepBootstrap, type FetchedBootstrap } from './evidence.store.ts'
import { RdapFault } from './fault.rules.ts'
import { request } from './question.actions.ts'

/** Whose server is asked about a block: by IANA's list, which is fetched before it is first used, and then once a week. */

/** Less than the week after which it is looked at. */
const oldSeconds = 6 * 86_400

/** Whoever asks about a block does not wait again for a list that could not be had: the one that is here will do. */
const restSeconds = 3_600
const patienceMs = 5_000

const lastTry = slot(() => ({ at: new Date(0) }))

/** Null: no registry is known that would answer for it. */
export async function addressOf(ctx: Context, block: Prefix): Promise<string | null> {
  const { rdap } = ctx.house.config
  if (rdap !== 'iana') return addressAt(rdap, block)
  if (lastTry(ctx).at < addSeconds(ctx.realNow, -restSeconds)) await refreshBootstrap(ctx)
  return addressFor(block, newestOf(await fetchedBootstrap(ctx)))
}

function newestOf(fetched: FetchedBootstrap | undefined): Bootstrap {
  const read = fetched ? readBootstrap(fetched.content) : shipped
  return typeof read === 'string' ? shipped : read
}

/** A newer list of servers, if this one is old; one that is wrong or cannot be had changes nothing. */
export async function refreshBootstrap(ctx: Context): Promise<void> {
  const { rdap, rdapBootstrap: url } = ctx.house.config
  if (rdap !== 'iana') return
  const kept = await fetchedBootstrap(ctx)
  if (kept && kept.fetched_at > addSeconds(ctx.realNow, -oldSeconds)) return
  lastTry(ctx).at = ctx.realNow
  try {
    const { text } = await request(ctx, url, patienceMs)
    const read = readBootstrap(text ?? '')
    if (typeof read === 'string') ctx.house.log.warn({ url }, `the list of RDAP servers ${read}`)
    else await keepBootstrap(ctx, new Date(read.publication), text ?? '')
  } catch (error) {
    if (!(error instanceof RdapFault)) throw error
    ctx.house.log.warn({ url }, `the list of RDAP servers was not fetched: ${error.message}`)
  }
}

/** Whether registries are asked, and by which list; for those who want to know what there is. */
export interface RdapFacts {
  readonly rdap:
    | { readonly asks: 'nobody' | 'one' }
    | { readonly asks: 'registries'; readonly published: Date; readonly fetchedAt: Date | null }
}

export async function rdapAtHand(ctx: Context): Promise<RdapFacts['rdap']> {
  const { rdap } = ctx.house.config
  if (rdap !== 'iana') return { asks: rdap === 'off' ? 'nobody' : 'one' }
  const kept = await fetchedBootstrap(ctx)
  return {
    asks: 'registries',
    published: kept?.publication ?? new Date(shipped.publication),
    fetchedAt: kept?.fetched_at ?? null,
  }
}
