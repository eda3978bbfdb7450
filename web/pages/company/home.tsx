import { useQuery } from '@tanstack/react-query'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Activity } from './activity.tsx'
import { Attention } from './attention.tsx'
import { Checklist, useChooseChecklist } from './checklist.tsx'
import { Holding } from './holding.tsx'
import { homeOf, type Home } from './home-read.ts'
import { Leasing } from './leasing.tsx'
import { Trouble } from './trouble.tsx'

/** What waits for the company, how it does on each side of the market, and what happened lately. */

export function Home() {
  const { title, status, uuid } = useCompany()
  const { data, error, refetch } = useQuery(homeOf(uuid))
  return (
    <>
      <PageHeader
        title={title}
        heading={
          <span className="flex flex-wrap items-center gap-3">
            {title}
            <span className="text-sm font-normal tracking-normal text-soft">
              <Status of={status} />
            </span>
          </span>
        }
        actions={<Ways home={data?.data} />}
      />
      {data ? (
        <Told home={data.data} />
      ) : error ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <Awaited />
      )}
    </>
  )
}

function Ways({ home }: { readonly home: Home | undefined }) {
  const { param: company, visiting } = useCompany()
  const choose = useChooseChecklist()
  return (
    <>
      {home?.checklist?.hidden && !visiting && (
        <Button look="quiet" icon="check" onClick={() => choose.run(false)}>
          First steps
        </Button>
      )}
      <LinkButton icon="bell" to="/account/notifications">
        Inbox
      </LinkButton>
      <LinkButton icon="market" to="/c/$company/market" params={{ company }}>
        Find a block
      </LinkButton>
    </>
  )
}

/** Nothing below is shown before what stands above it, so that nothing moves. */
function Told({ home }: { readonly home: Home }) {
  const { status } = useCompany()
  const { checklist, sides } = home
  const steps = checklist && !checklist.hidden ? checklist.steps : null
  // Nothing can wait for who has done nothing yet, but that an operator has stopped them.
  const isNew = sides.length === 0 && status !== 'suspended'
  return (
    <div className="flex flex-col gap-4">
      <Trouble routing={home.routing} />
      {steps && isNew ? <Checklist steps={steps} /> : <Attention home={home} />}
      {sides.length === 0 && !steps && <Nothing />}
      {steps && !isNew && <Checklist steps={steps} only="open" />}
      {sides.map((side) =>
        side === 'leasing' ? <Leasing key={side} home={home} /> : <Holding key={side} home={home} />,
      )}
      <Activity />
    </div>
  )
}

function Nothing() {
  const { param: company } = useCompany()
  return (
    <Card>
      <EmptyState
        icon="market"
        title="Nothing leased, nothing leased out"
        action={
          <LinkButton look="primary" icon="plus" to="/c/$company/offers/new" params={{ company }}>
            Lease out a block
          </LinkButton>
        }
      >
        What you lease, and what you lease out, stands here with its routing, its price and what it earns.
      </EmptyState>
    </Card>
  )
}

/** As high as most homes are. */
function Awaited() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-28 w-full rounded-lg" />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} className="h-22 w-full rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-64 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  )
}
