import { realNow } from '../../kernel/clock.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { recordFault } from '../connector/health.actions.ts'
import { RegistryFault, type Ending } from '../registry/answer.rules.ts'
import { lineOf, registries } from '../registry/registry.actions.ts'
import type { Holdings } from '../registry/thing.rules.ts'
import type { thingOf } from './decide.actions.ts'
import { takeSteps, type Planned } from './moved.actions.ts'
import { lockObjects, type RoutingObject } from './object.store.ts'
import { removed } from './step.rules.ts'
import type { Round } from './tend.actions.ts'

/** Sends changes that were written down as begun, and writes down how each ended. */

type Placed = ReturnType<typeof thingOf>
/** Groups that are changed by one request. */
type Lot = readonly (readonly Placed[])[]

/** False when nothing more is to be sent now. */
export async function sendLots(ctx: Context, round: Round, lots: readonly Lot[], holdings: Holdings): Promise<boolean> {
  const waiting = [...lots]
  for (let lot = waiting.shift(); lot; lot = waiting.shift()) {
    const ending = await send(ctx, round, lot, holdings)
    // One of them is wrong and it is not said which: each group alone, so that the others do not wait for it.
    if (ending.end === 'refused' && ending.culprits === null && lot.length > 1) {
      waiting.unshift(...lot.map((group) => [group]))
      continue
    }
    const now = { ...ctx, realNow: realNow() }
    await inTransaction(now, async (tx) => takeSteps(tx, stepsAfter(await lockObjects(tx, uuidsIn(lot)), ending)))
    if (ending.end !== 'unknown' && ending.end !== 'failed') continue
    const unsent = waiting.flatMap((one) => uuidsIn(one))
    await inTransaction(now, async (tx) => {
      await takeSteps(tx, stepsAfter(await lockObjects(tx, unsent), missed))
    })
    await recordFault(now, round.connector.uuid, ending.fault)
    return false
  }
  return true
}

const missed: Ending = { end: 'outdated' }

const uuidsIn = (lot: Lot): string[] => lot.flat().map(({ uuid }) => uuid)

async function send(ctx: Context, { connector }: Round, lot: Lot, holdings: Holdings): Promise<Ending> {
  const things = lot.flat()
  const delta = {
    add: things.filter(({ status }) => status === 'sending'),
    remove: things.filter(({ status }) => status === 'removing'),
  }
  try {
    return await registries[connector.kind].send(lineOf(ctx, connector), delta, holdings)
  } catch (error) {
    if (!(error instanceof RegistryFault)) throw error
    return { end: 'unknown', fault: error }
  }
}

/** Those that still wait for this ending. */
function stepsAfter(objects: readonly RoutingObject[], ending: Ending): Planned[] {
  const open = objects.filter(({ status }) => status === 'sending' || status === 'removing')
  return open.flatMap((object) => {
    const step = stepAfter(object, open, ending)
    return step ? { object, step } : []
  })
}

function stepAfter(object: RoutingObject, all: readonly RoutingObject[], ending: Ending): Planned['step'] | null {
  const [confirm, miss] = [{ move: 'confirm', reason: null } as const, { move: 'miss', reason: null } as const]
  if (ending.end === 'done') return object.status === 'removing' ? removed(object.wanted) : confirm
  // It is looked for before anything else is done about it.
  if (ending.end === 'unknown') return null
  if (ending.end !== 'refused') return miss
  const refused = { reason: 'registry_refused', detail: ending.detail } as const
  const isBlamed = ending.culprits?.has(object.uuid) ?? true
  if (object.status === 'sending') return isBlamed ? { move: 'refuse', ...refused } : miss
  const isAlone = all.every(({ status }) => status === 'removing')
  return isAlone ? { move: 'miss', ...refused } : miss
}
