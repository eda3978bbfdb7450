import { useNavigate } from '@tanstack/react-router'
import type { Prospect } from '../../../client/api.gen.ts'
import { useCompany } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { Money } from '../../ui/values.tsx'
import { whyNotDiscounted } from './discount-draft.ts'
import type { Draft } from './new.tsx'
import { sharesOf } from './price-draft.ts'
import { PriceGrid } from './price-grid.tsx'
import { SplitLimits } from './split-limits.tsx'

interface SetPricesProps {
  readonly open: boolean
  readonly draft: Draft
  readonly prospect: Prospect
  readonly onChange: (part: Partial<Draft>) => void
}

export function SetPrices({ open, draft, prospect, onChange }: SetPricesProps) {
  const { param: company } = useCompany()
  const navigate = useNavigate()
  const { address, cidr, commission_percent, currency } = prospect
  const go = (step: 'prices' | 'terms') =>
    void navigate({ to: '/c/$company/offers/new', params: { company }, search: { address, cidr, step } })
  if (!open)
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm">
        {draft.prices.map((price) => (
          <span key={price.cidr}>
            <span className="font-mono">/{price.cidr}</span> <Money of={price.value} currency={currency} />
          </span>
        ))}
        <Button small look="quiet" onClick={() => go('prices')}>
          Change
        </Button>
      </p>
    )
  return (
    <Card>
      <Form problem={null} onSubmit={() => go('terms')}>
        <SplitLimits
          cidr={cidr}
          minimum={draft.minimumSplit}
          maximum={draft.maximumSplit}
          onChange={(minimumSplit, maximumSplit) => onChange({ minimumSplit, maximumSplit })}
        />
        <PriceGrid
          drafts={draft.prices}
          onChange={(prices) => onChange({ prices })}
          discounts={draft.discounts}
          onDiscounts={(discounts) => onChange({ discounts })}
          from={draft.minimumSplit}
          to={draft.maximumSplit}
          commissionPercent={commission_percent}
          currency={currency}
        />
        <FullyLet draft={draft} prospect={prospect} />
        <div>
          <Button type="submit" look="primary" why={whyNotPriced(draft)}>
            Continue to terms
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** Nothing, when the prices can be listed as they are. */
export function whyNotPriced({ prices, discounts, minimumSplit, maximumSplit }: Draft): string | undefined {
  if (prices.length === 0) return 'Set a price for at least one size.'
  if (prices.some(({ value }) => sharesOf(value, 0) === null)) return 'Enter a price above zero for every size.'
  if (prices.some(({ cidr }) => cidr < minimumSplit || cidr > maximumSplit))
    return 'A priced size is outside the sizes you lease out.'
  return whyNotDiscounted(discounts)
}

/** What it could come to: the whole block let in its best-paid size. */
function FullyLet({ draft, prospect }: Pick<SetPricesProps, 'draft' | 'prospect'>) {
  const totals = draft.prices.flatMap(({ cidr, value }) => {
    const shares = sharesOf(value, prospect.commission_percent)
    return shares ? { cidr, net: shares.net * 2 ** (cidr - prospect.cidr) } : []
  })
  const best = totals.toSorted((a, b) => b.net - a.net)[0]
  if (!best) return null
  return (
    <p className="text-sm text-soft" aria-live="polite">
      Fully leased as /{best.cidr} you earn{' '}
      <span className="font-medium text-ink">
        <Money of={best.net} currency={prospect.currency} />
      </span>{' '}
      per month after commission.
    </p>
  )
}
