import type { Context } from '../../kernel/context.ts'
import { validateAsn, type AsnVerdict } from '../../network/index.ts'
import { lettersProblem } from '../letters.problems.ts'
import { faultsAt, readSubnets, subnetNotation } from '../letter/subnet.rules.ts'
import { leasedSubnets, subnetsWithLetters } from '../letter/subnet.store.ts'

interface AsnForSubnets extends AsnVerdict {
  readonly subnets: readonly { readonly subnet: string; readonly alreadyAdded: boolean }[]
}

/** Whether the AS number may get letters, and which of the company's subnets it has one for already. */
export async function validateAsnFor(
  ctx: Context,
  lessee: string,
  asn: number,
  subnets: readonly string[],
): Promise<AsnForSubnets> {
  const read = readSubnets(subnets)
  refuseFaults(read.map((subnet) => (subnet === null ? subnetNotation : null)))
  const asked = read.flatMap((subnet) => subnet ?? [])
  const [leased, issued, verdict] = await Promise.all([
    leasedSubnets(ctx, lessee, asked),
    subnetsWithLetters(
      ctx,
      asked.map((block) => ({ asn, block })),
    ),
    validateAsn(ctx, asn),
  ])
  const known = new Set(leased.map(({ subnet }) => subnet))
  refuseFaults(asked.map((subnet) => (known.has(subnet) ? null : `${subnet} is not leased by your company`)))
  const added = new Set(issued.map(({ block }) => block))
  return { ...verdict, subnets: asked.map((subnet) => ({ subnet, alreadyAdded: added.has(subnet) })) }
}

function refuseFaults(faults: readonly (string | null)[]): void {
  const fields = faultsAt('subnets', faults)
  if (Object.keys(fields).length > 0) throw lettersProblem('subnets_not_leased', { fields })
}
