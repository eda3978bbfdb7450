import { orderInvariants, renewalInvariants } from '../commerce/index.ts'
import { identityInvariants } from '../identity/index.ts'
import { invoicingInvariants } from '../invoicing/index.ts'
import { checkChain, sealAudit } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'
import type { Findings, Invariant } from '../kernel/invariants.ts'
import { marketInvariants } from '../market/index.ts'

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

/** Every promise there is. */
export const invariants: readonly Invariant[] = [
  ...kernelInvariants,
  ...identityInvariants,
  ...invoicingInvariants,
  ...marketInvariants,
  ...orderInvariants,
  ...renewalInvariants,
]

export interface InvariantResult extends Findings {
  readonly name: string
}

export async function checkInvariants(ctx: Context): Promise<InvariantResult[]> {
  const results: InvariantResult[] = []
  for (const invariant of invariants) results.push({ name: invariant.name, ...(await invariant.check(ctx)) })
  return results
}
