import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Session } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { AccountTabs } from './account-frame.tsx'
import { deviceOf } from './device.ts'

const page = getRouteApi('/signed-in/account/sessions')
const listPath = '/portal/me/sessions'

const sessionsAt = (number: number) => read(listPath, { params: { query: { page: number } } })

export function Sessions() {
  const { page: number = 1 } = page.useSearch()
  return (
    <ListPage
      title="Sessions"
      says="Where you are signed in. If you do not recognise one, end it and change your password."
      actions={<EndOthers />}
      tabs={<AccountTabs />}
      query={useQuery(sessionsAt(number))}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      expected={2}
      empty={<EmptyState icon="screen" title="No session" />}
    />
  )
}

const ways: Readonly<Record<Session['proven_by'][number], string>> = {
  password: 'password',
  code: 'authenticator app',
  recovery_code: 'recovery code',
  passkey: 'passkey',
  single_sign_on: 'single sign-on',
}

const wordsFor = (by: Session['proven_by']) => `By ${by.map((way) => ways[way]).join(' and ')}`

const columns: readonly Column<Session>[] = [
  {
    title: 'Device',
    cell: ({ created_at, current, user_agent, proven_by }) => (
      <div className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 font-medium" title={user_agent ?? undefined}>
          {deviceOf(user_agent)}
          {current && <Badge tone="good">This device</Badge>}
        </span>
        <p className="text-xs text-faint">{wordsFor(proven_by)}</p>
        <p className="text-xs text-faint md:hidden">
          Signed in <Time of={created_at} real />
        </p>
      </div>
    ),
  },
  { title: 'Signed in', wide: true, cell: ({ created_at }) => <Time of={created_at} real /> },
  { title: 'Expires', wide: true, cell: ({ expires_at }) => <Time of={expires_at} real /> },
  { title: 'Actions', silent: true, align: 'right', cell: (session) => <End session={session} /> },
]

function End({ session: { uuid, current } }: { readonly session: Session }) {
  const end = useWrite(
    () => api.DELETE('/portal/me/sessions/{sessionUUID}', { params: { path: { sessionUUID: uuid } } }),
    { changes: [listPath], done: 'Session ended.', inline: true },
  )
  return (
    <Confirm
      title="End this session?"
      says="That device will have to sign in again."
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

function EndOthers() {
  const end = useWrite(() => api.DELETE('/portal/me/sessions'), {
    changes: [listPath],
    done: 'All other sessions have ended.',
    inline: true,
  })
  return (
    <Confirm
      title="End all other sessions?"
      says="Wherever else you are signed in, you have to sign in again."
      action="End all others"
      problem={end.problem}
      onConfirm={() => end.runAsync()}
      trigger={<Button>End all others</Button>}
    />
  )
}
