import { useQuery } from '@tanstack/react-query'
import type { OpenBlock } from '../../../client/portal.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { brief } from '../../ui/price/price-pair.ts'
import { Select, type Option } from '../../ui/select.tsx'
import { ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Money, Prefix } from '../../ui/values.tsx'
import { usualSize } from './market-search.ts'

/** What blocks cost, where the operator lets visitors see it: the cheapest of a size. */

const shown = 8

const sizes: readonly Option<string>[] = Array.from({ length: 17 }, (_, i) => 24 - i).map((length) => ({
  value: String(length),
  label: `/${length}`,
}))

interface OpenPricesProps {
  readonly size: number | undefined
  readonly onSize: (size: number | undefined) => void
}

export function OpenPrices({ size = usualSize, onSize }: OpenPricesProps) {
  const query = useQuery(read('/portal/market/search', { params: { query: { prefix_length: size, limit: shown } } }))
  const { data, error, refetch } = query
  return (
    <section aria-label="Prices" className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
        <h2 className="text-sm font-semibold">Lowest prices a month</h2>
        <Select
          small
          label="Size"
          className="w-20"
          options={sizes}
          value={String(size)}
          onChange={(next) => onSize(Number(next) === usualSize ? undefined : Number(next))}
        />
      </div>
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} className="m-4" />
      ) : (
        <div className="min-h-72">{data ? <Prices rows={data.data} /> : <Waiting />}</div>
      )}
    </section>
  )
}

const line = 'flex h-9 items-center justify-between gap-3 border-b border-line px-4 text-sm last:border-b-0'

function Prices({ rows }: { readonly rows: readonly OpenBlock[] }) {
  if (rows.length === 0)
    return <p className="px-4 py-10 text-center text-sm text-soft">No block of this size is available now.</p>
  return (
    <ul>
      {rows.map((block) => (
        <li key={block.address} className={line}>
          <Prefix of={`${block.address}/${block.cidr}`} />
          <span className="flex items-baseline gap-3">
            <span className="text-xs text-soft tabular-nums max-sm:hidden">
              {brief(block.price_per_ip)} per address
            </span>
            <Money of={block.price} currency={block.currency} className="w-24 text-right font-medium" />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Waiting() {
  return Array.from({ length: shown }, (_, row) => (
    <div key={row} aria-hidden="true" className={line}>
      <Skeleton className="w-32" />
      <Skeleton className="w-16" />
    </div>
  ))
}
