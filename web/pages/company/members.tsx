import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Member } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { guess, read, useWrite } from '../../api/query.ts'
import { useCompany, useMe, useWhyNot } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { Invitations, Invite } from './invitations.tsx'
import { roleOptions, type Role } from './roles.ts'

/** Who belongs to the company. The model of a page: its reads, its writes, its columns, then what is seen. */

const page = getRouteApi('/signed-in/c/$company/members')
const listPath = '/portal/companies/{tenantUUID}/members'
const onePath = '/portal/companies/{tenantUUID}/members/{personUUID}'

function useMembers() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1 } = page.useSearch()
  return read(listPath, { params: { path: { tenantUUID }, query: { page: number } } })
}

export function Members() {
  const members = useMembers()
  return (
    <ListPage
      title="Members"
      says="People with access to this company."
      actions={<Invite />}
      query={useQuery(members)}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      empty={<EmptyState icon="people" title="No members yet" />}
    >
      <Invitations />
    </ListPage>
  )
}

const columns: readonly Column<Member>[] = [
  { title: 'Name', cell: (member) => <Name member={member} /> },
  { title: 'E-mail', wide: 'below', cell: ({ email }) => <span className="wrap-anywhere text-soft">{email}</span> },
  { title: 'Since', wide: true, cell: ({ created_at }) => <Time of={created_at} as="date" /> },
  { title: 'Role', cell: (member) => <RoleOf member={member} /> },
  { title: 'Actions', silent: true, align: 'right', cell: (member) => <Remove member={member} /> },
]

function Name({ member: { uuid, name, invited, second_factor } }: { readonly member: Member }) {
  const { person } = useMe()
  return (
    <p className="flex flex-wrap items-center gap-2 font-medium">
      {name}
      {uuid === person.uuid && <Badge>You</Badge>}
      {invited && <Badge tone="warn">No password yet</Badge>}
      {second_factor && <Badge tone="good">Second factor</Badge>}
    </p>
  )
}

interface RoleChange {
  readonly to: Role
  readonly from: Role
}

/** Shown at once and taken back if it is refused; a toast offers to undo it. */
function RoleOf({ member }: { readonly member: Member }) {
  const { uuid: tenantUUID } = useCompany()
  const members = useMembers()
  const whyNot = useWhyNot('owner')
  const path = { tenantUUID, personUUID: member.uuid }
  const change = useWrite(({ to }: RoleChange) => api.PATCH(onePath, { params: { path }, body: { role: to } }), {
    changes: [listPath],
    optimistic: ({ to }) => [
      guess(members, (old) => ({
        ...old,
        data: old.data.map((one) => (one.uuid === member.uuid ? { ...one, role: to } : one)),
      })),
    ],
    done: (_, { to, from }) => [`${member.name} is now ${to}.`, { undo: () => change.run({ to: from, from: to }) }],
  })
  const options = whyNot === undefined ? roleOptions : roleOptions.filter(({ value }) => value === member.role)
  return (
    <div className="w-28 max-sm:w-24">
      <Select
        small
        label={`Role of ${member.name}`}
        options={options}
        value={member.role}
        onChange={(to) => change.run({ to, from: member.role })}
      />
    </div>
  )
}

function Remove({ member }: { readonly member: Member }) {
  const { uuid: tenantUUID, title } = useCompany()
  const remove = useWrite(() => api.DELETE(onePath, { params: { path: { tenantUUID, personUUID: member.uuid } } }), {
    changes: [listPath],
    done: `${member.name} no longer has access to ${title}.`,
    inline: true,
  })
  const whyNot = useWhyNot('owner')
  return (
    <Confirm
      title={`Remove ${member.name}?`}
      says={`${member.name} will lose access to ${title}. Their activity stays in the activity log.`}
      action="Remove"
      problem={remove.problem}
      onConfirm={() => remove.runAsync()}
      trigger={<IconButton icon="trash" label={`Remove ${member.name}`} small why={whyNot} />}
    />
  )
}
