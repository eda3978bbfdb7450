import { renewalChecks } from '../commerce/index.ts'
import { countServers, dnsRemarks, type DnsFacts } from '../dns/index.ts'
import { countOperators, peopleChecks } from '../identity/index.ts'
import { moneyChecks, type MoneyFacts } from '../invoicing/index.ts'
import type { Context } from '../kernel/context.ts'
import type { Check, Lack, Remark } from '../kernel/readiness.ts'
import { letterChecks, type LetterFacts } from '../letters/index.ts'
import { marketChecks, marketRemarks, type MarketFacts } from '../market/index.ts'
import { countConnectors, routingRemarks, type RoutingFacts } from '../routing/index.ts'
import { dataAtHand, rdapAtHand, showSources } from '../network/index.ts'

/** Whether this installation can do what it is for, step by step from a sign-up to a payout; a new check is a row of its slice. */

const steps = {
  'sign-up': 'Companies sign up',
  mail: 'Mail reaches people',
  list: 'Holders list blocks',
  prove: 'Holders prove that blocks are theirs',
  check: 'Blocks are checked',
  sell: 'Blocks are sold, with invoices',
  pay: 'Buyers pay',
  letter: 'Letters of authorisation are issued',
  renew: 'Leases are renewed',
  'pay out': 'Holders are paid',
} as const

type Facts = MarketFacts & MoneyFacts & LetterFacts & RoutingFacts & DnsFacts

const checks: readonly Check<Facts>[] = [
  ...peopleChecks,
  ...marketChecks,
  ...moneyChecks,
  ...letterChecks,
  ...renewalChecks,
]

const remarks: readonly Remark<Facts>[] = [...marketRemarks, ...routingRemarks, ...dnsRemarks]

export interface Step {
  readonly name: keyof typeof steps
  readonly title: string
  readonly lacks: readonly Lack[]
  /** What is good to know beside it. */
  readonly remarks: readonly string[]
}

export const stepNames = Object.keys(steps) as Step['name'][]

export function judge(facts: Facts): Step[] {
  const stray = [...checks, ...remarks].find(({ step }) => !Object.hasOwn(steps, step))
  if (stray) throw new Error(`there is no step "${stray.step}" to be ready for`)
  return stepNames.map((name) => ({
    name,
    title: steps[name],
    lacks: checks.flatMap(({ step, lacks }) => (step === name ? (lacks(facts) ?? []) : [])),
    remarks: remarks.flatMap(({ step, says }) => (step === name ? (says(facts) ?? []) : [])),
  }))
}

export async function examine(ctx: Context): Promise<Step[]> {
  return examineWith(ctx, await showSources(ctx))
}

/** The same, by whoever knows the sources already. */
export async function examineWith(ctx: Context, sources: Awaited<ReturnType<typeof showSources>>): Promise<Step[]> {
  const operators = await countOperators(ctx)
  const connectors = await countConnectors(ctx)
  const nameServers = await countServers(ctx)
  const facts = { config: ctx.house.config, operators, connectors, nameServers }
  return judge({ ...facts, data: dataAtHand(sources), rdap: await rdapAtHand(ctx) })
}
