import type { MarketService as Offer } from '../../../client/api.gen.ts'
import { isUnproven } from '../../../src/market/offer/offer.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Checks, type Check } from './checks.tsx'
import { offerChanges, offerPath } from './offer-read.ts'

const kinds = ['whois', 'bgp', 'dns', 'iprep', 'loaa', 'roa'] as const

export const checksOf = (offer: Offer): Check[] => kinds.map((kind) => ({ kind, ...offer[kind] }))

export function OfferChecks({ offer }: { readonly offer: Offer }) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  const recheck = useWrite(() => api.POST(`${offerPath}/recheck`, { params: { path } }), {
    changes: offerChanges,
    done: 'Checks run again.',
  })
  const why = isUnproven(offer.status)
    ? 'Checks run once ownership is proven.'
    : offer.status === 'object_terminated'
      ? 'This listing was withdrawn; checks no longer run.'
      : undefined
  return (
    <Card
      title="Checks"
      says="Run daily and after every data import."
      actions={
        <Button icon="refresh" busy={recheck.busy} why={mayNot ?? why} onClick={() => recheck.run()}>
          Run checks again
        </Button>
      }
    >
      <Checks checks={checksOf(offer)} />
    </Card>
  )
}
