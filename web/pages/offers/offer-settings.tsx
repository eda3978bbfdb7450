import { useNavigate } from '@tanstack/react-router'
import type { MarketService as Offer } from '../../../client/api.gen.ts'
import { hasEnded } from '../../../src/market/offer/offer.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Card, DescriptionList } from '../../ui/page.tsx'
import { None } from '../../ui/values.tsx'
import { offerChanges, offerPath, prefixOf } from './offer-read.ts'

/** What is private about a block, and its end. */
export function OfferSettings({ offer }: { readonly offer: Offer }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      <Card
        title="Reservation token"
        says="Share it with a lessee you have an agreement with: searching with it also finds this block and its hidden parts."
      >
        <Code label="Reservation token" wrap>
          {offer.reservation_id}
        </Code>
      </Card>
      <Card title="About this block">
        <DescriptionList
          facts={[
            ['Proof of ownership', proofs[offer.auth.type]],
            ['Abuse contact', offer.abuse_email ?? <None />, 'long'],
            ['Active commitments', offer.has_commitments ? 'Yes' : 'No'],
          ]}
        />
      </Card>
      <Card title="Withdraw listing" className="xl:col-span-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-2xl text-sm text-soft">{whatItDoes(offer)}</p>
          <Cancel offer={offer} />
        </div>
      </Card>
    </div>
  )
}

const proofs = {
  email: 'E-mailed code',
  mnt_by: 'Maintainer of the registry record',
  roa: 'ROA',
  reallocation: 'Reallocation',
  remark: 'Token in the registry record',
  dns: 'TXT record in the reverse zone',
  operator: 'Confirmed by an operator',
}

/** Without leases it ends at once; with leases it runs out. */
function whatItDoes({ ips, has_commitments }: Offer): string {
  if (ips.used === 0)
    return 'Nothing is leased: the listing ends immediately, holds are released, and the block can be listed again.'
  const until = has_commitments ? 'the last current period or commitment ends' : 'the current periods end'
  return `${ips.used.toLocaleString('en')} addresses are leased. The block leaves the market immediately and holds are released; leases run until ${until}, none renews after that, and the listing ends with the last of them.`
}

function Cancel({ offer }: { readonly offer: Offer }) {
  const { uuid: tenantUUID, param: company } = useCompany()
  const mayNot = useWhyNot('member')
  const navigate = useNavigate()
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  const cancel = useWrite(() => api.DELETE(offerPath, { params: { path } }), {
    changes: offerChanges,
    inline: true,
    done: `${prefixOf(offer)} withdrawn from the market.`,
    onDone: () => void navigate({ to: '/c/$company/offers', params: { company } }),
  })
  return (
    <Confirm
      title={`Withdraw ${prefixOf(offer)} from the market?`}
      says={`${whatItDoes(offer)} This cannot be undone.`}
      action="Withdraw listing"
      problem={cancel.problem}
      onConfirm={cancel.with()}
      trigger={
        <Button why={mayNot ?? (hasEnded(offer.status) ? 'Already withdrawn.' : undefined)}>Withdraw listing</Button>
      }
    />
  )
}
