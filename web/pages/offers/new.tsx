import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { useDraft } from '../../ui/draft/draft.ts'
import { RestoredNote } from '../../ui/form.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { BackLink } from '../../ui/link.tsx'
import { ChooseBlock } from './new-block.tsx'
import { SetPrices, whyNotPriced } from './new-prices.tsx'
import { Agree } from './new-terms.tsx'
import { Step } from './checks.tsx'
import type { DiscountDraft } from './discount-draft.ts'
import { newDraft, type PriceDraft } from './price-draft.ts'
import type { Registry } from '../../ui/words.ts'
import { terms } from '../../ui/words.ts'

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

/** With where it was typed, which is in the address while somebody is at it. */
interface TypedOffer {
  readonly at: { readonly address: string; readonly cidr: number; readonly step?: 'prices' | 'terms' } | null
  readonly draft: Draft
}

/** Kept over a reload. Another size begins anew; whoever comes without a block is led to where they were. */
function useTyped() {
  const { param: company } = useCompany()
  const { address, cidr, step } = page.useSearch()
  const navigate = useNavigate()
  const [{ at, draft: typed }, setTyped, kept] = useDraft<TypedOffer>('new-offer', { at: null, draft: fresh(24) })
  const go = (search: NonNullable<TypedOffer['at']> | Record<string, never>) =>
    void navigate({ to: '/c/$company/offers/new', params: { company }, search, replace: true })
  useEffect(() => {
    if (address === undefined && kept.restoredAt !== null && at) go(at)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only as the page is opened
  }, [])
  const belongs = cidr === undefined || (at?.cidr === cidr && (kept.restoredAt === null || at.address === address))
  const draft = belongs ? typed : { ...fresh(cidr), asns: typed.asns }
  const change = (part: Partial<Draft>) => {
    const here = address !== undefined && cidr !== undefined ? { address, cidr, ...(step && { step }) } : null
    setTyped({ at: here, draft: { ...draft, ...part } })
  }
  const startOver = () => {
    kept.startOver()
    go({})
  }
  return { draft, change, kept: { ...kept, restoredAt: belongs ? kept.restoredAt : null, startOver } }
}

export function NewOffer() {
  const { uuid, param: company } = useCompany()
  const { address, cidr, step } = page.useSearch()
  const { draft, change, kept } = useTyped()
  const asked = address !== undefined && cidr !== undefined
  const query = useQuery({
    ...prospectOf(uuid, address ?? '', cidr ?? 24, draft.asns),
    enabled: asked,
  })
  const prospect = asked && !query.isPlaceholderData ? query.data?.data : undefined
  const wanted = step === 'terms' && whyNotPriced(draft) !== undefined ? 'prices' : step
  const at = prospect ? (wanted ?? 'block') : 'block'
  return (
    <>
      <PageHeader
        title={terms.listBlock}
        above={
          <BackLink to="/c/$company/offers" params={{ company }}>
            {terms.myListings}
          </BackLink>
        }
        says="Three steps, then you prove ownership: by a code sent to a registered contact, or another way."
      />
      <div className="mb-4 max-w-4xl empty:hidden">
        <RestoredNote drafts={[kept]} />
      </div>
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
          {prospect && at === 'terms' && (
            <Agree draft={draft} prospect={prospect} onListed={kept.sent} onChange={change} />
          )}
        </Step>
        <Step number={4} title="Proof and checks" state="later" />
      </ol>
    </>
  )
}
