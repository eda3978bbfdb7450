import { useQuery } from '@tanstack/react-query'
import type { MarketService as Offer } from '../../../client/api.gen.ts'
import { hasEnded } from '../../../src/market/offer/offer.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyCurl } from '../../ui/curl/copy-curl.tsx'
import { cx } from '../../ui/cx.ts'
import { useDraft } from '../../ui/draft/draft.ts'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Card } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import {
  discountChanges,
  discountDraftOf,
  discountsOf,
  whyNotDiscounted,
  type DiscountDraft,
} from './discount-draft.ts'
import { offerChanges, offerPath, treeOf } from './offer-read.ts'
import { bodyOf, changesOf, draftOf, sharesOf, type Change, type PriceDraft } from './price-draft.ts'
import { PriceGrid } from './price-grid.tsx'
import { SplitLimits } from './split-limits.tsx'

/** Sizes and prices of a block that is listed. Nothing changes before it was shown what changes. */

interface Draft {
  readonly minimum: number
  readonly maximum: number
  readonly prices: readonly PriceDraft[]
  readonly discounts: DiscountDraft
}

const storedIn = (offer: Offer): Draft => ({
  minimum: offer.minimum_split,
  maximum: offer.maximum_split,
  prices: offer.pricings.data.map(draftOf).toSorted((a, b) => a.cidr - b.cidr),
  discounts: discountDraftOf(offer.commitment_discounts),
})

export function Pricing({ offer }: { readonly offer: Offer }) {
  const { uuid } = useCompany()
  const { data } = useQuery(treeOf(uuid, offer.uuid, undefined, 0))
  if (!data) return <Skeleton className="h-72 w-full" />
  return <Editor offer={offer} commissionPercent={data.meta.commission_percent} currency={data.meta.currency} />
}

interface EditorProps {
  readonly offer: Offer
  readonly commissionPercent: number
  readonly currency: string
}

function Editor({ offer, ...money }: EditorProps) {
  const stored = storedIn(offer)
  const [draft, setDraft, kept] = useDraft(`prices:${offer.uuid}`, stored)
  const changes = allChanges(stored, draft)
  const save = useSave(offer, (saved) => setDraft(storedIn(saved)))
  const mayNot = useWhyNot('member')
  const why = hasEnded(offer.status) ? 'Withdrawn: prices can no longer be changed.' : whyNot(draft, changes)
  return (
    <Card title="Sizes and prices" says="Existing leases keep their price.">
      <Form problem={save.problem} draft={kept} onSubmit={save.from(() => draft)}>
        <SplitLimits
          cidr={offer.cidr}
          minimum={draft.minimum}
          maximum={draft.maximum}
          onChange={(minimum, maximum) => setDraft({ ...draft, minimum, maximum })}
        />
        <PriceGrid
          drafts={draft.prices}
          onChange={(prices) => setDraft({ ...draft, prices })}
          discounts={draft.discounts}
          onDiscounts={(discounts) => setDraft({ ...draft, discounts })}
          from={draft.minimum}
          to={draft.maximum}
          {...money}
        />
        <div
          className={cx(
            '-mx-4 -mb-4 grid gap-3 rounded-b-lg border-t border-line bg-surface px-4 py-3',
            changes.length > 0 && 'sticky bottom-0 z-20',
          )}
        >
          <Preview changes={changes} />
          <div className="flex gap-2">
            <Button type="submit" look="primary" busy={save.busy} why={mayNot ?? why}>
              Save
            </Button>
            {changes.length > 0 && (
              <Button look="quiet" icon="undo" onClick={() => setDraft(stored)}>
                Discard changes
              </Button>
            )}
            {changes.length > 0 && <CopyCurl className="ml-auto self-center" />}
          </div>
        </div>
      </Form>
    </Card>
  )
}

function useSave(offer: Offer, onDone: (saved: Offer) => void) {
  const { uuid: tenantUUID } = useCompany()
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  return useWrite(
    ({ minimum, maximum, prices, discounts }: Draft) =>
      api.PATCH(offerPath, {
        params: { path },
        body: {
          minimum_split: minimum,
          maximum_split: maximum,
          pricings: prices.map(bodyOf),
          commitment_discounts: discountsOf(discounts),
        },
      }),
    { changes: offerChanges, inline: true, done: 'Prices saved.', onDone },
  )
}

function allChanges(before: Draft, after: Draft): Change[] {
  const limit = (what: string, from: number, to: number): Change[] =>
    from === to ? [] : [{ what, from: `/${from}`, to: `/${to}` }]
  return [
    ...limit('Largest subnet', before.minimum, after.minimum),
    ...limit('Smallest subnet', before.maximum, after.maximum),
    ...changesOf(before.prices, after.prices),
    ...discountChanges(before.discounts, after.discounts),
  ]
}

function whyNot({ prices, discounts }: Draft, changes: readonly Change[]): string | undefined {
  if (changes.length === 0) return 'No changes.'
  if (prices.some(({ value }) => sharesOf(value, 0) === null)) return 'Enter a price above zero for every size.'
  return whyNotDiscounted(discounts)
}

function Preview({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <section aria-live="polite" aria-label="Your changes" className="max-h-40 overflow-y-auto text-sm empty:hidden">
      {changes.length > 0 && (
        <>
          <h3 className="mb-1 font-medium">Your changes</h3>
          <ul className="grid gap-1">
            {changes.map(({ what, from, to }) => (
              <li key={what} className="flex flex-wrap items-center gap-x-2">
                <span className="min-w-20 font-medium">{what}</span>
                <span className="text-soft">{from ?? 'not leased out'}</span>
                <Icon name="right" className="size-3 text-faint" />
                <span className="sr-only">becomes</span>
                <span className={to === null ? 'text-bad' : ''}>{to ?? 'no longer leased out'}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
