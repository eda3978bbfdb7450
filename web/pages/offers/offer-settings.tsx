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
        says="Whoever searches with it finds this block and its hidden parts, too: for a lessee you have spoken with."
      >
        <Code label="Reservation token" wrap>
          {offer.reservation_id}
        </Code>
      </Card>
      <Card title="About the block">
        <DescriptionList
          facts={[
            ['Proven by', proofs[offer.auth.type]],
            ['Abuse contact', offer.abuse_email ?? <None />, 'long'],
            ['Commitments running', offer.has_commitments ? 'Yes' : 'No'],
          ]}
        />
      </Card>
      <Card title="End the offer" className="xl:col-span-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-2xl text-sm text-soft">{whatItDoes(offer)}</p>
          <Cancel offer={offer} />
        </div>
      </Card>
    </div>
  )
}

const proofs = {
  email: 'Mailed code',
  mnt_by: 'Maintainer of the record',
  roa: 'ROA',
  reallocation: 'Reallocation',
  remark: 'Token in the registry record',
  dns: 'TXT record in the reverse zone',
  operator: "An operator's word",
}

/** Without leases it ends at once; with leases it runs out. */
function whatItDoes({ ips, has_commitments }: Offer): string {
  if (ips.used === 0)
    return 'Nothing of it is let: it ends at once, what is held is released, and the block may be listed again.'
  const until = has_commitments ? 'the latest end of a running period or commitment' : 'the end of the periods that run'
  return `${ips.used.toLocaleString('en')} addresses are let. It leaves the market at once and what is held is released; leases run on until ${until}, none renews after that, and it ends with the last of them.`
}

function Cancel({ offer }: { readonly offer: Offer }) {
  const { uuid: tenantUUID, param: company } = useCompany()
  const mayNot = useWhyNot('member')
  const navigate = useNavigate()
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  const cancel = useWrite(() => api.DELETE(offerPath, { params: { path } }), {
    changes: offerChanges,
    inline: true,
    done: `${prefixOf(offer)} is off the market for good.`,
    onDone: () => void navigate({ to: '/c/$company/offers', params: { company } }),
  })
  return (
    <Confirm
      title={`End the offer of ${prefixOf(offer)}?`}
      says={`${whatItDoes(offer)} This cannot be undone.`}
      action="End the offer"
      problem={cancel.problem}
      onConfirm={() => cancel.runAsync()}
      trigger={
        <Button why={mayNot ?? (hasEnded(offer.status) ? 'It was cancelled before.' : undefined)}>End the offer</Button>
      }
    />
  )
}
