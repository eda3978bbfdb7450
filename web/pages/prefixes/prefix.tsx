import { useQuery } from '@tanstack/react-query'
import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import type { PartialPrefix as PrefixView } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { healthOf, HealthPanels, LevelStatus, ToDoList } from '../../ui/health.tsx'
import { BackLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Prefix } from '../../ui/values.tsx'
import { History } from './history.tsx'
import { Notes } from './notes.tsx'
import { prefixOf } from './prefix-read.ts'
import { Records } from './records.tsx'
import { ReverseButton } from './reverse-button.tsx'
import { Suggestions } from './suggestions.tsx'

/** One prefix: how it stands and why, who has it, what is written about it, how it stood before. */

const page = getRouteApi('/signed-in/c/$company/prefixes/$notation')

export function PrefixPage() {
  const { uuid: tenantUUID } = useCompany()
  const { notation } = page.useParams()
  const { data, error, refetch } = useQuery(prefixOf(tenantUUID, notation))
  if (error && !data)
    return (
      <>
        <PageHeader title={notation} above={<Above />} />
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      </>
    )
  return (
    <>
      <Head prefix={data} />
      <PrefixTabs />
      <Tab prefix={data} />
    </>
  )
}

function Above() {
  const { param: company } = useCompany()
  const { notation } = page.useParams()
  return (
    <BackLink to="/c/$company/prefixes" params={{ company }} search={{ at: notation }}>
      Prefixes
    </BackLink>
  )
}

function Head({ prefix }: { readonly prefix: PrefixView | undefined }) {
  const { notation } = page.useParams()
  const internal = prefix?.internalMetadata
  return (
    <PageHeader
      title={notation}
      above={<Above />}
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Prefix of={notation} />
          <span className="flex items-center gap-2 text-sm font-normal tracking-normal text-soft">
            {prefix?.routingHealth ? (
              <LevelStatus of={prefix.routingHealth.criticalityStatus ?? 'unknown'} />
            ) : (
              <Skeleton className="w-16" />
            )}
            {internal?.master && <Badge>Held by you</Badge>}
            {internal?.readOnly && <Badge>Leased by you</Badge>}
          </span>
        </span>
      }
      says={prefix ? (prefix.whois?.nets?.[0]?.netname ?? prefix.ipNet?.mask) : ' '}
    />
  )
}

function PrefixTabs() {
  const { param: company } = useCompany()
  const { notation } = page.useParams()
  const to = (tab?: string): LinkProps =>
    ({ to: '/c/$company/prefixes/$notation', params: { company, notation }, search: tab ? { tab } : {} }) as LinkProps
  return (
    <Tabs
      label="About this prefix"
      tabs={[
        { label: 'Health', to: to() },
        { label: 'Records', to: to('records') },
        { label: 'Notes', to: to('notes') },
        { label: 'History', to: to('history') },
      ]}
    />
  )
}

function Tab({ prefix }: { readonly prefix: PrefixView | undefined }) {
  const { tab } = page.useSearch()
  const { notation } = page.useParams()
  if (tab === 'history') return <History notation={notation} />
  if (tab === undefined) return <HealthTab notation={notation} />
  if (!prefix) return <Skeleton className="h-64 w-full" />
  return tab === 'records' ? (
    <Records prefix={prefix} />
  ) : (
    <Notes notation={notation} notes={prefix.holderMetadata ?? {}} />
  )
}

function HealthTab({ notation }: { readonly notation: string }) {
  const { uuid: tenantUUID } = useCompany()
  const { data, error, refetch } = useQuery(healthOf(tenantUUID, notation))
  if (error && !data) return <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 w-full" />
  return (
    <div className="flex flex-col gap-4">
      <HealthPanels health={data.data} />
      <Suggestions health={data.data} />
      <ReverseButton health={data.data} />
      <ToDoList health={data.data} tenantUUID={tenantUUID} />
    </div>
  )
}
