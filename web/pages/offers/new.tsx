import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { PageHeader } from '../../ui/page.tsx'
import { BackLink } from '../../ui/link.tsx'
import { ChooseBlock } from './new-block.tsx'
import { SetPrices, whyNotPriced } from './new-prices.tsx'
import { Agree } from './new-terms.tsx'
import { Step } from './checks.tsx'
import type { DiscountDraft } from './discount-draft.ts'
import { newDraft, type PriceDraft } from './price-draft.ts'
import type { Registry } from '../../ui/words.ts'

/** A block comes to the market, step by step. The block and the step are in the address; the rest is typed here. */

const page = getRouteApi('/signed-in/c/$company/offers/new')

const prospectOf = (tenantUUID: string, address: string, cidr: number, own_asns: readonly number[]) =>
  read('/billing/v1/{tenantUUID}/market/prospect', {
    params: {
      path: { tenantUUID },
      query: { address, cidr, ...(own_asns.length > 0 && { own_asns: [...own_asns] }) },
    },
  })

/** What is typed on the way, beside the block itself. */
export interface Draft {
  readonly asns: readonly number[]
  readonly registry: Registry
  readonly minimumSplit: number
  readonly maximumSplit: number
  readonly prices: readonly PriceDraft[]
  readonly discounts: DiscountDraft
  readonly hidden: boolean
}

const fresh = (cidr: number): Draft => ({
  asns: [],
  registry: 'ripencc',
  minimumSplit: cidr,
  maximumSplit: 24,
  prices: [newDraft(24)],
  discounts: {},
  hidden: false,
})

export function NewOffer() {
  const { uuid, param: company } = useCompany()
  const { address, cidr, step } = page.useSearch()
  const [draft, setDraft] = useState<Draft>(() => fresh(cidr ?? 24))
  const [drafted, setDrafted] = useState(cidr)
  if (drafted !== cidr) {
    setDrafted(cidr)
    setDraft({ ...fresh(cidr ?? 24), asns: draft.asns })
  }
  const asked = address !== undefined && cidr !== undefined
  const query = useQuery({
    ...prospectOf(uuid, address ?? '', cidr ?? 24, draft.asns),
    enabled: asked,
    retry: false,
  })
  const prospect = asked && !query.isPlaceholderData ? query.data?.data : undefined
  const wanted = step === 'terms' && whyNotPriced(draft) !== undefined ? 'prices' : step
  const at = prospect ? (wanted ?? 'block') : 'block'
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  return (
    <>
      <PageHeader
        title="Offer a block"
        above={
          <BackLink to="/c/$company/offers" params={{ company }}>
            My offers
          </BackLink>
        }
        says="Three steps, then you prove that the block is yours: by a code to a contact of its record, or by another way."
      />
      <ol className="max-w-4xl">
        <Step number={1} title="The block" state={at === 'block' ? 'now' : 'done'}>
          <ChooseBlock open={at === 'block'} draft={draft} prospect={prospect} query={query} onChange={change} />
        </Step>
        <Step number={2} title="Sizes and prices" state={at === 'prices' ? 'now' : at === 'terms' ? 'done' : 'later'}>
          {prospect && at !== 'block' && (
            <SetPrices open={at === 'prices'} draft={draft} prospect={prospect} onChange={change} />
          )}
        </Step>
        <Step number={3} title="Authorisation and terms" state={at === 'terms' ? 'now' : 'later'}>
          {prospect && at === 'terms' && <Agree draft={draft} prospect={prospect} onChange={change} />}
        </Step>
        <Step number={4} title="Proof and checks" state="later" />
      </ol>
    </>
  )
}
