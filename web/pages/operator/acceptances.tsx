import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AsnAcceptance as Accepted } from '../../../client/portal.gen.ts'
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

/** AS numbers that somebody vouches for where data to judge them by is missing. */

const page = getRouteApi('/signed-in/operator/asn-acceptances')
const listPath = '/portal/operator/asn-acceptances'
const onePath = '/portal/operator/asn-acceptances/{asn}'

function useAcceptances() {
  const { page: number = 1 } = page.useSearch()
  return read(listPath, { params: { query: { page: number } } })
}

export function Acceptances() {
  return (
    <ListPage
      title="Accepted AS numbers"
      says="They may get letters although data to judge them by is missing or old. What is known to be wrong with one still counts."
      actions={<Accept />}
      query={useQuery(useAcceptances())}
      columns={columns}
      rowKey={({ asn }) => String(asn)}
      empty={
        <EmptyState icon="check" title="No AS number is accepted without data">
          Accept one when you know a network that the data here does not.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<Accepted>[] = [
  { title: 'AS number', cell: ({ asn }) => <span className="font-mono font-medium">AS{asn}</span> },
  { title: 'Reason', cell: ({ reason }) => <span className="text-soft">{reason}</span> },
  { title: 'Until', cell: ({ until }) => <Time of={until} as="date" /> },
  { title: 'Actions', silent: true, align: 'right', cell: (accepted) => <End accepted={accepted} /> },
]

function End({ accepted: { asn } }: { readonly accepted: Accepted }) {
  const end = useWrite(() => api.DELETE(onePath, { params: { path: { asn: String(asn) } } }), {
    changes: [listPath],
    inline: true,
    done: `AS${asn} is judged by data again.`,
  })
  return (
    <Confirm
      title={`Accept AS${asn} no longer?`}
      says="It gets no more letters while data to judge it by is missing; those it has stay."
      action="Accept no longer"
      problem={end.problem}
      onConfirm={() => end.runAsync()}
      trigger={<IconButton icon="trash" label={`Accept AS${asn} no longer`} small />}
    />
  )
}

interface Given {
  readonly asn: string
  readonly reason: string
  readonly until: number
}

function Accept() {
  const accept = useWrite(({ asn, ...body }: Given) => api.PUT(onePath, { params: { path: { asn } }, body }), {
    changes: [listPath],
    inline: true,
    done: (_, { asn }) => [`AS${asn} is accepted.`],
  })
  return (
    <ReasonDialog
      harmless
      title="Accept an AS number"
      says="It may get letters until the day you name, as far as nothing is known to be wrong with it."
      action="Accept"
      hint="For other operators: how you know."
      problem={accept.problem}
      onConfirm={(reason, typed) =>
        accept.runAsync({ asn: typed.text('asn'), reason, until: Date.parse(typed.text('until')) / 1_000 })
      }
      trigger={
        <Button look="primary" icon="plus">
          Accept
        </Button>
      }
    >
      <Field name="asn" label="AS number" hint="Without the letters, as 64500.">
        <Input mono required inputMode="numeric" pattern="[0-9]{1,10}" autoComplete="off" />
      </Field>
      <Field name="until" label="Until" hint="Within the next year.">
        <Input type="date" required className="w-44" />
      </Field>
    </ReasonDialog>
  )
}
