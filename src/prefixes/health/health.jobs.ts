import type { Context } from '../../kernel/context.ts'
import { listener } from '../../kernel/work/events.ts'
import { contains, formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { enqueue, inTurn, job } from '../../kernel/work/jobs.ts'
import { lettersEvents } from '../../letters/index.ts'
import { marketEvents } from '../../market/index.ts'
import { networkEvents, networkUpToDate } from '../../network/index.ts'
import { tellOfChanges } from './news.actions.ts'
import { hasDataAged, lookAtAll, lookInside, lookInsideSmall, walkOn } from './watch.actions.ts'

/** When prefixes are looked at again. */

/** What statuses rest on. New places or blocklists change none of them. */
const areas: ReadonlySet<string> = new Set(['bgp', 'rpki', 'irr'])

/** A run takes a few seconds, so that mail and news do not wait behind a whole table. */
const stepsAtOnce = 10

const begin = async (ctx: Context): Promise<void> => {
  await lookAtAll(ctx)
  await enqueue(ctx, walkPrefixes, {}, { key: 'walk_prefixes' })
}

export const lookAgainAfterImport = listener({
  name: 'prefixes.look_again_after_import',
  hears: [networkEvents.on('network.*')],
  hear: async (ctx, { data }) => {
    if (areas.has(data.area)) await begin(ctx)
  },
})

/** Blocks of this length and longer are looked at as soon as they are heard of. More is known inside others: a job looks. */
const smallLength = 20

/** What is let or offered may be nobody else's to announce. */
export const lookAgainAtBlock = listener({
  name: 'prefixes.look_again_at_block',
  hears: [marketEvents.on('lease.started', 'lease.ended', 'offer.activated', 'offer.cancelled', 'offer.ended')],
  hearAll: async (ctx, news) => {
    const blocks = outermost(news.map(({ data }) => knownPrefix(data.block)))
    const small = blocks.filter(({ length }) => length >= smallLength)
    if (small.length > 0) {
      await networkUpToDate(ctx)
      if (await lookInsideSmall(ctx, small)) await tellSoon(ctx)
    }
    for (const large of blocks.filter(({ length }) => length < smallLength)) {
      const block = formatPrefix(large)
      await enqueue(ctx, lookAtBlock, { block }, { key: `look_at_block-${block}` })
    }
  },
})

/** Without those that lie within others, and each once. */
const outermost = (blocks: readonly Prefix[]): Prefix[] =>
  blocks.filter(
    (block, i) => !blocks.some((other, j) => contains(other, block) && (j < i || other.length < block.length)),
  )

/** Who is expected to announce a block changes with its letters. */
export const lookAgainAtLetters = listener({
  name: 'prefixes.look_again_at_letters',
  hears: [lettersEvents.on('letters.created', 'letters.revoked', 'letters.expired')],
  hear: (ctx, { data }) => enqueue(ctx, lookAtBlocks, { blocks: [...new Set(data.letters.map(({ block }) => block))] }),
})

/** As many as changed together: up to five hundred. */
export const lookAtBlocks = job<{ blocks: readonly string[] }>({
  name: 'look_at_blocks',
  run: async (ctx, { blocks }) => {
    await networkUpToDate(ctx)
    await inTurn(blocks, (block) => lookAndTell(ctx, block))
  },
})

export const lookAtBlock = job<{ block: string }>({
  name: 'look_at_block',
  lane: 'heavy',
  run: async (ctx, { block }) => {
    await networkUpToDate(ctx)
    await lookAndTell(ctx, block)
  },
})

export const walkPrefixes = job({
  name: 'walk_prefixes',
  lane: 'heavy',
  run: async (ctx) => {
    await networkUpToDate(ctx)
    let [looked, changed, finished] = [0, 0, false]
    for (let step = 0; step < stepsAtOnce && !finished; step++) {
      const progress = await walkOn(ctx)
      looked += progress.looked
      changed += progress.changed
      finished = progress.finished
    }
    ctx.house.log.info({ looked, changed, finished }, 'looked at the routing health of prefixes')
    if (finished) await tellSoon(ctx)
    else await enqueue(ctx, walkPrefixes, {}, { key: 'walk_prefixes' })
  },
})

/** Mails what the looks have found. While a walk is on its way it leaves that to the walk's end. */
export const tellOfHealth = job({ name: 'tell_of_health', run: tellOfChanges })

const tellSoon = (ctx: Context): Promise<void> => enqueue(ctx, tellOfHealth, {}, { key: tellOfHealth.name })

async function lookAndTell(ctx: Context, block: string): Promise<void> {
  if (await lookInside(ctx, knownPrefix(block))) await tellSoon(ctx)
}

export const noticeOldData = job({
  name: 'notice_old_data',
  run: async (ctx) => {
    await networkUpToDate(ctx)
    if (await hasDataAged(ctx)) await begin(ctx)
  },
})
