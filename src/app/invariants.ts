import { bankInvariants, orderInvariants, renewalInvariants } from '../commerce/index.ts'
import { dnsInvariants } from '../dns/index.ts'
import { identityInvariants } from '../identity/index.ts'
import { invoicingInvariants, payoutInvariants } from '../invoicing/index.ts'
import { checkChain, sealAudit } from '../kernel/audit.ts'
import { stopwatch } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import type { Findings, Invariant } from '../kernel/invariants.ts'
import { lettersInvariants } from '../letters/index.ts'
import { marketInvariants } from '../market/index.ts'
import { routingInvariants } from '../routing/index.ts'
import { webhooksInvariants } from '../webhooks/index.ts'

const kernelInvariants: readonly Invariant[] = [
  {
    name: 'the audit log is one unbroken chain',
    check: async (ctx) => {
      await sealAudit(ctx.db)
      const { sealed, broken, head } = await checkChain(ctx.db)
      return {
        checked: sealed,
        breaches: broken.map((position) => `entry ${position} does not follow from the one before`),
        note: `the last entry's hash is ${head ?? 'none'}`,
      }
    },
  },
]

/** Every promise there is, by what it is about. */
const areas: Readonly<Record<string, readonly Invariant[]>> = {
  'Activity log': kernelInvariants,
  'Companies and people': identityInvariants,
  'Invoices and ledger': invoicingInvariants,
  Market: marketInvariants,
  LOAs: lettersInvariants,
  Routing: routingInvariants,
  'Reverse DNS': dnsInvariants,
  Payouts: payoutInvariants,
  Orders: orderInvariants,
  'Bank transfers': bankInvariants,
  Renewals: renewalInvariants,
  Webhooks: webhooksInvariants,
}

export const invariants: readonly Invariant[] = Object.values(areas).flat()

const areaByName = new Map(Object.entries(areas).flatMap(([area, of]) => of.map(({ name }) => [name, area])))

/** A result may have been kept of a promise that is no longer made. */
export const areaOf = (name: string): string => areaByName.get(name) ?? 'Other'

export interface InvariantResult extends Findings {
  readonly name: string
  readonly found: number
  readonly ok: boolean
  /** How long the check took. */
  readonly milliseconds: number
}

/** The longest, the chain of the log, beside all others: each reads through what the installation has ever written. */
const lanes = 2

export async function checkInvariants(ctx: Context): Promise<InvariantResult[]> {
  const results: InvariantResult[] = []
  const waiting = invariants.entries()
  const checkOneByOne = async (): Promise<void> => {
    for (const [place, invariant] of waiting) results[place] = await checked(ctx, invariant)
  }
  await Promise.all(Array.from({ length: lanes }, checkOneByOne))
  return results
}

async function checked(ctx: Context, invariant: Invariant): Promise<InvariantResult> {
  const startedAt = stopwatch()
  const findings = await invariant.check(ctx)
  const milliseconds = Math.round(stopwatch() - startedAt)
  const { breaches, found = breaches.length } = findings
  return { name: invariant.name, ok: breaches.length === 0, ...findings, found, milliseconds }
}
