import { useQuery } from '@tanstack/react-query'
import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import type { LeaseInFull as LeaseView } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { healthOf, HealthPanels, LevelStatus, ToDoList } from '../../ui/health.tsx'
import { BackLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Count, Prefix } from '../../ui/values.tsx'
import { registryNames, terms } from '../../ui/words.ts'
import { blockOf, leaseOf } from './lease-read.ts'
import { Leaving, LeavingNote } from './leaving.tsx'
import { LeaseLetters } from './lease-letters.tsx'
import { Overview } from './overview.tsx'
import { Places } from './places.tsx'

/** One lease: what it costs and until when, its letters, how its routing stands, where it is used. */

const page = getRouteApi('/signed-in/c/$company/leases/$lease')

export function Lease() {
  const { uuid: tenantUUID } = useCompany()
  const { lease: uuid } = page.useParams()
  const { data, error, refetch } = useQuery(leaseOf(tenantUUID, uuid))
  if (error && !data)
    return (
      <>
        <PageHeader title="Lease" above={<Above />} />
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      </>
    )
  const lease = data?.data
  return (
    <>
      {lease ? (
        <Head lease={lease} />
      ) : (
        <PageHeader title="Lease" above={<Above />} heading={<Skeleton className="h-7 w-56" />} says=" " />
      )}
      <LeaseTabs />
      {lease && <LeavingNote lease={lease} />}
      {lease && <Tab lease={lease} />}
    </>
  )
}

function Above() {
  const { param: company } = useCompany()
  return (
    <BackLink to="/c/$company/leases" params={{ company }}>
      Leases
    </BackLink>
  )
}

function LeaseTabs() {
  const { param: company } = useCompany()
  const { lease } = page.useParams()
  const to = (tab?: string): LinkProps =>
    ({ to: '/c/$company/leases/$lease', params: { company, lease }, search: tab ? { tab } : {} }) as LinkProps
  return (
    <Tabs
      label="About this lease"
      tabs={[
        { label: 'Overview', to: to() },
        { label: terms.loas, to: to('letters') },
        { label: 'Routing health', to: to('routing') },
        { label: 'Geolocation', to: to('places') },
      ]}
    />
  )
}

function Tab({ lease }: { readonly lease: LeaseView }) {
  const { tab } = page.useSearch()
  if (tab === 'letters') return <LeaseLetters lease={lease} />
  if (tab === 'routing') return <Routing lease={lease} />
  if (tab === 'places') return <Places lease={lease} />
  return <Overview lease={lease} />
}

function Head({ lease }: { readonly lease: LeaseView }) {
  const { param: company } = useCompany()
  const block = blockOf(lease)
  const { status, cidr } = lease.billing_service
  const whyNot =
    useWhyNot('member') ?? (status === 'active' ? undefined : `No LOAs are issued for a lease that is ${status}.`)
  return (
    <PageHeader
      title={block}
      above={<Above />}
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Prefix of={block} />
          <span className="text-sm font-normal tracking-normal text-soft">
            <Status of={status} />
          </span>
        </span>
      }
      says={
        <>
          <Count of={2 ** (32 - cidr)} /> addresses, registered with {registryNames[lease.market_service.registry]}
        </>
      }
      actions={
        <>
          <Leaving lease={lease} />
          {whyNot === undefined ? (
            <LinkButton
              look="primary"
              icon="letter"
              to="/c/$company/letters/new"
              params={{ company }}
              search={{ subnets: block }}
            >
              Request LOA
            </LinkButton>
          ) : (
            <Button look="primary" icon="letter" why={whyNot}>
              Request LOA
            </Button>
          )}
        </>
      }
    />
  )
}

function Routing({ lease }: { readonly lease: LeaseView }) {
  const { uuid: tenantUUID, param: company } = useCompany()
  const notation = blockOf(lease)
  const { data, error, refetch } = useQuery(healthOf(tenantUUID, notation, 1))
  if (error && !data) return <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 w-full" />
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <span>
          Overall: <LevelStatus of={data.data.routingHealth.criticalityStatus} />
        </span>
        <LinkButton small icon="tree" to="/c/$company/prefixes/$notation" params={{ company, notation }}>
          {terms.viewDetails}
        </LinkButton>
      </div>
      <HealthPanels health={data.data} />
      <ToDoList health={data.data} tenantUUID={tenantUUID} />
    </div>
  )
}
