import type { Context } from '../kernel/context.ts'
import { formatPrefix, parsePrefix } from '../kernel/ip.ts'
import { validateAsn, type AsnVerdict } from '../network/index.ts'
import { leasedSubnets } from './asnvalidation.store.ts'
import { marketProblem } from './market.problems.ts'

export interface AsnForSubnets extends AsnVerdict {
  readonly subnets: readonly { readonly subnet: string; readonly alreadyAdded: boolean }[]
}

/** Whether the AS number may get letters, and which of the company's subnets it has one for already. */
export async function validateAsnFor(
  ctx: Context,
  lessee: string,
  asn: number,
  subnets: readonly string[],
): Promise<AsnForSubnets> {
  const asked = readSubnets(subnets)
  const leased = new Map((await leasedSubnets(ctx, lessee, asked)).map((row) => [row.subnet, row]))
  const fields = asked.flatMap((subnet, i) =>
    leased.has(subnet) ? [] : [[`subnets.${i}`, [`${subnet} is not leased by your company`]] as const],
  )
  if (fields.length > 0) throw marketProblem('subnets_not_leased', { fields: Object.fromEntries(fields) })
  return {
    ...(await validateAsn(ctx, asn)),
    subnets: asked.map((subnet) => ({ subnet, alreadyAdded: leased.get(subnet)?.asns.includes(asn) ?? false })),
  }
}

function readSubnets(texts: readonly string[]): string[] {
  const parsed = texts.map((text) => parsePrefix(text))
  const fields = parsed.flatMap((result, i) => {
    if (result.ok && result.value.family === 4) return []
    return [[`subnets.${i}`, ['must be an IPv4 prefix without host bits, such as 192.0.2.0/24']] as const]
  })
  if (fields.length > 0) throw marketProblem('subnets_not_leased', { fields: Object.fromEntries(fields) })
  return parsed.flatMap((result) => (result.ok ? [formatPrefix(result.value)] : []))
}
