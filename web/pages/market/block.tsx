import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { MarketBlock as BlockOnOffer } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { AsnCheck } from '../../ui/asn-check.tsx'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { BackLink } from '../../ui/link.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { brief } from '../../ui/price/price-pair.ts'
import { EmptyState, ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { namesOf, UncheckedBadge } from '../../ui/unchecked.tsx'
import { Count, Money, Prefix, Time } from '../../ui/values.tsx'
import { registryNames, terms } from '../../ui/words.ts'
import { Checks, Geodata, Reputation, Routing } from './block-facts.tsx'
import { useBlock } from './block-read.ts'
import { PlaceOf } from './place.tsx'
import { PriceTable } from './price-table.tsx'
import { useMonths } from './use-months.ts'
import { NegotiateButton, ReserveButton } from './reserve.tsx'
import { months as monthsIn } from './words.ts'

/** One block on offer: what it costs, where it is seen, what the internet says of it. */

const page = getRouteApi('/signed-in/c/$company/market/$address/$cidr')

export function BlockPage() {
  const { address, cidr } = page.useParams()
  const query = useQuery(useBlock(address, Number(cidr)))
  const { error, refetch, isPlaceholderData } = query
  const block = isPlaceholderData ? undefined : query.data?.data
  const name = `${address}/${cidr}`
  return (
    <>
      <PageHeader
        title={name}
        above={<Back name={name} />}
        heading={
          <span className="flex flex-wrap items-center gap-3">
            <Prefix of={name} />
            {block && <Standing block={block} />}
            {block && <UncheckedBadge skipped={block.skipped_checks} />}
          </span>
        }
        actions={<CopyButton text={name} label="Copy" small={false} />}
      />
      {error ? (
        asProblem(error).status === 404 ? (
          <NotOnOffer />
        ) : (
          <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
        )
      ) : (
        <Parts block={block} />
      )}
    </>
  )
}

function Back({ name }: { readonly name: string }) {
  const { param: company } = useCompany()
  return (
    <BackLink to="/c/$company/market" params={{ company }} search={{ pick: name, size: Number(name.split('/')[1]) }}>
      Market
    </BackLink>
  )
}

function Standing({ block }: { readonly block: BlockOnOffer }) {
  if (block.is_own) return <Badge tone="info">Your listing</Badge>
  if (block.reservation) return <Badge tone="info">Reserved by you</Badge>
  return block.is_free ? <Badge tone="good">{terms.available}</Badge> : <Badge tone="warn">Taken</Badge>
}

function NotOnOffer() {
  const { param: company } = useCompany()
  return (
    <Card>
      <EmptyState
        icon="market"
        title="This block is not available"
        action={
          <LinkButton to="/c/$company/market" params={{ company }}>
            Search the market
          </LinkButton>
        }
      >
        It is not listed in this size, or the listing has left the market.
      </EmptyState>
    </Card>
  )
}

function Parts({ block }: { readonly block: BlockOnOffer | undefined }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-4 lg:col-start-2 lg:row-start-1">
        <Take block={block} />
        <AsnCheck />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:col-start-1 lg:row-start-1">
        {block ? <Known block={block} /> : <Awaited />}
      </div>
    </div>
  )
}

function Known({ block }: { readonly block: BlockOnOffer }) {
  return (
    <>
      {!block.is_free && !block.is_own && !block.reservation && <Nearest block={block} />}
      <Card title="Price" flush>
        <PriceTable block={block} />
      </Card>
      <Card title="Overview">
        <Glance block={block} />
      </Card>
      <Geodata block={block} />
      <Routing block={block} />
      <Reputation block={block} />
      <Checks block={block} />
    </>
  )
}

/** How much is known of a block differs: cards that had to guess at it would move when it comes. */
function Awaited() {
  return (
    <>
      <Skeleton className="h-52 w-full rounded-lg" />
      <Skeleton className="h-40 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </>
  )
}

