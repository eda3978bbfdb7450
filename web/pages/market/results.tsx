import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { memo, useDeferredValue, useEffect, useId, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { FoundBlock } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons.tsx'
import { brief } from '../../ui/price/price-pair.ts'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { UncheckedMark } from '../../ui/unchecked.tsx'
import { Money, Prefix } from '../../ui/values.tsx'
import { registryNames, terms } from '../../ui/words.ts'
import { mostFound, nameOf, useAsked, useFound } from './found.ts'
import type { MarketSearch } from './market-search.ts'
import { PlaceOf } from './place.tsx'
import { reputationTones } from './words.ts'

/** What was found, of which only what is seen exists. */

const rowHeight = 40
const boxHeight = 'h-[28rem] lg:h-[max(26rem,calc(100dvh-23.5rem))]'

export function Results() {
  const { data: found, error, refetch, isPlaceholderData } = useQuery(useFound())
  // Drawn when nothing more urgent is to be done: a filter closes before its rows are there.
  const data = useDeferredValue(found)
  const isOld = isPlaceholderData || data !== found
  return (
    <section
      aria-label="Results"
      className="@container overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} className="m-4" />
      ) : data?.data.length === 0 ? (
        <NothingFound />
      ) : (
        <>
          {data ? (
            <div className={cx(isOld && 'opacity-60')}>
              <Rows rows={data.data} />
            </div>
          ) : (
            <Waiting />
          )}
          <p aria-live="polite" className="border-t border-line px-4 py-2 text-xs text-soft tabular-nums">
            {data ? `${howMany(data.data.length)}${marked(data.data)}` : 'Searching …'}
          </p>
        </>
      )}
    </section>
  )
}

const howMany = (count: number): string =>
  count >= mostFound
    ? `The first ${mostFound.toLocaleString('en')} blocks; narrow your search to see others.`
    : `${count.toLocaleString('en')} ${count === 1 ? 'block' : 'blocks'}.`

const marked = (rows: readonly FoundBlock[]): string =>
  rows.some((block) => block.skipped_checks.length > 0) ? ' Marked blocks were not fully checked (no data).' : ''

/** Chosen by click or arrow keys; Enter opens the page of the one that is chosen. */
const Rows = memo(function Rows({ rows }: { readonly rows: readonly FoundBlock[] }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const pick = useAsked('pick')
  const chosen = rows.findIndex((block) => nameOf(block) === pick)
  const deeds = useRowDeeds()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 5,
  })
  useInView(virtual, chosen)
  const items = virtual.getVirtualItems()
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)]
  return (
    <div ref={box} className={cx('overflow-y-auto has-[table:focus-visible]:outline-2', outline, boxHeight)}>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table one walks through is a grid
        role="grid"
        aria-label="Blocks found"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
        tabIndex={0}
        onKeyDown={walk(rows, chosen, deeds)}
        className="w-full table-fixed border-separate border-spacing-0 text-sm outline-none"
      >
        <Head />
        <tbody>
          <Gap height={above} />
          {items.map(({ index }) => (
            <Row
              key={index}
              id={`${id}-${index}`}
              block={rows[index] as FoundBlock}
              index={index}
              chosen={index === chosen}
              deeds={deeds}
            />
          ))}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  )
})

/** What is chosen, here or on the map, is seen. */
function useInView(virtual: Virtualizer<HTMLDivElement, Element>, chosen: number): void {
  useEffect(() => {
    if (chosen >= 0) virtual.scrollToIndex(chosen, { align: 'auto' })
  }, [chosen, virtual])
}

const outline = '-outline-offset-2 outline-focus'

/** The rows that are not there. */
function Gap({ height }: { readonly height: number }) {
  if (height === 0) return null
  return (
    <tr aria-hidden="true">
      <td aria-label="More rows" style={{ height }} />
    </tr>
  )
}

/** What is done with a row. Asked for once: in every row it would be asked for again whenever the address changes. */
interface RowDeeds {
  readonly pick: (block: FoundBlock) => void
  readonly open: (block: FoundBlock) => void
  /** It may be opened soon. */
  readonly near: (block: FoundBlock) => void
  readonly hrefOf: (block: FoundBlock) => string
}

function useRowDeeds(): RowDeeds {
  const router = useRouter()
  const { param: company } = useCompany()
  const months = useAsked('months')
  const patch = usePatchSearch<MarketSearch>()
  return useMemo(() => {
    const pageOf = ({ address, cidr }: FoundBlock) => ({
      to: '/c/$company/market/$address/$cidr' as const,
      params: { company, address, cidr: String(cidr) },
      search: months === undefined ? {} : { months },
    })
    return {
      pick: (block) => patch({ pick: nameOf(block) }),
      open: (block) => void router.navigate(pageOf(block)),
      near: (block) => void router.preloadRoute(pageOf(block)).catch(() => undefined),
      hrefOf: (block) =>
        `/c/${company}/market/${nameOf(block)}${months === undefined ? '' : `?months=${String(months)}`}`,
    }
  }, [router, company, months, patch])
}

/** Up and down chooses, Enter opens. */
const walk = (rows: readonly FoundBlock[], chosen: number, deeds: RowDeeds) => (event: KeyboardEvent) => {
  const next = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, Home: 0, End: rows.length - 1 }[event.key]
  const block = rows[next ?? chosen]
  if (!block || event.target !== event.currentTarget || (next === undefined && event.key !== 'Enter')) return
  event.preventDefault()
  if (next === undefined) deeds.open(block)
  else deeds.pick(block)
}

