import { payoutsAhead, type PlannedPayout, type Provider, type Series } from '../invoicing/index.ts'
import type { Context } from '../kernel/context.ts'
import { sqlState } from '../kernel/db.ts'
import { imagined } from '../kernel/imagine.ts'
import { stepFrom } from '../kernel/replay.ts'
import { addMonths } from '../kernel/time.ts'
import { newUuid } from '../kernel/uuid.ts'
import { commerceProblem } from './commerce.problems.ts'
import {
  chargesAfter,
  earningsAfter,
  runningPeriods,
  stepsOf,
  subscriptionsConcerning,
  type ComingCharge,
  type ComingEarning,
} from './forecast.store.ts'
import { takeSteps } from './renewal.actions.ts'

/**
 * What is to come if every payment succeeds: the renewals of the months ahead are really run, by the code that will run
 * them, in transactions that are rolled back. Invoices get numbers of a series of their own, so that nobody waits.
 */

export interface Forecast {
  readonly from: Date
  readonly until: Date
  readonly charges: readonly ComingCharge[]
  readonly earnings: readonly ComingEarning[]
  readonly payouts: readonly PlannedPayout[]
}

/** More would keep others waiting, and the caller too. */
const mostSubscriptions = 1_000
const mostPeriods = 6_000

/** Those that fall due together share their steps, and nobody waits longer than for so many. */
const together = 100

const patience = { lockMs: 2_000, statementMs: 5_000 }

export async function forecast(ctx: Context, tenant: string, months: number): Promise<Forecast> {
  const until = addMonths(ctx.now, months)
  const concerned = await subscriptionsConcerning(ctx, tenant, mostSubscriptions + 1)
  if (concerned.length > mostSubscriptions || concerned.length * months > mostPeriods)
    throw commerceProblem('forecast_too_large')
  const found: Found[] = []
  for (let i = 0; i < concerned.length; i += together)
    found.push(await foresee(ctx, tenant, concerned.slice(i, i + together), until))
  const inOrder = <T extends { readonly at: Date }>(parts: readonly T[]) =>
    parts.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const earnings = inOrder(found.flatMap((part) => part.earnings))
  return {
    from: ctx.now,
    until,
    charges: inOrder(found.flatMap((part) => part.charges)),
    earnings,
    payouts: await payoutsAhead(ctx, tenant, earnings, until),
  }
}

type Found = Pick<Forecast, 'charges' | 'earnings'>

const lockNotAvailable = '55P03'
const cancelled = '57014'

async function foresee(ctx: Context, tenant: string, uuids: readonly string[], until: Date): Promise<Found> {
  const series: Series = `forecast-${newUuid()}`
  try {
    return await imagined({ ...ctx, quiet: true }, patience, async (tx) => {
      const begun = await runningPeriods(tx, uuids)
      await renewUntil(tx, uuids, until, series)
      return { charges: await chargesAfter(tx, tenant, begun), earnings: await earningsAfter(tx, tenant, begun) }
    })
  } catch (error) {
    if ([lockNotAvailable, cancelled].includes(sqlState(error))) throw commerceProblem('forecast_busy')
    throw error
  }
}

/** In the steps in which the test clock goes. */
async function renewUntil(ctx: Context, uuids: readonly string[], until: Date, series: Series): Promise<void> {
  let { now } = ctx
  for (let before = ''; ;) {
    const steps = await stepsOf(ctx, uuids)
    const first = steps[0]?.next_step_at
    if (!first || first > until) return
    const seen = JSON.stringify(steps)
    // Somebody else has it in hand: what it will come to is not known yet.
    if (seen === before) throw commerceProblem('forecast_busy')
    before = seen
    now = first <= now ? now : stepFrom(now, first, until)
    const due = steps.filter(({ next_step_at }) => next_step_at <= now).map(({ uuid }) => uuid)
    await takeSteps({ ...ctx, now }, due, { provider: alwaysPays, series })
  }
}

const succeeded = (reference: string) => ({ status: 'succeeded' as const, reference })

/** Nobody is asked. */
const alwaysPays: Provider = {
  name: 'sandbox',
  enrol: () => Promise.reject(new Error('a forecast enrols nobody')),
  forget: async () => undefined,
  charge: async (_ctx, requests) =>
    requests.map(({ key, capture }) => ({
      ...succeeded(`forecast_${key}`),
      status: capture ? 'succeeded' : 'authorised',
    })),
  capture: async (_ctx, requests) => requests.map(({ reference }) => succeeded(reference)),
  // Whoever waits for a second step takes it.
  cancel: async (_ctx, requests) => requests.map(({ reference }) => succeeded(reference)),
  refund: async (_ctx, requests) => requests.map(({ reference }) => succeeded(reference)),
  look: async (_ctx, references) => references.map(succeeded),
}