/** Said where one decides; above the facts it would push them down when it comes. */
function Unchecked({ block }: { readonly block: BlockOnOffer }) {
  return (
    <div className="mt-3">
      <Note tone="warn">
        Missing checks (no data): {namesOf(block.skipped_checks)}. This page shows everything the marketplace knows.
      </Note>
    </div>
  )
}

function Glance({ block }: { readonly block: BlockOnOffer }) {
  return (
    <DescriptionList
      facts={[
        ['Addresses', <Count of={block.ip_count} />],
        ['First', <Prefix of={block.address} />],
        ['Last', <Prefix of={block.last_address} />],
        ['Registry', registryNames[block.registry]],
        ['Location', <PlaceOf block={block} />],
        ['Pricing', block.wants_to_negotiate ? terms.openToOffers : terms.fixedPrice],
      ]}
    />
  )
}

/** What one does here. As high with data as without. */
function Take({ block }: { readonly block: BlockOnOffer | undefined }) {
  const [months] = useMonths(block)
  const chosen = block?.prices.find(({ contract_length }) => contract_length === months)
  return (
    <Card className="lg:sticky lg:top-6">
      <p className="text-xs text-faint">{monthsIn(months)}</p>
      <div className="mt-1 flex h-8 items-baseline gap-1.5">
        {block && chosen ? (
          <>
            <Money of={chosen.price} currency={block.currency} className="text-2xl font-semibold tracking-tight" />
            <span className="text-sm text-soft">a month</span>
          </>
        ) : (
          <Skeleton className="h-7 w-32" />
        )}
      </div>
      <p className="h-5 text-sm text-soft">
        {block && chosen && `${brief(chosen.price_per_ip)} ${block.currency} per address, before tax`}
      </p>
      <div className="mt-4 grid min-h-18 content-start gap-2">
        {block && <ReserveButton block={block} months={months} />}
        {block && <NegotiateButton block={block} months={months} />}
      </div>
      <Explained block={block} />
      {block && block.skipped_checks.length > 0 && <Unchecked block={block} />}
    </Card>
  )
}

function Explained({ block }: { readonly block: BlockOnOffer | undefined }) {
  const { param: company } = useCompany()
  const reservation = block?.reservation
  if (reservation?.status === 'pending')
    return (
      <div className="mt-3">
        <Note>
          Your offer is with the holder; it expires <Time of={reservation.expires_at} />.{' '}
          <Link to="/c/$company/my-reservations" params={{ company }} search={{}} className="underline">
            My reservations
          </Link>
        </Note>
      </div>
    )
  if (reservation?.status === 'countered')
    return (
      <div className="mt-3">
        <Note>
          The holder has made a counter-offer; respond by <Time of={reservation.expires_at} />.{' '}
          <Link to="/c/$company/my-reservations" params={{ company }} search={{}} className="underline">
            My reservations
          </Link>
        </Note>
      </div>
    )
  if (reservation)
    return (
      <div className="mt-3">
        <Note>
          Held for you; expires <Time of={reservation.expires_at} />.
        </Note>
      </div>
    )
  return (
    <p className="mt-3 text-xs text-faint">
      Reserving adds the block to your cart and holds it while you check out. Nothing is charged yet.
    </p>
  )
}

function Nearest({ block }: { readonly block: BlockOnOffer }) {
  const { param: company } = useCompany()
  return (
    <Note tone="warn">
      <p className="font-medium">This block is leased or on hold.</p>
      {block.nearest.length === 0 ? (
        <p className="text-soft">The holder has no other block of this size available.</p>
      ) : (
        <>
          <p className="text-soft">Nearest available blocks of the same size and price:</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {block.nearest.map(({ address, cidr }) => (
              <li key={address}>
                <LinkButton
                  small
                  to="/c/$company/market/$address/$cidr"
                  params={{ company, address, cidr: String(cidr) }}
                >
                  <Prefix of={`${address}/${cidr}`} />
                </LinkButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </Note>
  )
}
