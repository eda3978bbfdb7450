import { useQuery } from '@tanstack/react-query'
import type { CommerceInvoice as Invoice, Order } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Identifier } from '../../ui/copy.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Card } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Sum } from '../../ui/price/sums.tsx'
import { Money, None, Time } from '../../ui/values.tsx'
import { minus } from './cart-read.ts'

/** What an order came to and what it was billed by, as the cart had it beside its lines. */
export function OrderSummary({ order }: { readonly order: Order | undefined }) {
  return (
    <Card title="Order details" className="lg:sticky lg:top-6">
      {order ? (
        <>
          <Totals order={order} />
          <Papers order={order} />
        </>
      ) : (
        <Skeleton className="h-44 w-full" />
      )}
    </Card>
  )
}

const isSome = ({ amount_minor }: Order['total']): boolean => amount_minor !== 0

/** Nothing is said of what there is none of, but what is due. */
function Totals({ order }: { readonly order: Order }) {
  const { sub_total, discount_total, tax_total, credits_total, total, remaining_total, status } = order
  return (
    <dl className="grid gap-1.5 text-sm">
      <Sum name="Subtotal">
        <Money of={sub_total} />
      </Sum>
      {isSome(discount_total) && (
        <Sum name="Discount">
          <Money of={minus(discount_total)} />
        </Sum>
      )}
      <Sum name="Tax">
        <Money of={tax_total} />
      </Sum>
      <Sum name="Total" strong>
        <Money of={total} />
      </Sum>
      {isSome(credits_total) && (
        <Sum name="Paid with credits">
          <Money of={minus(credits_total)} />
        </Sum>
      )}
      {(status === 'pending_payment' || isSome(credits_total)) && (
        <Sum name="Amount due">
          <Money of={remaining_total} />
        </Sum>
      )}
    </dl>
  )
}

const invoicesOf = (user_id: string, order_uuid: string) =>
  read('/ecommerce/public/{user_id}/invoices', {
    params: { path: { user_id }, query: { 'filter[order_uuid]': order_uuid } },
  })

function Papers({ order }: { readonly order: Order }) {
  const { uuid: user_id } = useCompany()
  const invoices = useQuery({
    ...invoicesOf(user_id, order.uuid),
    // It was read before the order was paid for; the next look has it.
    refetchInterval: (query) => (order.status === 'completed' && query.state.data?.data.length === 0 ? 2_000 : false),
  }).data?.data
  return (
    <dl className="mt-4 grid gap-1.5 border-t border-line pt-4 text-sm">
      {order.status === 'pending_payment' && (
        <Sum name="Payment due">
          <Time of={order.expires_at} as="date" />
        </Sum>
      )}
      <Sum name={invoices && invoices.length > 1 ? 'Invoices' : 'Invoice'}>
        <Invoices invoices={invoices} />
      </Sum>
      <div className="mt-1 grid gap-1">
        <dt className="text-soft">Identifier</dt>
        <dd className="min-w-0">
          <Identifier of={order.uuid} />
        </dd>
      </div>
    </dl>
  )
}

/** One, and perhaps the note that takes it back. */
function Invoices({ invoices }: { readonly invoices: readonly Invoice[] | undefined }) {
  const { param: company } = useCompany()
  if (!invoices) return <Skeleton className="w-28" />
  if (invoices.length === 0) return <None />
  return invoices.map(({ uuid, reference }) => (
    <p key={uuid}>
      <TextLink to="/c/$company/billing/invoices/$invoice" params={{ company, invoice: uuid }}>
        {reference}
      </TextLink>
    </p>
  ))
}
