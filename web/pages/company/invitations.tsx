import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { roleOptions, type Role } from './roles.ts'

/** Addresses that are invited and have not answered: nothing is known of them but what was typed. */

const listPath = '/portal/companies/{tenantUUID}/invitations'
const onePath = '/portal/companies/{tenantUUID}/invitations/{invitationUUID}'

function useInvitations() {
  const { uuid: tenantUUID } = useCompany()
  return read(listPath, { params: { path: { tenantUUID }, query: { per_page: 200 } } })
}

export function Invitations() {
  const query = useQuery(useInvitations())
  if (!query.data?.meta.total) return null
  return (
    <Card title="Invitations" says="Awaiting a response." flush className="mt-6">
      <Table
        label="Invitations"
        query={query}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        empty={<EmptyState icon="mail" title="No pending invitations" />}
      />
    </Card>
  )
}

const columns: readonly Column<Invitation>[] = [
  { title: 'E-mail', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { title: 'Role', cell: ({ role }) => roleOptions.find(({ value }) => value === role)?.label },
  { title: 'Invited by', wide: true, cell: ({ invited_by: by }) => by ?? '–' },
  { title: 'Invited', wide: true, cell: ({ created_at: at }) => <Time of={at} as="date" real /> },
  { title: 'Expires', wide: 'below', cell: ({ expires_at: at }) => <Time of={at} real /> },
  { title: 'Actions', silent: true, align: 'right', cell: (invitation) => <Tend invitation={invitation} /> },
]

function Tend({ invitation: { uuid, email } }: { readonly invitation: Invitation }) {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const path = { tenantUUID, invitationUUID: uuid }
  const again = useWrite(() => api.POST(`${onePath}/resend`, { params: { path } }), {
    changes: [listPath],
    done: `Invitation resent to ${email}.`,
  })
  const withdraw = useWrite(() => api.DELETE(onePath, { params: { path } }), {
    changes: [listPath],
    done: `Invitation of ${email} withdrawn.`,
    inline: true,
  })
  return (
    <div className="flex justify-end gap-1">
      <IconButton
        icon="mail"
        label={`Resend invitation to ${email}`}
        small
        why={whyNot}
        busy={again.busy}
        onClick={() => again.run()}
      />
      <Confirm
        title={`Withdraw the invitation of ${email}?`}
        says="The link we sent stops working."
        action="Withdraw"
        problem={withdraw.problem}
        onConfirm={() => withdraw.runAsync()}
        trigger={<IconButton icon="trash" label={`Withdraw the invitation of ${email}`} small why={whyNot} />}
      />
    </div>
  )
}

export function Invite() {
  const { uuid: tenantUUID } = useCompany()
  const whyNot = useWhyNot('owner')
  const [open, setOpen] = useState(false)
  const invite = useWrite(
    (body: { email: string; role: Role }) =>
      api.POST('/portal/companies/{tenantUUID}/members', { params: { path: { tenantUUID } }, body }),
    {
      changes: [listPath],
      inline: true,
      done: (_, { email }) => [`${email} invited.`],
      onDone: () => setOpen(false),
    },
  )
  return (
    <Dialog
      title="Invite member"
      says="We will e-mail a link to accept or decline."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button look="primary" icon="plus" why={whyNot}>
          Invite
        </Button>
      }
    >
      <Form
        keeps="invite"
        problem={invite.problem}
        onSubmit={(typed) => invite.run({ email: typed.text('email'), role: typed.text('role') as Role })}
      >
        <Field name="email" label="E-mail address">
          <Input type="email" required autoComplete="off" />
        </Field>
        <Field name="role" label="Role">
          <Select name="role" options={roleOptions} defaultValue="member" />
        </Field>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={invite.busy}>
            Invite
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
