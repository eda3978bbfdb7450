import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox, inputClass } from '../../ui/field.tsx'
import { Filters, TextFilter } from '../../ui/filters.tsx'
import { Card } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Prefix } from '../../ui/values.tsx'
import type { Verdict } from './asn-field.tsx'
import { blockOf, listPath } from './lease-read.ts'
import { elsewhere, usePatchWish, useWish } from './wish.ts'

/** Which blocks letters are for: those the company leases, or parts of them. */

const page = getRouteApi('/signed-in/c/$company/letters/new')

function useActiveLeases() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1, address } = page.useSearch()
  return read(listPath, {
    params: {
      path: { tenantUUID },
      query: { status: ['active'], page: number, per_page: 12, ...(address && { address }) },
    },
  })
}

export function Blocks({ verdict }: { readonly verdict: Verdict }) {
  const { address } = page.useSearch()
  const patch = usePatchSearch<{ page: number; address: string }>()
  const { data, error, refetch } = useQuery(useActiveLeases())
  return (
    <Card title="2. Blocks" flush>
      <Chosen verdict={verdict} />
      <Filters label="Filter blocks" onClear={address ? () => patch({ address: undefined }) : undefined}>
        <TextFilter
          label="Address or prefix"
          icon="search"
          mono
          className="w-44"
          placeholder="185.203.64.0/20"
          value={address}
          onChange={(next) => patch({ address: next })}
        />
        <Part />
      </Filters>
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} className="m-4" />
      ) : !data ? (
        <div className="p-4">
          <Skeleton className="h-32 w-full" />
        </div>
      ) : data.data.length === 0 ? (
        <NoBlocks filtered={address !== undefined} />
      ) : (
        <Choice blocks={data.data.map(blockOf)} />
      )}
      {data && <Pager meta={data.meta} onPage={(next) => patch({ page: next })} />}
    </Card>
  )
}

function Choice({ blocks }: { readonly blocks: readonly string[] }) {
  const { subnets } = useWish()
  const patch = usePatchWish()
  const set = (block: string, on: boolean) =>
    patch({ subnets: on ? [...subnets, block] : subnets.filter((other) => other !== block) })
  return (
    <ul className="grid gap-x-6 gap-y-2 p-4 sm:grid-cols-2 lg:grid-cols-3">
      {blocks.map((block) => (
        <li key={block}>
          <Checkbox label={<Prefix of={block} />} checked={subnets.includes(block)} onChange={(on) => set(block, on)} />
        </li>
      ))}
    </ul>
  )
}

/** What has been chosen, wherever in the list it is; what has a letter for this AS already says so. */
function Chosen({ verdict }: { readonly verdict: Verdict }) {
  const { subnets } = useWish()
  const patch = usePatchWish()
  if (subnets.length === 0) return null
  const has = new Set(verdict.subnets.filter((one) => one.already_added).map(({ subnet }) => subnet))
  return (
    <ul className="flex flex-wrap gap-2 border-b border-line p-4" aria-label="Selected blocks">
      {subnets.map((subnet) => (
        <li
          key={subnet}
          className="flex items-center gap-1.5 rounded-md border border-line bg-sunken py-0.5 pl-2 text-sm"
        >
          <Prefix of={subnet} />
          {has.has(subnet) && <Badge tone="warn">already has this LOA</Badge>}
          <IconButton
            small
            icon="close"
            label={`Remove ${subnet}`}
            onClick={() => patch({ subnets: subnets.filter((other) => other !== subnet) })}
          />
        </li>
      ))}
    </ul>
  )
}

/** Add part of a block is typed: the API says whether it is one. */
function Part() {
  const { subnets } = useWish()
  const patch = usePatchWish()
  const [typed, setTyped] = useState('')
  const add = () => {
    const subnet = typed.trim()
    if (subnet === '') return
    if (!subnets.includes(subnet)) patch({ subnets: [...subnets, subnet] })
    setTyped('')
  }
  return (
    <div className="flex items-center gap-2 sm:ml-auto">
      <input
        type="text"
        aria-label="Add part of a block"
        maxLength={18}
        placeholder="Part of a block"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
        className={cx(inputClass, 'h-7 w-44 font-mono text-xs')}
      />
      <Button small icon="plus" onClick={add}>
        Add
      </Button>
    </div>
  )
}

function NoBlocks({ filtered }: { readonly filtered: boolean }) {
  const { param: company } = useCompany()
  if (filtered)
    return (
      <EmptyState icon="search" title="No matching blocks">
        None of your active leases matches.
      </EmptyState>
    )
  return (
    <EmptyState
      icon="lease"
      title="No active leases"
      action={
        <LinkButton icon="market" {...elsewhere('/c/$company/market', company)}>
          Find a block
        </LinkButton>
      }
    >
      LOAs are issued for blocks you lease.
    </EmptyState>
  )
}
