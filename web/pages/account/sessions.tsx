import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { read, useWrite, type AnswerOf } from '../../api/query.ts'
import { usePatchSearch } from '../../search.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'

const page = getRouteApi('/signed-in/account/sessions')
const listPath = '/portal/me/sessions'

const sessionsAt = (number: number) => read(listPath, { params: { query: { page: number } } })

type Session = AnswerOf<typeof sessionsAt>['data'][number]

export function Sessions() {
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<{ page: number }>()
  return (
    <>
      <PageHeader
        title="Sessions"
        says="Where you are signed in. One that you do not know: end it, and change your password."
      />
      <Card flush>
        <Table
          label="Sessions"
          query={useQuery(sessionsAt(number))}
          columns={columns}
          rowKey={({ uuid }) => uuid}
          onPage={(number) => patch({ page: number })}
          expected={2}
          empty={<EmptyState icon="screen" title="No session" />}
        />
      </Card>
    </>
  )
}

const columns: readonly Column<Session>[] = [
  {
    title: 'Signed in',
    cell: ({ created_at, current }) => (
      <span className="flex items-center gap-2 font-medium">
        <Time of={created_at} real />
        {current && <Badge tone="good">This one</Badge>}
      </span>
    ),
  },
  { title: 'Ends by itself', wide: true, cell: ({ expires_at }) => <Time of={expires_at} real /> },
  { title: 'Actions', silent: true, align: 'right', cell: (session) => <End session={session} /> },
]

function End({ session: { uuid, current } }: { readonly session: Session }) {
  const end = useWrite(
    () => api.DELETE('/portal/me/sessions/{sessionUUID}', { params: { path: { sessionUUID: uuid } } }),
    { changes: [listPath], done: 'The session has ended.', inline: true },
  )
  return (
    <Confirm
      title="End this session?"
      says="Whoever uses it has to sign in again."
      action="End"
      problem={end.problem}
      onConfirm={() => end.runAsync()}
      trigger={
        <Button small why={current ? 'This is the session you are using; sign out instead.' : undefined}>
          End
        </Button>
      }
    />
  )
}
