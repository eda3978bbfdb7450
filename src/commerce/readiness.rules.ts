import { isMailSent, noMail, type PeopleFacts } from '../identity/index.ts'
import { noWayToPay, type MoneyFacts } from '../invoicing/index.ts'
import type { Check } from '../kernel/readiness.ts'

/** What keeps a lease going. */
export const renewalChecks: readonly Check<PeopleFacts & MoneyFacts>[] = [
  { step: 'renew', lacks: (facts) => noWayToPay(facts, 'Nobody can pay for another month.') },
  {
    step: 'renew',
    lacks: (facts) =>
      isMailSent(facts) ? null : noMail('A lessee whose renewal has failed does not hear of it before the lease ends.'),
  },
]
