import type { ReactNode } from 'react'
import type { PartialPrefix as PrefixView } from '../../../client/api.gen.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, DescriptionList, type Fact } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Count, None, Prefix, Time } from '../../ui/values.tsx'
import { providerName, registryName, terms } from '../../ui/words.ts'

/** Who has it, who announces it, what registries and providers say. */

export function Records({ prefix }: { readonly prefix: PrefixView }) {
  return (
    <div className="flex flex-col gap-4">
      <Holders prefix={prefix} />
      <Announced prefix={prefix} />
      <RouteObjects prefix={prefix} />
      <Geodata prefix={prefix} />
      <Whois prefix={prefix} />
    </div>
  )
}

interface ListCardProps<Row> {
  readonly title: string
  readonly says?: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly empty: ReactNode
}

/** A list that came with the prefix: all of it is here. */
function ListCard<Row>({ title, says, rows, columns, rowKey, empty }: ListCardProps<Row>) {
  const query = { data: { data: rows }, error: null, isPlaceholderData: false, refetch: () => undefined }
  return (
    <Card title={title} says={says} flush>
      <Table label={title} query={query} columns={columns} rowKey={rowKey} empty={empty} />
    </Card>
  )
}

type Holder = PrefixView['internalMetadata']['holders'][number]

const holderTypes = ['Registry holder', 'Marketplace', 'Lessee']

const holderColumns: readonly Column<Holder>[] = [
  { title: 'Organisation', cell: ({ organisation }) => organisation || <None /> },
  { title: 'As', cell: ({ type }) => holderTypes[type] ?? type },
  {
    title: 'Here',
    wide: true,
    cell: ({ top }) => (top ? <Badge tone="info">Outermost block</Badge> : 'A part of its block'),
  },
]

function Holders({ prefix }: { readonly prefix: PrefixView }) {
  return (
    <ListCard
      title="Holders"
      rows={prefix.internalMetadata.holders}
      columns={holderColumns}
      rowKey={({ organisation, type }) => `${type} ${organisation}`}
      empty={<EmptyState icon="company" title="No known holder" />}
    />
  )
}

interface Origin {
  readonly origin: string
  readonly peers: number | undefined
}

const originColumns: readonly Column<Origin>[] = [
  { title: 'Origin', cell: ({ origin }) => <span className="font-mono">{origin}</span> },
  { title: 'Visible to peers', align: 'right', cell: ({ peers }) => <Count of={peers ?? 0} /> },
]

function Announced({ prefix: { bgp } }: { readonly prefix: PrefixView }) {
  const rows = [
    ...(bgp?.asOrigins ?? []).map(({ asn, peersSeeing }) => ({ origin: `AS${asn}`, peers: peersSeeing })),
    ...(bgp?.asSetOrigins ?? []).map(({ asSet, peersSeeing }) => ({ origin: asSet ?? '', peers: peersSeeing })),
  ]
  const { fullTable = 0, active = 0 } = bgp?.peerCount ?? {}
  return (
    <ListCard
      title="Announcements"
      says={`${active.toLocaleString('en')} peers, ${fullTable.toLocaleString('en')} with full tables.`}
      rows={rows}
      columns={originColumns}
      rowKey={({ origin }) => origin}
      empty={
        <EmptyState icon="globe" title="Not announced">
          Our data has no route for exactly this prefix.
        </EmptyState>
      }
    />
  )
}

type Route = NonNullable<PrefixView['routes']>[number]

const routeColumns: readonly Column<Route>[] = [
  { title: 'Route', cell: ({ route }) => <Prefix of={route ?? ''} /> },
  { title: 'Origin', cell: ({ origin }) => <span className="font-mono">{origin}</span> },
  { title: 'Maintained by', wide: true, cell: ({ mnt_by }) => mnt_by?.join(', ') || <None /> },
  { title: 'Description', wide: true, cell: ({ descr }) => descr?.join(' ') || <None /> },
  { title: 'Source', align: 'right', cell: ({ source }) => source },
]

function RouteObjects({ prefix }: { readonly prefix: PrefixView }) {
  return (
    <ListCard
      title="Route objects"
      rows={prefix.routes ?? []}
      columns={routeColumns}
      rowKey={({ route, origin, source }) => `${route} ${origin} ${source}`}
      empty={
        <EmptyState icon="data" title="No route objects">
          No IRR we import has one for exactly this prefix.
        </EmptyState>
      }
    />
  )
}

type Place = NonNullable<PrefixView['geodata']>[number]

const placeColumns: readonly Column<Place>[] = [
  {
    title: terms.geolocationSource,
    cell: ({ provider }) => <span className="font-medium">{providerName(provider ?? '')}</span>,
  },
  { title: 'Country', cell: ({ countryName, countryCode }) => `${countryName} (${countryCode})` },
  { title: 'State', wide: true, cell: ({ state }) => state || <None /> },
  { title: 'City', cell: ({ cityName }) => cityName || <None /> },
  { title: 'As of', wide: true, align: 'right', cell: ({ date }) => <Time of={date ?? null} as="date" /> },
]

function Geodata({ prefix }: { readonly prefix: PrefixView }) {
  return (
    <ListCard
      title="Geolocation"
      rows={prefix.geodata ?? []}
      columns={placeColumns}
      rowKey={({ provider }) => provider ?? ''}
      empty={<EmptyState icon="globe" title="No geolocation data" />}
    />
  )
}

type Net = NonNullable<NonNullable<PrefixView['whois']>['nets']>[number]

const listed = (values: readonly string[] | undefined): ReactNode => (values?.length ? values.join(', ') : <None />)

const netFacts = (net: Net): Fact[] => [
  ['Netname', net.netname || <None />],
  ['Organisation', net.organisation || <None />],
  ['Type', net.net_type || <None />],
  ['Handle', net.net_handle || <None />],
  ['Country', listed(net.country)],
  ['Maintained by', listed(net.mnt_by)],
  ['Contacts', listed(net.pocs?.map(({ handle, kind }) => `${handle} (${kind})`))],
  ['Created', net.created ? <Time of={net.created} as="date" /> : <None />],
  ['Last changed', net.last_modified ? <Time of={net.last_modified} as="date" /> : <None />],
  ...(net.comment ? [['Comment', net.comment] as const] : []),
]

function Whois({ prefix: { whois } }: { readonly prefix: PrefixView }) {
  const domains = whois?.domains ?? []
  return (
    <Card
      title="Registry record"
      says={whois?.recordActive ? `${registryName(whois.registrar ?? '')}, for ${whois.inetnum}` : undefined}
    >
      {whois?.recordActive ? (
        <div className="flex flex-col gap-6">
          {whois.nets?.map((net) => (
            <DescriptionList key={`${net.net_handle} ${net.netname}`} facts={netFacts(net)} />
          ))}
          {domains.length > 0 && (
            <DescriptionList facts={domains.map(({ domain, nservers }): Fact => [domain ?? '', listed(nservers)])} />
          )}
        </div>
      ) : (
        <p className="text-sm text-soft">No registry record in our data, or the data is stale.</p>
      )}
    </Card>
  )
}
