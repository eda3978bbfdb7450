import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AsnBan as Banned } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { ReasonDialog } from './reason.tsx'

/** AS numbers that get no letter. */

const page = getRouteApi('/signed-in/operator/asn-bans')
const listPath = '/portal/operator/asn-bans'
const onePath = '/portal/operator/asn-bans/{asn}'

function useBans() {
  const { page: number = 1 } = page.useSearch()
  return read(listPath, { params: { query: { page: number } } })
}

export function Bans() {
  return (
    <ListPage
      title="Banned AS numbers"
      says="No new LOAs are issued for these; existing ones stay."
      actions={<Ban />}
      query={useQuery(useBans())}
      columns={columns}
      rowKey={({ asn }) => String(asn)}
      empty={
        <EmptyState icon="shield" title="No banned AS numbers">
          Ban an ASN when a network abuses the space it announces.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<Banned>[] = [
  { title: 'AS number', cell: ({ asn }) => <span className="font-mono font-medium">AS{asn}</span> },
  { title: 'Reason', cell: ({ reason }) => <span className="text-soft">{reason}</span> },
  { title: 'Since', wide: true, cell: ({ banned_at }) => <Time of={banned_at} as="date" /> },
  { title: 'Actions', silent: true, align: 'right', cell: (ban) => <Lift ban={ban} /> },
]

function Lift({ ban: { asn } }: { readonly ban: Banned }) {
  const lift = useWrite(() => api.DELETE(onePath, { params: { path: { asn: String(asn) } } }), {
    changes: [listPath],
    inline: true,
    done: `AS${asn} is eligible for LOAs again.`,
  })
  return (
    <Confirm
      harmless
      title={`Lift the ban on AS${asn}?`}
      says="LOAs can be issued for it again."
      action="Lift the ban"
      problem={lift.problem}
      onConfirm={() => lift.runAsync()}
      trigger={<IconButton icon="trash" label={`Lift the ban on AS${asn}`} small />}
    />
  )
}

function Ban() {
  const ban = useWrite(
    ({ asn, reason }: { asn: string; reason: string }) =>
      api.PUT(onePath, { params: { path: { asn } }, body: { reason } }),
    { changes: [listPath], inline: true, done: (_, { asn }) => [`AS${asn} banned.`] },
  )
  return (
    <ReasonDialog
      title="Ban AS number"
      says="No new LOAs are issued for it; existing ones stay. Banning it again replaces the reason."
      action="Ban"
      hint="For other operators."
      problem={ban.problem}
      onConfirm={(reason, typed) => ban.runAsync({ asn: typed.text('asn'), reason })}
      trigger={
        <Button look="primary" icon="plus">
          Ban
        </Button>
      }
    >
      <Field name="asn" label="AS number" hint="Digits only, e.g. 64500.">
        <Input mono required inputMode="numeric" pattern="[0-9]{1,10}" autoComplete="off" />
      </Field>
    </ReasonDialog>
  )
}
