import type { ReactNode } from 'react'
import type { MarketBlock as BlockOnOffer } from '../../../client/api.gen.ts'
import { Badge, Status, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/page.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { checkNames } from '../../ui/unchecked.tsx'
import { None, Prefix, Time } from '../../ui/values.tsx'
import { percent, providerName, registryName, terms } from '../../ui/words.ts'
import { reputationTones } from './words.ts'

/** What the data says of a block: by whom, of when, and that there is none where there is none. */

interface Given {
  readonly block: BlockOnOffer
}

interface FactsProps {
  readonly label: string
  readonly head: readonly (readonly [title: string, kind?: 'right' | 'below'])[]
  readonly rows: readonly (readonly ReactNode[])[]
}

interface FactRow {
  readonly key: string
  readonly cells: readonly ReactNode[]
}

/** Facts have no names and never change places. */
function FactTable({ label, head, rows }: FactsProps) {
  const columns = head.map(([title, kind], at): Column<FactRow> => ({
    title,
    cell: ({ cells }) => cells[at],
    ...(kind && { align: 'right' }),
    ...(kind === 'below' && { wide: 'below' }),
  }))
  const data = { data: rows.map((cells, i) => ({ cells, key: String(i) })) }
  return (
    <Table
      label={label}
      query={{ data, error: null, isPlaceholderData: false, refetch: () => undefined }}
      columns={columns}
      rowKey={({ key }) => key}
      empty={null}
    />
  )
}

const Said = ({ children }: { readonly children: ReactNode }) => (
  <p className="px-4 py-3 text-sm text-soft">{children}</p>
)

export function Geodata({ block }: Given) {
  const places = Object.entries(block.geo_data).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (
    <Card title="Geolocation" flush>
      {places.length === 0 ? (
        <Said>No geolocation data.</Said>
      ) : (
        <FactTable
          label="Geolocation by source"
          head={[[terms.geolocationSource], ['Country'], ['City'], ['As of', 'below']]}
          rows={places.map(([provider, { country_name, country_code, city_name, date }]) => [
            <span className="font-medium">{providerName(provider)}</span>,
            `${country_name} (${country_code})`,
            city_name ?? <None />,
            date,
          ])}
        />
      )}
    </Card>
  )
}

interface Known {
  readonly source: string
  readonly taken_at: number
  readonly stale: boolean
  readonly total: number
  readonly items: readonly unknown[]
}

/** A group of facts with its source; what is not known is not the same as nothing. */
function Facts({
  title,
  known,
  none,
  children,
}: {
  title: string
  known: Known | null
  none: string
  children: ReactNode
}) {
  return (
    <div className="border-b border-line last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-3 pb-1">
        <h3 className="text-sm font-medium">{title}</h3>
        {known && (
          <p className="text-xs text-faint">
            {known.source}, <Time of={known.taken_at} /> {known.stale && <Badge tone="warn">Out of date</Badge>}
          </p>
        )}
      </div>
      {known === null ? (
        <Said>No data available.</Said>
      ) : known.total === 0 ? (
        <Said>{none}</Said>
      ) : (
        <>
          {children}
          {known.total > known.items.length && (
            <Said>
              The first {known.items.length} of {known.total.toLocaleString('en')}.
            </Said>
          )}
        </>
      )}
    </div>
  )
}

const named = ({ address, cidr }: { address: string; cidr: number }) => <Prefix of={`${address}/${cidr}`} />
const asnOf = (asn: number) => <span className="font-mono text-[0.95em]">AS{asn}</span>

export function Routing({ block }: Given) {
  return (
    <Card title="Routing" flush actions={<RpkiBadge status={block.rpki_status} />}>
      <Announcements of={block.announcements} />
      <Roas of={block.vrps} />
      <RouteObjects of={block.route_objects} />
    </Card>
  )
}

const rpkiWords: Readonly<Record<BlockOnOffer['rpki_status'], readonly [string, Tone]>> = {
  unprotected: ['No ROA', 'plain'],
  protected: ['Protected by an AS0 ROA', 'good'],
  covered: ['Covered by ROAs', 'info'],
  unknown: ['RPKI unknown', 'plain'],
}

function RpkiBadge({ status }: { readonly status: BlockOnOffer['rpki_status'] }) {
  const [words, tone] = rpkiWords[status]
  return <Badge tone={tone}>{words}</Badge>
}

function Announcements({ of: known }: { readonly of: BlockOnOffer['announcements'] }) {
  return (
    <Facts title="Announced" known={known} none="Not announced.">
      <FactTable
        label="Announcements"
        head={[['Route'], ['Origin'], ['Seen by', 'right']]}
        rows={(known?.items ?? []).map((route) => [
          named(route),
          <span>
            {route.as_set ?? asnOf(route.asn)} <span className="text-soft">{route.as_name}</span>
          </span>,
          route.visibility_percent === null ? <None /> : percent(route.visibility_percent),
        ])}
      />
    </Facts>
  )
}

function Roas({ of: known }: { readonly of: BlockOnOffer['vrps'] }) {
  return (
    <Facts title="ROAs" known={known} none="No covering ROA.">
      <FactTable
        label="ROAs"
        head={[['Prefix'], ['AS number'], ['Max length', 'right'], ['Registry', 'below']]}
        rows={(known?.items ?? []).map((vrp) => [
          named(vrp),
          asnOf(vrp.asn),
          `/${vrp.max_length}`,
          registryName(vrp.trust_anchor),
        ])}
      />
    </Facts>
  )
}

function RouteObjects({ of: known }: { readonly of: BlockOnOffer['route_objects'] }) {
  return (
    <Facts title="Route objects" known={known} none="None found in any IRR.">
      <FactTable
        label="Route objects"
        head={[['Route'], ['Origin'], ['In', 'right']]}
        rows={(known?.items ?? []).map((object) => [named(object), asnOf(object.asn), object.irr])}
      />
    </Facts>
  )
}

export function Reputation({ block }: Given) {
  return (
    <Card title="Reputation" flush actions={<Status of={block.reputation} tone={reputationTones[block.reputation]} />}>
      <Facts title="Blocklists" known={block.blocklists} none="Not listed on any blocklist checked.">
        <FactTable
          label="Listings"
          head={[['Part'], ['List'], ['Reason']]}
          rows={(block.blocklists?.items ?? []).map((hit) => [named(hit), hit.list, hit.reason])}
        />
      </Facts>
    </Card>
  )
}

const placeOf = (kind: string): number => Object.keys(checkNames).indexOf(kind)

const checkTones: Readonly<Record<BlockOnOffer['checks'][number]['status'], Tone>> = {
  passed: 'good',
  warning: 'warn',
  failed: 'bad',
  skipped: 'plain',
  pending: 'plain',
}

export function Checks({ block }: Given) {
  return (
    <Card title="Checks" says="For the whole listing this block is part of." flush>
      <ul>
        {block.checks
          .toSorted((a, b) => placeOf(a.kind) - placeOf(b.kind))
          .map(({ kind, status, description, checked_at }) => (
            <li
              key={kind}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
            >
              <span className="w-48 font-medium">{checkNames[kind] ?? kind}</span>
              <span className="w-20">
                <Status of={status} tone={checkTones[status]} />
              </span>
              <span className="min-w-48 flex-1 text-soft">{description}</span>
              <span className="text-xs text-faint">{checked_at !== null && <Time of={checked_at} />}</span>
            </li>
          ))}
      </ul>
    </Card>
  )
}