interface RowProps {
  readonly id: string
  readonly block: FoundBlock
  readonly index: number
  readonly chosen: boolean
  readonly deeds: RowDeeds
}

const only = { medium: 'hidden @md:table-cell', wide: 'hidden @3xl:table-cell' }

/** The grid has the focus and the keys, a row the pointer. */
const Row = memo(function Row({ id, block, index, chosen, deeds }: RowProps) {
  const { price, currency } = block
  const cell = 'h-10 truncate border-b border-line px-4'
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      onClick={() => deeds.pick(block)}
      className={cx('cursor-default', chosen ? 'bg-accent-wash' : 'hover:bg-hover')}
    >
      <td className={cell}>
        <a
          href={deeds.hrefOf(block)}
          onClick={(event) => follow(event, () => deeds.open(block))}
          onMouseEnter={() => deeds.near(block)}
          tabIndex={-1}
          className="font-medium hover:underline"
        >
          <Prefix of={nameOf(block)} />
        </a>
        <UncheckedMark skipped={block.skipped_checks} />
        <p className="truncate text-xs/3.5 text-faint @md:hidden">
          <PlaceOf block={block} />
        </p>
      </td>
      <More block={block} cell={cell} />
      <td className={cx(cell, 'text-right font-medium')}>
        <Money of={price} currency={currency} />
      </td>
    </tr>
  )
})

/** Within the page, unless it is asked for in another one; either way the row below is not chosen. */
function follow(event: MouseEvent, open: () => void): void {
  event.stopPropagation()
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  open()
}

/** What is there where there is room. */
function More({ block, cell }: { readonly block: FoundBlock; readonly cell: string }) {
  const { reputation, registry, price_per_ip, wants_to_negotiate } = block
  return (
    <>
      <td className={cx(cell, only.medium, 'text-soft')}>
        <PlaceOf block={block} />
      </td>
      <td className={cx(cell, only.medium)}>
        <Status of={reputation} tone={reputationTones[reputation]} />
      </td>
      <td className={cx(cell, only.wide, 'text-soft')}>{registryNames[registry]}</td>
      <td className={cx(cell, only.wide, 'text-soft')}>{wants_to_negotiate ? terms.openToOffers : terms.fixedPrice}</td>
      <td className={cx(cell, only.wide, 'text-right text-soft tabular-nums')}>{brief(price_per_ip)}</td>
    </>
  )
}

const columns: readonly (readonly [title: string, className: string, sort?: 'price' | 'address'])[] = [
  ['Block', '@md:w-48', 'address'],
  ['Location', only.medium],
  ['Reputation', cx(only.medium, 'w-28')],
  ['Registry', cx(only.wide, 'w-28')],
  ['Negotiable', cx(only.wide, 'w-36')],
  ['Per address', cx(only.wide, 'w-28 text-right')],
  ['Per month', 'w-30 text-right', 'price'],
]

function Head() {
  return (
    <thead className="sticky top-0 z-10 bg-surface text-left text-xs text-faint">
      <tr aria-rowindex={1}>
        {columns.map(([title, className, sort]) => (
          <SortHead key={title} title={title} className={className} field={sort} />
        ))}
      </tr>
    </thead>
  )
}

interface SortHeadProps {
  readonly title: string
  readonly className: string
  readonly field: 'price' | 'address' | undefined
}

/** Up, down, and back to the best fit. */
function SortHead({ title, className, field }: SortHeadProps) {
  const sort = useAsked('sort')
  const patch = usePatchSearch<MarketSearch>()
  const direction = sort === field && field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined
  const next = direction === 'ascending' ? (`-${field}` as MarketSearch['sort']) : direction ? undefined : field
  return (
    <th scope="col" aria-sort={direction} className={cx('h-9 border-b border-line px-4 font-medium', className)}>
      {field ? (
        <button
          type="button"
          onClick={() => patch({ sort: next })}
          className={cx('-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink', direction && 'text-ink')}
        >
          {title}
          <Icon
            name={direction === 'descending' ? 'down' : direction === 'ascending' ? 'up' : 'updown'}
            className={cx('size-3', !direction && 'opacity-50')}
          />
        </button>
      ) : (
        title
      )}
    </th>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true" className={cx('overflow-hidden', boxHeight)}>
      <div className="h-9 border-b border-line" />
      {Array.from({ length: 15 }, (_, i) => (
        <div key={i} className="flex h-10 items-center justify-between gap-4 border-b border-line px-4">
          <Skeleton className="w-28" />
          <Skeleton className="w-24" />
          <Skeleton className="w-14" />
        </div>
      ))}
    </div>
  )
}

function NothingFound() {
  const navigate = useNavigate()
  const size = useAsked('size')
  const view = useAsked('view')
  const clear = () => void navigate({ to: '.', search: { size, view } as never, replace: true })
  return (
    <div className={cx('flex flex-col justify-center', boxHeight)}>
      <EmptyState
        icon="market"
        title="No available blocks match your search"
        action={<Button onClick={clear}>Clear filters</Button>}
      >
        Try a smaller size, another location or a higher price. Blocks on hold or leased return to the market when
        released.
      </EmptyState>
    </div>
  )
}
