import { inTransaction, type Context } from '../../kernel/context.ts'
import { auditAll } from '../../kernel/audit.ts'
import { listener } from '../../kernel/work/events.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { networkEvents, networkFacts, networkUpToDate } from '../../network/index.ts'
import { lettersAudit } from '../letters.events.ts'
import { lettersLeft, setGone, type LeftLetter } from './left.store.ts'
import { letterStates } from './letter.states.ts'
import { tellOfLetters } from './news.actions.ts'
import { isGone, tracesOf } from '../release/trace.rules.ts'

/** After new data: is anything left of the letters that have ended? Until then the health of their blocks says what to do. */

/** What may show that a route is gone. */
const areas: ReadonlySet<string> = new Set(['bgp', 'rpki', 'irr'])

export const lookForGoneRoutes = listener({
  name: 'letters.look_for_gone_routes',
  hears: [networkEvents.on('network.*')],
  hear: async (ctx, { data }) => {
    if (areas.has(data.area)) await enqueue(ctx, noteGoneRoutes, {}, { key: 'note_gone_routes' })
  },
})

const atOnce = 500

export const noteGoneRoutes = job({
  name: 'note_gone_routes',
  lane: 'heavy',
  run: async (ctx) => {
    await networkUpToDate(ctx)
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const letters = await lettersLeft(ctx, after, atOnce)
      await noteGone(
        ctx,
        letters.filter((letter) => hasGone(ctx, letter)),
      )
      if (letters.length < atOnce) return
      after = letters.at(-1)?.uuid ?? after
    }
  },
})

function hasGone(ctx: Context, { block, asn, superseded }: LeftLetter): boolean {
  const at = { block: knownPrefix(block), asn }
  return superseded || isGone(tracesOf(networkFacts(ctx), at, ctx.house.config.minPeers))
}

async function noteGone(ctx: Context, letters: readonly LeftLetter[]): Promise<void> {
  if (letters.length === 0) return
  await inTransaction(ctx, async (tx) => {
    const noted = await setGone(
      tx,
      letters.map(({ uuid }) => uuid),
    )
    const gone = letters.filter(({ uuid }) => noted.has(uuid)).map((letter) => ({ ...letter, gone_at: ctx.now }))
    await auditAll(
      tx,
      gone.map(({ uuid, tenant_uuid: tenant, block, asn }) => ({
        action: lettersAudit('letter.gone'),
        subject: { kind: letterStates.noun, uuid },
        tenant,
        data: { block, asn },
      })),
    )
    await tellOfLetters(tx, 'gone', gone)
  })
}
