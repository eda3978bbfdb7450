import type { MarketService as Offer, MarketServiceChange } from '../../../../client/api.gen.ts'
import { hasEnded } from '../../../../src/market/offer/offer.states.ts'
import { api } from '../../../api/client.ts'
import { rehearseEach } from '../../../api/rehearse.ts'
import { useCompany, useWhyNot } from '../../../api/session.ts'
import { BulkBar, counted } from '../../../ui/bulk/bar.tsx'
import type { Selection } from '../../../ui/bulk/selection.tsx'
import { useBulk } from '../../../ui/bulk/use-bulk.ts'
import { Button } from '../../../ui/button.tsx'
import { terms } from '../../../ui/words.ts'
import { offerChanges, offerPath, prefixOf } from '../offer-read.ts'
import { Reprice } from './reprice-dialog.tsx'
import { pricingsOf, type Wish } from './reprice.ts'

/** What a holder does with several listings at once. */

export const mayChange = ({ status }: Offer): boolean => !hasEnded(status)

export function OffersBulk({ selection }: { readonly selection: Selection<Offer> }) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const bulk = useBulk({ selection, changes: offerChanges })
  const { chosen } = selection
  const send = (of: (offer: Offer) => MarketServiceChange) => (offer: Offer) => {
    const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
    return api.PATCH(offerPath, { params: { path }, body: of(offer) })
  }
  const change = (offers: readonly Offer[], of: (offer: Offer) => MarketServiceChange, what: string) =>
    bulk.run(offers, send(of), (count) => `${counted(count, terms.countedListings)} ${what}.`)
  const priced = (wish: Wish) => (offer: Offer) => ({ pricings: pricingsOf(offer, wish) })
  const reprice = (wish: Wish) => change(chosen, priced(wish), 'repriced')
  const [hidden, shown] = [chosen.filter((offer) => offer.hidden), chosen.filter((offer) => !offer.hidden)]
  return (
    <BulkBar selection={selection} nouns={terms.countedListings} bulk={bulk} nameOf={prefixOf}>
      <Button
        small
        why={mayNot ?? (shown.length === 0 ? 'All of them are hidden.' : undefined)}
        onClick={() => change(shown, () => ({ hidden: true }), 'hidden from search')}
      >
        Hide
      </Button>
      <Button
        small
        why={mayNot ?? (hidden.length === 0 ? 'None of them is hidden.' : undefined)}
        onClick={() => change(hidden, () => ({ hidden: false }), 'shown in search again')}
      >
        Show
      </Button>
      <Reprice
        offers={chosen}
        why={mayNot}
        onReprice={Object.assign(reprice, { request: (wish: Wish) => rehearseEach(send(priced(wish)), chosen) })}
      />
    </BulkBar>
  )
}
