import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AcceptedTerms } from '../../../../client/portal.gen.ts'
import { asProblem } from '../../../api/problem.ts'
import { read } from '../../../api/query.ts'
import { textOf, textTitles, usePublished, type TextKind } from '../../../api/site-texts.ts'
import { usePatchSearch } from '../../../search.ts'
import { Card, PageHeader } from '../../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../../ui/states.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Time } from '../../../ui/values.tsx'
import { TextEditor } from './text-editor.tsx'
import { Versions } from './versions.tsx'

/** Terms, privacy and contact, as they are published; and who has accepted the terms. */

const page = getRouteApi('/signed-in/operator/texts')
const kinds: readonly TextKind[] = ['terms', 'privacy', 'contact']

export function Texts() {
  const { tab: kind = 'terms' } = page.useSearch()
  return (
    <>
      <PageHeader
        title="Legal texts"
        says="Linked at the foot of public pages once published. A published version is never changed, only followed by another."
      />
      <Tabs
        label="Texts"
        tabs={kinds.map((each) => ({
          label: textTitles[each],
          to: { to: '/operator/texts', search: each === 'terms' ? {} : { tab: each } },
        }))}
      />
      <div className="grid gap-5">
        <Edited key={kind} kind={kind} />
        <Versions kind={kind} />
        {kind === 'terms' && <Acceptances />}
      </div>
    </>
  )
}

/** What is edited is the newest: where there is none, nothing. */
function Edited({ kind }: { readonly kind: TextKind }) {
  const published = usePublished()
  const current = published?.find((text) => text.kind === kind)
  const { data, error } = useQuery({ ...textOf(kind), enabled: current !== undefined })
  if (error && !data) return <ErrorNote problem={asProblem(error)} />
  if (!published || (current && data?.data.kind !== kind)) return <Skeleton className="h-96 w-full" />
  const text = current ? data?.data : undefined
  return (
    <TextEditor key={text?.version ?? 0} kind={kind} markdown={text?.markdown ?? ''} follows={text?.version ?? 0} />
  )
}

const columns: readonly Column<AcceptedTerms>[] = [
  { title: 'Name', cell: ({ name }) => <span className="font-medium">{name}</span> },
  { title: 'E-mail', wide: 'below', cell: ({ email }) => <span className="wrap-anywhere text-soft">{email}</span> },
  { title: 'Version', align: 'right', cell: ({ version }) => version },
  { title: 'Accepted', align: 'right', cell: ({ accepted_at }) => <Time of={accepted_at} /> },
]

function Acceptances() {
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  return (
    <Card flush title="Accepted by">
      <Table
        label="Accepted by"
        query={useQuery(read('/portal/operator/terms-acceptances', { params: { query: { page: number } } }))}
        columns={columns}
        rowKey={({ person_uuid, version }) => `${person_uuid}.${version}`}
        onPage={(next) => patch({ page: next })}
        empty={<EmptyState icon="people" title="Nobody has accepted any terms yet" />}
      />
    </Card>
  )
}
