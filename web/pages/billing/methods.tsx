import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { PaymentMethod as Method } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { guess, read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Badge, sentence } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { CardReturn } from '../../ui/card-return.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { None } from '../../ui/values.tsx'
import { AddMethod } from './add-method.tsx'
import { BillingFrame } from './billing-frame.tsx'

/** How a company pays. */

const page = getRouteApi('/signed-in/c/$company/billing/methods')
const methodsPath = '/ecommerce/public/{user_id}/payment-methods'
const methodPath = '/ecommerce/public/{user_id}/payment-methods/{paymentMethod_uuid}'

function useMethods() {
  const { uuid: user_id } = useCompany()
  const { page: number = 1 } = page.useSearch()
  return read(methodsPath, { params: { path: { user_id }, query: { page: number } } })
}

export function Methods() {
  const patch = usePatchSearch<{ page: number }>()
  return (
    <BillingFrame
      title="Payment methods"
      says="The default method is charged for renewals and whenever no other is chosen."
      actions={<AddMethod />}
    >
      <CardReturn session={page.useSearch().session} />
      <Card flush>
        <Table
          label="Payment methods"
          query={useQuery(useMethods())}
          columns={columns}
          rowKey={({ uuid }) => uuid}
          onPage={(number) => patch({ page: number })}
          expected={2}
          empty={
            <EmptyState icon="card" title="No payment methods yet" action={<AddMethod />}>
              Add one before your first purchase; it is also charged for renewals.
            </EmptyState>
          }
        />
      </Card>
    </BillingFrame>
  )
}

const nameOf = ({ type, details }: Method): string =>
  type === 'card' ? `${sentence(details.card_brand ?? 'card')} •••• ${details.card_last_four ?? ''}` : sentence(type)

const columns: readonly Column<Method>[] = [
  {
    title: 'Method',
    cell: (method) => (
      <span className="flex flex-wrap items-center gap-2 font-medium">
        <Icon name={method.type === 'card' ? 'card' : 'payout'} className="text-faint" />
        {nameOf(method)}
        {method.is_default && <Badge tone="good">Default</Badge>}
      </span>
    ),
  },
  {
    title: 'Expires',
    wide: true,
    cell: ({ details: { card_expiry_month: month, card_expiry_year: year } }) =>
      month === null || year === null ? <None /> : `${String(month).padStart(2, '0')} / ${year}`,
  },
  { title: 'Actions', silent: true, align: 'right', cell: (method) => <Actions method={method} /> },
]

function Actions({ method }: { readonly method: Method }) {
  const { uuid: user_id } = useCompany()
  const why = useWhyNot('member')
  const methods = useMethods()
  const params = { path: { user_id, paymentMethod_uuid: method.uuid } }
  const prefer = useWrite(() => api.PATCH(methodPath, { params, body: { make_default: true } }), {
    changes: [methodsPath],
    done: `${nameOf(method)} is now the default.`,
    optimistic: () => [
      guess(methods, (old) => ({
        ...old,
        data: old.data.map((one) => ({ ...one, is_default: one.uuid === method.uuid })),
      })),
    ],
  })
  const remove = useWrite(() => api.DELETE(methodPath, { params }), {
    changes: [methodsPath],
    inline: true,
    done: `${nameOf(method)} removed.`,
  })
  return (
    <span className="flex justify-end gap-1">
      {!method.is_default && (
        <Button small busy={prefer.busy} why={why} onClick={() => prefer.run()}>
          Make default
        </Button>
      )}
      <Confirm
        title={`Remove ${nameOf(method)}?`}
        says="Upcoming charges go to your default method. If this is the default, your most recently added other method becomes the default."
        action="Remove"
        problem={remove.problem}
        onConfirm={remove.with()}
        trigger={<IconButton icon="trash" label={`Remove ${nameOf(method)}`} small why={why} />}
      />
    </span>
  )
}
