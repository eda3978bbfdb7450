import { inTransaction, type Context } from '../../kernel/context.ts'
import { addSeconds } from '../../kernel/time.ts'
import { listener } from '../../kernel/work/events.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { lettersEvents } from '../../letters/index.ts'
import { marketEvents } from '../../market/index.ts'
import { networkEvents } from '../../network/index.ts'
import { connectedAmong, forgottenConnectors } from '../connector/connector.store.ts'
import { pendingLettersAfter } from './letter.store.ts'
import { lookEvery } from './tend.actions.ts'
import { planRouting, wakeConnector } from './work.actions.ts'

/** When letters are looked at for what they need: by change, never by walking through all. */

/** In one job for each holder, and so many blocks. */
const blocksAtOnce = 200

async function plan(
  ctx: Context,
  letters: readonly { readonly holder: string; readonly block: string }[],
): Promise<void> {
  const byHolder = Map.groupBy(letters, ({ holder }) => holder)
  for (const holder of await connectedAmong(ctx, [...byHolder.keys()])) {
    const blocks = [...new Set(byHolder.get(holder)?.map(({ block }) => block))]
    for (let at = 0; at < blocks.length; at += blocksAtOnce)
      await enqueue(ctx, planRouting, { holder, blocks: blocks.slice(at, at + blocksAtOnce) })
  }
}

export const planForLetters = listener({
  name: 'routing.plan_for_letters',
  hears: [lettersEvents.on('letters.created', 'letters.released', 'letters.revoked', 'letters.expired')],
  hear: (ctx, { data }) => plan(ctx, data.letters),
})

/** What may have been missing before a letter that waits needed anything. */
export const planForWaitingLetters = listener({
  name: 'routing.plan_for_waiting_letters',
  hears: [
    networkEvents.on('asn.*'),
    marketEvents.on('offer.authorised', 'offer.authorisation_revoked', 'lease.resumed', 'lease.suspended'),
    lettersEvents.on('letter.company_confirmed'),
  ],
  hear: (ctx) => enqueue(ctx, planWaitingLetters, {}, { key: 'plan_waiting_letters' }),
})

const atOnce = 500
const first = '00000000-0000-0000-0000-000000000000'

export const planWaitingLetters = job({
  name: 'plan_waiting_letters',
  run: async (ctx) => {
    for (let after = first; ;) {
      const letters = await pendingLettersAfter(ctx, after, atOnce)
      await inTransaction(ctx, (tx) =>
        plan(
          tx,
          letters.map(({ holder_uuid: holder, block }) => ({ holder, block })),
        ),
      )
      if (letters.length < atOnce) return
      after = letters.at(-1)?.uuid ?? after
    }
  },
})

/** Each minute: what a killed process was doing is gone on with, and what stands for long is compared. */
export const wakeForgottenConnectors = job({
  name: 'wake_forgotten_connectors',
  run: async (ctx) => {
    const before = addSeconds(ctx.realNow, -lookEvery)
    for (const connector of await forgottenConnectors(ctx, before, 1_000))
      await inTransaction(ctx, (tx) => wakeConnector(tx, connector))
  },
})
