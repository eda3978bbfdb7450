import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { SecondFactorRoles, Somebody } from '../../../../client/portal.gen.ts'
import { api } from '../../../api/client.ts'
import { read, useWrite } from '../../../api/query.ts'
import { usePatchSearch } from '../../../search.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { Filters, TextFilter } from '../../../ui/filters.tsx'
import { Form } from '../../../ui/form.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { Card } from '../../../ui/page.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Time } from '../../../ui/values.tsx'
import { ReasonDialog } from '../reason.tsx'

/** Everybody who signs in, and of whom a second factor is required. */

const page = getRouteApi('/signed-in/operator/people')
const listPath = '/portal/operator/people'
const rolesPath = '/portal/operator/second-factor'

export function People() {
  const { page: number = 1, search } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const filter = search === undefined ? {} : { 'filter[search]': search }
  return (
    <ListPage
      title="People"
      says="Everybody who signs in, in whichever company."
      filters={
        <Filters label="Filter people" onClear={search === undefined ? undefined : () => patch({ search: undefined })}>
          <TextFilter
            label="Address or name"
            placeholder="Address or name"
            icon="search"
            className="w-full sm:w-64"
            value={search}
            onChange={(value) => patch({ search: value })}
          />
        </Filters>
      }
      query={useQuery(read(listPath, { params: { query: { page: number, ...filter } } }))}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      expected={12}
      empty={<EmptyState icon="people" title="Nobody is called that" />}
    >
      <RequiredRoles />
    </ListPage>
  )
}

const columns: readonly Column<Somebody>[] = [
  { title: 'Name', cell: ({ name }) => <span className="font-medium">{name}</span> },
  { title: 'E-mail', wide: 'below', cell: ({ email }) => <span className="wrap-anywhere text-soft">{email}</span> },
  {
    title: 'Companies',
    wide: true,
    cell: ({ companies }) => <span className="text-soft">{companies.join(', ')}</span>,
  },
  { title: 'Since', wide: true, cell: ({ created_at }) => <Time of={created_at} as="date" /> },
  {
    title: 'Second factor',
    cell: ({ second_factor }) => (second_factor ? <Badge tone="good">Yes</Badge> : <Badge>None</Badge>),
  },
  { title: 'Actions', silent: true, align: 'right', cell: (somebody) => <Reset of={somebody} /> },
]

function Reset({ of: { uuid, name, email, second_factor } }: { readonly of: Somebody }) {
  const reset = useWrite(
    (reason: string) =>
      api.POST('/portal/operator/people/{personUUID}/reset-factors', {
        params: { path: { personUUID: uuid } },
        body: { reason },
      }),
    { changes: [listPath], done: `${name} signs in with the password alone now.`, inline: true },
  )
  return (
    <ReasonDialog
      title={`Reset the second factor of ${name}?`}
      says={`${email} then signs in with the password alone, is signed out everywhere, and is mailed. Be sure that it is they who ask.`}
      action="Reset"
      hint="For the activity log: how you know who asked."
      problem={reset.problem}
      onConfirm={(reason) => reset.runAsync(reason)}
      trigger={
        <Button small why={second_factor ? undefined : 'There is none to reset.'}>
          Reset
        </Button>
      }
    />
  )
}

type Role = SecondFactorRoles['roles'][number]

const roleNames: Readonly<Record<Role, string>> = {
  operator: 'Operators',
  owner: 'Owners',
  member: 'Members',
  viewer: 'Viewers',
}

function RequiredRoles() {
  const { data } = useQuery(read(rolesPath))
  const save = useWrite((roles: Role[]) => api.PUT(rolesPath, { body: { roles } }), {
    changes: [rolesPath, '/portal/me'],
    done: 'Saved.',
    inline: true,
  })
  return (
    <Card
      title="Required second factor"
      says="Of whom, in every company; companies may also require it themselves. Who has none sees nothing until it is set up."
      className="mt-5"
    >
      {data ? (
        <Form
          key={data.data.roles.join()}
          problem={save.problem}
          onSubmit={(typed) => save.run(typed.all('roles') as Role[])}
        >
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
            {(Object.keys(roleNames) as Role[]).map((role) => (
              <Checkbox
                key={role}
                name="roles"
                value={role}
                label={roleNames[role]}
                defaultChecked={data.data.roles.includes(role)}
              />
            ))}
          </div>
          <Button type="submit" busy={save.busy} className="self-start">
            Save
          </Button>
        </Form>
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
    </Card>
  )
}
