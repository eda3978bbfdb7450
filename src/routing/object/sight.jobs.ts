import { inTransaction, type Context } from '../../kernel/context.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { listener } from '../../kernel/work/events.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { networkEvents, networkFacts, networkUpToDate } from '../../network/index.ts'
import { takeSteps } from './moved.actions.ts'
import { awaitingAfter, lockObjects, setDue, type ObjectInPlace } from './object.store.ts'
import { isSeen } from './sight.rules.ts'
import { wakeConnector } from './work.actions.ts'

/** After new data: is there what was made, and has gone what was to go? Only of those that wait for it. */

const areas: ReadonlySet<string> = new Set(['bgp', 'rpki', 'irr'])

export const lookForMadeObjects = listener({
  name: 'routing.look_for_made_objects',
  hears: [networkEvents.on('network.*')],
  hear: async (ctx, { data }) => {
    if (areas.has(data.area)) await enqueue(ctx, noteSeenObjects, {}, { key: 'note_seen_objects' })
  },
})

const atOnce = 500
const first = '00000000-0000-0000-0000-000000000000'

export const noteSeenObjects = job({
  name: 'note_seen_objects',
  run: async (ctx) => {
    await networkUpToDate(ctx)
    for (let after = first; ;) {
      const awaiting = await awaitingAfter(ctx, after, atOnce)
      await noteSeen(ctx, awaiting)
      if (awaiting.length < atOnce) return
      after = awaiting.at(-1)?.uuid ?? after
    }
  },
})

async function noteSeen(ctx: Context, awaiting: readonly ObjectInPlace[]): Promise<void> {
  const network = networkFacts(ctx)
  const seen = awaiting.filter(
    (object) => object.status === 'made' && isSeen(network, { ...object, prefix: knownPrefix(object.prefix) }),
  )
  // The registry is asked about the others by whoever works there: what the data now allows is decided with what is there.
  const due = awaiting.filter(({ status }) => status !== 'made' && status !== 'seen')
  if (seen.length + due.length === 0) return
  await inTransaction(ctx, async (tx) => {
    const locked = await lockObjects(
      tx,
      seen.map(({ uuid }) => uuid),
    )
    const still = locked.filter(({ status }) => status === 'made')
    await takeSteps(
      tx,
      still.map((object) => ({ object, step: { move: 'see', reason: null } })),
    )
    await setDue(
      tx,
      due.map(({ uuid }) => uuid),
    )
    for (const connector of new Set(due.map(({ connector_uuid }) => connector_uuid))) await wakeConnector(tx, connector)
  })
}
