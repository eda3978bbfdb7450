import { realNow } from '../../kernel/clock.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { addSeconds } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { networkUpToDate } from '../../network/index.ts'
import {
  heldConnector,
  holdConnector,
  lockHeld,
  releaseConnector,
  writeConnector,
  type RoutingConnector,
} from '../connector/connector.store.ts'
import { recordAnswer, recordFault } from '../connector/health.actions.ts'
import { connectorKinds } from '../connector/kind.rules.ts'
import { RegistryFault } from '../registry/answer.rules.ts'
import { lineOf, registries } from '../registry/registry.actions.ts'
import type { Holdings } from '../registry/thing.rules.ts'
import { decide, thingOf } from './decide.actions.ts'
import { groupsOf, lotsOf } from './lot.rules.ts'
import { takeSteps } from './moved.actions.ts'
import { dueObjects, lockObjects, nextDueAt, standingAfter, type ObjectInPlace } from './object.store.ts'
import { sendLots } from './send.actions.ts'

/**
 * Works at one connector: reads what the registry has, writes down what it is about to change, changes it, writes down
 * what came of it. A kill anywhere leaves a row that says what to look for first (ADR 117).
 */

/** In seconds: a run holds a connector so long, and says so again and again; then others have their turn. */
const hold = 15
const turn = 30
/** How often it says so, in ms. */
const holdAgain = 4_000
/** Objects that are due in one round, and with all around them; and changes in one request. */
const atOnce = { due: 200, around: 4_000, changes: 500 } as const
/** In seconds: all that stands at a registry is compared so often. */
export const lookEvery = 6 * 3_600

interface Hooks {
  readonly wake: (ctx: Context, connector: string, at?: Date) => Promise<void>
  readonly lookAfter: (ctx: Context, connector: string, at: Date) => Promise<void>
  readonly replan: (ctx: Context, holder: string) => Promise<void>
}

export async function tend(ctx: Context, uuid: string, hooks: Hooks): Promise<void> {
  if (!ctx.house.config.routing) return
  const busy = await heldConnector(ctx, uuid, realNow())
  if (busy?.held_until) return hooks.lookAfter(ctx, uuid, busy.held_until)
  const run = newUuid()
  const renewing = setInterval(() => void held(ctx, uuid, run).catch(() => undefined), holdAgain)
  try {
    await networkUpToDate(ctx)
    await inTurn(ctx, uuid, run, hooks)
  } finally {
    clearInterval(renewing)
    await releaseConnector(ctx, uuid, run)
  }
  const next = await nextDueAt(ctx, uuid)
  const soonest = addSeconds(realNow(), 1)
  if (next) await hooks.wake(ctx, uuid, next > soonest ? next : soonest)
}

const held = (ctx: Context, uuid: string, run: string): Promise<RoutingConnector | undefined> => {
  const now = realNow()
  return holdConnector(ctx, uuid, run, { now, until: addSeconds(now, hold) })
}

async function inTurn(ctx: Context, uuid: string, run: string, hooks: Hooks): Promise<void> {
  for (const until = addSeconds(realNow(), turn); realNow() < until;) {
    const connector = await held(ctx, uuid, run)
    if (!connector) return
    const moment = { ...ctx, realNow: realNow(), now: ctx.house.clock.now() }
    if (!(await round(moment, { connector, run, hooks }))) return
  }
}

export interface Round {
  readonly connector: RoutingConnector
  readonly run: string
  readonly hooks: Hooks
}

/** False when nothing more is to be done now. */
async function round(ctx: Context, given: Round): Promise<boolean> {
  const { connector } = given
  try {
    if (isToBeCompared(ctx, connector)) await compareAll(ctx, given)
    const due = await dueObjects(ctx, connector.uuid, { now: ctx.realNow, most: atOnce.due, mostAround: atOnce.around })
    if (due.length === 0) return false
    const holdings = await read(ctx, given, due)
    const planned = await decide(ctx, connector, due, holdings)
    const begun = await begin(ctx, given, planned)
    if (begun === null) return false
    const groups = groupsOf(begun)
    const lots =
      connectorKinds[connector.kind].area === 'irr' ? begun.map((one) => [[one]]) : lotsOf(groups, atOnce.changes)
    return await sendLots(ctx, given, lots, holdings)
  } catch (error) {
    if (!(error instanceof RegistryFault)) throw error
    await recordFault(ctx, connector.uuid, error)
    return false
  }
}

async function read(ctx: Context, { connector, hooks }: Round, objects: readonly ObjectInPlace[]): Promise<Holdings> {
  const holdings = await registries[connector.kind].read(lineOf(ctx, connector), objects.map(thingOf))
  await recordAnswer(ctx, connector, holdings.resources, hooks.replan)
  return holdings
}

/** In one transaction: all that changes only here, and what is about to change there; null where we are no longer the ones. */
async function begin(
  ctx: Context,
  { connector, run }: Round,
  planned: Awaited<ReturnType<typeof decide>>,
): Promise<ReturnType<typeof thingOf>[] | null> {
  return inTransaction(ctx, async (tx) => {
    if (!(await lockHeld(tx, connector.uuid, run))) return null
    const locked = await lockObjects(
      tx,
      planned.map(({ object }) => object.uuid),
    )
    // What was planned anew meanwhile is looked at again in the next round.
    const same = new Map(planned.map((one) => [one.object.uuid, one]))
    const steps = locked.flatMap((object) => {
      const one = same.get(object.uuid)
      return one && one.object.status === object.status && one.object.wanted === object.wanted
        ? { object, step: one.step }
        : []
    })
    await takeSteps(tx, steps)
    return steps
      .filter(({ step }) => step.move === 'send' || step.move === 'remove')
      .map(({ object, step }) => thingOf({ ...object, status: step.move === 'send' ? 'sending' : 'removing' }))
  })
}

const isToBeCompared = ({ realNow: now }: Context, { source, looked_at }: RoutingConnector): boolean =>
  source === null && (looked_at === null || addSeconds(looked_at, lookEvery) <= now)

const page = 2_000
const first = '00000000-0000-0000-0000-000000000000'

/** All that stands there, as far as we know, with what is there. Of an IRR imported data tells. */
async function compareAll(ctx: Context, given: Round): Promise<void> {
  const { connector, run } = given
  const holdings = await read(ctx, given, [])
  for (let after = first; ;) {
    const standing = await standingAfter(ctx, connector.uuid, after, page)
    const planned = await decide(ctx, connector, standing, holdings)
    await begin(ctx, given, planned)
    if (standing.length < page) break
    after = standing.at(-1)?.uuid ?? after
  }
  await inTransaction(ctx, async (tx) => {
    if (await lockHeld(tx, connector.uuid, run)) await writeConnector(tx, connector.uuid, { looked_at: ctx.realNow })
  })
}
