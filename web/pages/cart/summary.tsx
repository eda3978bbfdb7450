import { useNavigate } from '@tanstack/react-router'
import type { Cart as CartView } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useCountryName } from '../../api/countries.ts'
import { mayPass } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyCurl } from '../../ui/curl/copy-curl.tsx'
import { Switch } from '../../ui/field.tsx'
import { Card } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { Sum } from '../../ui/price/sums.tsx'
import { Money } from '../../ui/values.tsx'
import { percent } from '../../ui/words.ts'
import { addressesPath, cartPath, minus, ordersPath, useWhyNotChange } from './cart-read.ts'
import { DiscountCode } from './discount.tsx'
import { whyTax } from './tax-words.ts'

/** What it comes to, why, and the button that buys it. */
export function Summary({ cart }: { readonly cart: CartView }) {
  return (
    <Card title="Order summary" className="lg:sticky lg:top-6">
      <Totals cart={cart} />
      <div className="mt-4 grid gap-4 border-t border-line pt-4">
        <DiscountCode cart={cart} />
        <Credits cart={cart} />
        <PlaceOrder cart={cart} />
      </div>
    </Card>
  )
}

function Totals({ cart }: { readonly cart: CartView }) {
  const countryName = useCountryName()
  const monthly = cart.items.filter(({ billing_cycle }) => billing_cycle === 1)
  const each = monthly.reduce((sum, { price }) => sum + price.amount_minor, 0)
  const { currency } = cart.total
  const paidByCredits = cart.credits_total.amount_minor > 0
  return (
    <div aria-live="polite">
      <dl className="grid gap-1.5 text-sm">
        <Sum name="Subtotal">
          <Money of={cart.sub_total} />
        </Sum>
        {cart.discount_breakdown.map(({ code, name, amount }) => (
          <Sum key={code} name={`${name} (${code})`}>
            <Money of={minus(amount)} />
          </Sum>
        ))}
        {cart.tax_breakdown.map(({ code, name, rate, amount }) => (
          <Sum key={code} name={`${name}${rate ? ` ${percent(rate)}` : ''}`}>
            <Money of={amount} />
          </Sum>
        ))}
        {paidByCredits && (
          <>
            <Sum name="Total">
              <Money of={cart.total} />
            </Sum>
            <Sum name="Paid with credits">
              <Money of={minus(cart.credits_total)} />
            </Sum>
          </>
        )}
        <Sum name={paidByCredits ? 'Amount due' : 'Total'} strong>
          <Money of={cart.remaining_total} />
        </Sum>
      </dl>
      <div className="mt-2 grid gap-1 text-xs text-faint">
        {whyTax(cart.tax_breakdown, cart.address, countryName).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {each > 0 && (
          <p>
            Renews monthly at <Money of={each / 100} currency={currency} /> before tax.
          </p>
        )}
      </div>
    </div>
  )
}

/** Used first, as far as they go. */
function Credits({ cart }: { readonly cart: CartView }) {
  const { uuid: user_id } = useCompany()
  const why = useWhyNotChange(cart)
  const path = { user_id, cart_uuid: cart.uuid }
  const eligible = Number(cart.credits_eligible_amount.amount)
  const change = useWrite(
    (use: boolean): Promise<{ data?: unknown }> =>
      use
        ? api.POST('/ecommerce/public/{user_id}/cart/{cart_uuid}/credits/apply', {
            params: { path },
            body: { amount: eligible },
          })
        : api.DELETE('/ecommerce/public/{user_id}/cart/{cart_uuid}/credits', { params: { path } }),
    { changes: [cartPath] },
  )
  const used = cart.credits_total.amount_minor > 0
  if (eligible === 0 && !used) return null
  return (
    <Switch
      label="Use credits"
      hint={
        <>
          <Money of={cart.credits_eligible_amount} /> of this can be paid with credits.
        </>
      }
      checked={used}
      onChange={(use) => why === undefined && !change.busy && change.run(use)}
    />
  )
}

/** Paid: to the order. Declined: the API's words, and the cart as it was. A second step: to the order, which waits. */
function PlaceOrder({ cart }: { readonly cart: CartView }) {
  const { uuid: user_id, param: company, status } = useCompany()
  const navigate = useNavigate()
  const whyNot = useWhyNot('member')
  const place = useWrite(
    () =>
      api.POST('/ecommerce/public/{user_id}/cart/{cart_uuid}/checkout', {
        params: { path: { user_id, cart_uuid: cart.uuid } },
      }),
    {
      changes: [cartPath, ordersPath, addressesPath],
      inline: true,
      onDone: ({ data }) =>
        void navigate({
          to: '/c/$company/orders/$order',
          params: { company, order: data.order.uuid },
          search: { placed: true },
        }),
    },
  )
  const why =
    whyNot ??
    (status === 'pending' ? 'Your company can lease once an operator has approved it.' : undefined) ??
    (cart.address === null ? 'Choose a billing address first.' : undefined) ??
    (cart.status === 'open' ? undefined : 'A payment for this cart is in progress.')
  return (
    <div className="grid gap-2">
      {place.problem && (
        <ErrorNote problem={place.problem} {...(mayPass(place.problem) && { onRetry: () => place.run() })} />
      )}
      <Button look="primary" className="h-10 w-full" why={why} busy={place.busy} onClick={() => place.run()}>
        {place.busy ? 'Placing order' : 'Place order'}
      </Button>
      <p className="text-xs text-faint">{why ?? promise(cart)}</p>
      <CopyCurl of={place.with().request} className="-ml-2 justify-self-start" />
    </div>
  )
}

/** What pressing the button does. */
function promise({ remaining_total, payment_method, items }: CartView): string {
  const begin = items.some(({ product_type }) => product_type === 'ipv4') ? ' Leases start immediately.' : ''
  if (remaining_total.amount_minor === 0) return `Nothing to pay.${begin}`
  if (payment_method === null) return 'No payment method: your blocks are held until the order is paid.'
  const { card_last_four } = payment_method.details
  if (card_last_four === null) return 'Your blocks are held until the transfer arrives.'
  return `Your card ending in ${card_last_four} will be charged.${begin}`
}
