import { useQuery } from '@tanstack/react-query'
import type { MarketBlock as BlockOnOffer } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { UncheckedBadge } from '../../ui/unchecked.tsx'
import { Money, Prefix } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { useBlock } from './block-read.ts'
import { useAsked } from './found.ts'
import type { MarketSearch } from './market-search.ts'
import { blockOf, notation } from './map/ipv4.ts'
import { rectOf } from './map/hilbert.ts'
import { around, middleOf } from './map/view.ts'
import { PlaceOf } from './place.tsx'
import { priceOf, ReserveButton } from './reserve.tsx'
import { months as monthsIn, reputationTones } from './words.ts'

/** The chosen block, always at the foot of the page: its place is there before there is one. */
export function Picked() {
  const pick = useAsked('pick')
  const block = pick === undefined ? undefined : blockOf(pick)
  return (
    <aside
      aria-label="Selected block"
      className="sticky bottom-3 z-10 mt-4 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-edge bg-raised px-4 py-2 text-sm shadow-pop"
    >
      {block ? (
        <Chosen address={notation(block).split('/')[0] ?? ''} cidr={block.length} />
      ) : (
        <p className="text-soft">Select a block in the table or on the map.</p>
      )}
    </aside>
  )
}

function Chosen({ address, cidr }: { readonly address: string; readonly cidr: number }) {
  const patch = usePatchSearch<MarketSearch>()
  const name = `${address}/${cidr}`
  const { data, error, isPlaceholderData } = useQuery(useBlock(address, cidr))
  const zoomTo = () => {
    const block = blockOf(name)
    if (!block) return
    const view = around(rectOf(block.n, block.length))
    patch({ at: notation({ n: middleOf(view), length: 24 }).split('/')[0], zoom: view.zoom })
  }
  return (
    <>
      <Prefix of={name} className="font-semibold" />
      <div
        aria-live="polite"
        className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-soft max-sm:order-1 max-sm:basis-full sm:flex-1"
      >
        {error ? (
          <span>{asProblem(error).status === 404 ? notOnOffer : asProblem(error).message}</span>
        ) : data && !isPlaceholderData ? (
          <InShort block={data.data} />
        ) : (
          <Skeleton className="w-56" />
        )}
      </div>
      <div className="flex items-center gap-2 max-sm:order-2 max-sm:basis-full">
        <Button small icon="search" onClick={zoomTo}>
          Zoom in
        </Button>
        {data && !error && !isPlaceholderData && <Actions block={data.data} />}
      </div>
      <IconButton
        icon="close"
        label="Clear selection"
        small
        className="max-sm:ml-auto"
        onClick={() => patch({ pick: undefined })}
      />
    </>
  )
}

const notOnOffer = 'Not available in this size.'

function InShort({ block }: { readonly block: BlockOnOffer }) {
  const months = useCommitment(block)
  return (
    <>
      <span>
        <Money of={priceOf(block, months).price} currency={block.currency} className="font-medium text-ink" /> a month
        {months > 1 && ` for ${monthsIn(months)}`}
      </span>
      <span>
        <PlaceOf block={block} />
      </span>
      <Status of={block.reputation} tone={reputationTones[block.reputation]} />
      <UncheckedBadge skipped={block.skipped_checks} />
      {!block.is_free && <span>{block.is_own ? 'Your own' : block.reservation ? 'Reserved by you' : 'Taken'}</span>}
    </>
  )
}

/** As long as is searched for, where the block is let for so long. */
function useCommitment(block: BlockOnOffer): number {
  const months = useAsked('months')
  return block.prices.find(({ contract_length }) => contract_length === months)?.contract_length ?? 1
}

function Actions({ block }: { readonly block: BlockOnOffer }) {
  const { param: company } = useCompany()
  const months = useCommitment(block)
  const { address, cidr } = block
  return (
    <>
      <LinkButton
        small
        to="/c/$company/market/$address/$cidr"
        params={{ company, address, cidr: String(cidr) }}
        search={months > 1 ? { months } : {}}
      >
        {terms.viewDetails}
      </LinkButton>
      <ReserveButton block={block} months={months} small />
    </>
  )
}
