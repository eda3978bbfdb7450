import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OpenMarketMap as Market } from '../../../client/portal.gen.ts'
import { read } from '../../api/query.ts'
import { Status } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Count, Prefix } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'

/** The market as it is now: how much there is, and some of it by name. */

const marketMap = () => ({ ...read('/portal/market/map'), staleTime: 60_000 })

const shown = 6

export function Today() {
  const { data } = useQuery(marketMap())
  const sums = data && sumUp(data)
  return (
    <section aria-label="The market now" className="rounded-xl border border-line bg-surface shadow-card">
      <dl className="grid grid-cols-3 divide-x divide-line border-b border-line">
        <Sum name="Addresses available" value={sums?.addresses} />
        <Sum name="Blocks available" value={sums?.offered} />
        <Sum name="Blocks leased" value={sums?.leased} />
      </dl>
      <ul aria-label="Blocks on the market" className="min-h-60">
        {sums ? sums.blocks.map((block) => <Row key={block.prefix} {...block} />) : <Waiting />}
        {sums?.blocks.length === 0 && (
          <li className="px-5 py-10 text-center text-sm text-soft">Nothing is listed yet. List the first block.</li>
        )}
      </ul>
      <p className="border-t border-line px-5 py-3 text-sm">
        <Link to="/market" className="font-medium text-accent hover:underline">
          View the map
        </Link>
      </p>
    </section>
  )
}

function Sum({ name, value }: { readonly name: string; readonly value: number | undefined }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end px-3 py-4 sm:px-5">
      <dt className="text-xs text-soft">{name}</dt>
      <dd className="text-xl font-semibold tracking-tight tabular-nums">
        {value === undefined ? <Skeleton className="my-1 h-5 w-14" /> : <Count of={value} />}
      </dd>
    </div>
  )
}

interface Block {
  readonly prefix: string
  readonly size: number
  readonly state: 'offered' | 'held' | 'leased'
}

const words = { offered: terms.available, held: terms.held, leased: terms.leased } as const
const tones = { offered: 'good', held: 'warn', leased: 'info' } as const

function Row({ prefix, size, state }: Block) {
  return (
    <li className="flex h-10 items-center justify-between gap-3 border-b border-line px-5 text-sm last:border-b-0">
      <Prefix of={prefix} className="font-medium" />
      <span className="flex items-center gap-4 text-soft">
        <span className="text-xs max-sm:hidden">
          <Count of={size} /> addresses
        </span>
        <span className="w-16">
          <Status of={state} label={words[state]} tone={tones[state]} />
        </span>
      </span>
    </li>
  )
}

function Waiting() {
  return Array.from({ length: shown }, (_, row) => (
    <li key={row} className="flex h-10 items-center justify-between border-b border-line px-5 last:border-b-0">
      <Skeleton className="w-32" />
      <Skeleton className="w-14" />
    </li>
  ))
}

function sumUp({ data: { starts, lengths, states }, meta }: Market) {
  const blocks = starts.map((start, i): Block => {
    const length = lengths[i] ?? 32
    return { prefix: `${dotted(start)}/${length}`, size: 2 ** (32 - length), state: stateAt(meta, states[i]) }
  })
  const [offered, leased] = [meta.states.indexOf('offered'), meta.states.indexOf('leased')]
  return {
    addresses: meta.addresses[offered],
    offered: meta.blocks[offered],
    leased: meta.blocks[leased],
    blocks: spread(blocks, shown),
  }
}

const stateAt = ({ states }: Market['meta'], at = 0) => states[at] ?? 'offered'

/** Some of them, from all over the address space rather than neighbours. */
function spread(blocks: readonly Block[], count: number): Block[] {
  const step = Math.max(1, blocks.length / count)
  return Array.from({ length: Math.min(count, blocks.length) }, (_, i) => blocks[Math.floor(i * step)]).filter(
    (block) => block !== undefined,
  )
}

const dotted = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.')
