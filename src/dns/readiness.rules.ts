import type { Remark } from '../kernel/readiness.ts'

/** What is good to know of the name servers that reverse zones are written at. */

export interface DnsFacts {
  readonly nameServers: { readonly active: number; readonly failing: number }
}

export const dnsRemarks: readonly Remark<DnsFacts>[] = [
  {
    step: 'list',
    says: ({ nameServers: { active, failing } }) =>
      active === 0
        ? null
        : `${active} name servers are connected for reverse DNS, ${failing} of them do not answer as they should.`,
  },
]
