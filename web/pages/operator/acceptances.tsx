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
      says="ASNs that are eligible for LOAs even though data about them is missing or stale. Known problems still count."
      actions={<Accept />}
      query={useQuery(useAcceptances())}
      columns={columns}
      rowKey={({ asn }) => String(asn)}
      empty={
        <EmptyState icon="check" title="No exceptions">
          Accept an ASN when you know a network that our data does not.
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
    done: `AS${asn} is assessed by data again.`,
  })
  return (
    <Confirm
      title={`Stop accepting AS${asn}?`}
      says="No new LOAs while data about it is missing; existing LOAs stay."
      action="Stop accepting"
      problem={end.problem}
      onConfirm={() => end.runAsync()}
      trigger={<IconButton icon="trash" label={`Stop accepting AS${asn}`} small />}
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
    done: (_, { asn }) => [`AS${asn} accepted.`],
  })
  return (
    <ReasonDialog
      harmless
      title="Accept AS number"
      says="Eligible for LOAs until this date, unless a problem is known."
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
      <Field name="asn" label="AS number" hint="Digits only, e.g. 64500.">
        <Input mono required inputMode="numeric" pattern="[0-9]{1,10}" autoComplete="off" />
      </Field>
      <Field name="until" label="Until" hint="Within the next year.">
        <Input type="date" required className="w-44" />
      </Field>
    </ReasonDialog>
  )
}
