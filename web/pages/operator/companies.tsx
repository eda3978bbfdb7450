import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Company as Listed } from '../../../client/portal.gen.ts'
import { tenantStates } from '../../../src/identity/company/tenant.states.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence, Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Select, type Option } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { None, Time } from '../../ui/values.tsx'

/** Every company of the marketplace. */

const page = getRouteApi('/signed-in/operator/companies')
const listPath = '/portal/operator/companies'

function useCompanies() {
  const { page: number = 1, status, search } = page.useSearch()
  const filter = {
    ...(status && { 'filter[status]': [status] }),
    ...(search !== undefined && { 'filter[search]': search }),
  }
  return read(listPath, { params: { query: { page: number, ...filter } } })
}

type Role = Listed['role']

const statuses = tenantStates.states.map((value) => ({ value, label: sentence(value) }))

export function Companies() {
  const { status, search } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const filtered = status !== undefined || search !== undefined
  return (
    <ListPage
      title="Companies"
      says="All lessees and holders."
      actions={<Register />}
      filters={
        <Filters
          label="Filter companies"
          onClear={filtered ? () => patch({ status: undefined, search: undefined }) : undefined}
        >
          <TextFilter
            label="Name, contact or number"
            placeholder="Name, contact or number"
            icon="search"
            className="w-full sm:w-64"
            value={search}
            onChange={(value) => patch({ search: value })}
          />
          <ChoiceFilter
            label="Status"
            any="Any status"
            options={statuses}
            value={status}
            onChange={(value) => patch({ status: value })}
          />
        </Filters>
      }
      query={useQuery(useCompanies())}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      to={({ uuid }) => ({ to: '/operator/companies/$tenant', params: { tenant: uuid } })}
      expected={12}
      empty={
        <EmptyState icon="company" title={filtered ? 'No matching companies' : 'No company yet'}>
          {filtered ? 'Try a shorter name, or clear the filters.' : 'Companies that sign up appear here.'}
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<Listed>[] = [
  { title: 'Company', cell: ({ title }) => title },
  { title: 'Number', align: 'right', wide: true, cell: ({ customer_number }) => customer_number },
  { title: 'Role', wide: true, cell: ({ role }) => <span className="text-soft">{sentence(role)}</span> },
  {
    title: 'Contact',
    wide: true,
    cell: ({ contact_email }) =>
      contact_email === null ? <None /> : <span className="text-soft">{contact_email}</span>,
  },
  { title: 'Since', wide: true, cell: ({ created_at }) => <Time of={created_at} as="date" /> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
]

const roleOptions: readonly Option<Role>[] = [
  { value: 'lessee', label: 'Lessee', hint: 'Mainly leases' },
  { value: 'holder', label: 'Holder', hint: 'Mainly leases out' },
  { value: 'operator', label: 'Operator', hint: 'Runs the marketplace' },
]

function Register() {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Add company"
      says="For companies that do not sign up themselves. Invite its people afterwards."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button look="primary" icon="plus">
          Register
        </Button>
      }
    >
      <RegisterForm onClose={() => setOpen(false)} />
    </Dialog>
  )
}

function RegisterForm({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const create = useWrite(
    (body: { title: string; role: Role; contact_email: string | null }) => api.POST(listPath, { body }),
    {
      changes: [listPath],
      inline: true,
      done: (_, { title }) => [`${title} added.`],
      onDone: (answer) => {
        onClose()
        if (answer) void navigate({ to: '/operator/companies/$tenant', params: { tenant: answer.data.uuid } })
      },
    },
  )
  const submit = (typed: Typed) =>
    create.run({
      title: typed.text('title'),
      role: typed.text('role') as Role,
      contact_email: typed.textOrNull('contact_email'),
    })
  return (
    <Form keeps="company" problem={create.problem} onSubmit={submit}>
      <Field name="title" label="Company">
        <Input required maxLength={255} autoComplete="off" />
      </Field>
      <Field name="role" label="Role">
        <Select name="role" options={roleOptions} defaultValue="lessee" />
      </Field>
      <Field name="contact_email" label="Contact" optional>
        <Input type="email" autoComplete="off" />
      </Field>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={create.busy}>
          Register
        </Button>
      </DialogActions>
    </Form>
  )
}
