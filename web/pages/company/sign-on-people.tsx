import { useQuery } from '@tanstack/react-query'
import type { SignOnPerson } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { peoplePath } from './sign-on-read.ts'

/** Who has come by it, and is known again by their account there. */

export function People() {
  const { uuid: tenantUUID } = useCompany()
  const query = useQuery(read(peoplePath, { params: { path: { tenantUUID }, query: { per_page: 100 } } }))
  if (!query.data?.meta.total) return null
  return (
    <Card
      flush
      title="Linked people"
      says="They are known again by their account at the provider. Unlink somebody whose account there was made anew."
    >
      <Table
        label="Linked people"
        query={query}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        empty={<EmptyState icon="people" title="Nobody is linked" />}
      />
    </Card>
  )
}

const columns: readonly Column<SignOnPerson>[] = [
  {
    title: 'Name',
    cell: ({ name, member }) => (
      <span className="flex flex-wrap items-center gap-2 font-medium">
        {name}
        {!member && <Badge tone="warn">Removed</Badge>}
      </span>
    ),
  },
  { title: 'E-mail', wide: 'below', cell: ({ email }) => <span className="wrap-anywhere text-soft">{email}</span> },
  { title: 'Since', wide: true, cell: ({ linked_at: at }) => <Time of={at} as="date" real /> },
  { title: 'Actions', silent: true, align: 'right', cell: (person) => <Unlink person={person} /> },
]

function Unlink({ person: { uuid, name } }: { readonly person: SignOnPerson }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const path = { tenantUUID, personUUID: uuid }
  const unlink = useWrite(() => api.DELETE(`${peoplePath}/{personUUID}`, { params: { path } }), {
    changes: [peoplePath],
    done: `${name} is unlinked.`,
    inline: true,
  })
  return (
    <Confirm
      title={`Unlink ${name}?`}
      says="They are signed out. Whoever comes from the provider with their address next is taken for them."
      action="Unlink"
      problem={unlink.problem}
      onConfirm={() => unlink.runAsync()}
      trigger={
        <Button small why={whyNot}>
          Unlink
        </Button>
      }
    />
  )
}
