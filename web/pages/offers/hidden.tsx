import type { MarketService as Offer } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { guess, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { hasEnded } from '../../../src/market/offer/offer.states.ts'
import { Button } from '../../ui/button.tsx'
import { offerChanges, offerOf, offerPath, prefixOf } from './offer-read.ts'

/** The whole block in or out of search: shown at once, taken back by a toast. */
export function HiddenSwitch({ offer }: { readonly offer: Offer }) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  const name = prefixOf(offer)
  const change = useWrite((hidden: boolean) => api.PATCH(offerPath, { params: { path }, body: { hidden } }), {
    changes: offerChanges,
    optimistic: (hidden) => [guess(offerOf(tenantUUID, offer.uuid), (old) => ({ ...old, hidden }))],
    done: (_, hidden) => [
      hidden ? `${name} hidden from search; its leases continue.` : `${name} shown in search again.`,
      { undo: () => change.run(!hidden) },
    ],
  })
  const why = hasEnded(offer.status) ? 'This listing was withdrawn.' : undefined
  return (
    <Button icon="eye" busy={change.busy} why={mayNot ?? why} onClick={() => change.run(!offer.hidden)}>
      {offer.hidden ? 'Show in search' : 'Hide from search'}
    </Button>
  )
}
