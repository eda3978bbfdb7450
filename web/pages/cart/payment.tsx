import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { PaymentMethod as Method, Cart as CartView } from '../../../client/api.gen.ts'
import { sentence } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card } from '../../ui/page.tsx'
import { Note, Skeleton } from '../../ui/states.tsx'
import { AddMethod } from './add-method.tsx'
import { useMethods, useTakeMethod, useWhyNotChange } from './cart-read.ts'

/** How it is paid. */
export function PaymentCard({ cart }: { readonly cart: CartView }) {
  const { data } = useQuery(useMethods())
  return (
    <Card title="Payment" actions={<AddMethod cart={cart} />}>
      {!data ? (
        <Skeleton className="h-12 w-full" />
      ) : data.data.length === 0 ? (
        <Note>
          Without a payment method, the order is placed and its blocks are held, but the lease starts only once it is
          paid. Add a card to start immediately.
        </Note>
      ) : (
        <Methods cart={cart} methods={data.data} />
      )}
    </Card>
  )
}

function Methods({ cart, methods }: { readonly cart: CartView; readonly methods: readonly Method[] }) {
  const name = useId()
  const take = useTakeMethod(cart)
  const why = useWhyNotChange(cart)
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2" disabled={why !== undefined}>
      <legend className="sr-only">Payment method</legend>
      {methods.map((method) => {
        const isChosen = method.uuid === cart.payment_method?.uuid
        return (
          <label
            key={method.uuid}
            className={cx(
              'flex items-center gap-3 rounded-md border px-3 py-2 text-sm',
              isChosen ? 'border-accent bg-accent-wash' : 'border-line hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={isChosen}
              onChange={() => take.run(method)}
              className="size-4 shrink-0 accent-accent"
            />
            <Icon name="card" className="text-faint" />
            <MethodName method={method} />
            {method.is_default && <span className="ml-auto text-xs text-faint">Default</span>}
          </label>
        )
      })}
    </fieldset>
  )
}

function MethodName({ method: { type, details } }: { readonly method: Method }) {
  const { card_brand, card_last_four, card_expiry_month: month, card_expiry_year: year } = details
  if (card_last_four === null)
    return (
      <span>
        {sentence(type)} <span className="text-soft">– the order is held until the transfer arrives</span>
      </span>
    )
  return (
    <span>
      {sentence(card_brand ?? 'card')} <span className="font-mono">•••• {card_last_four}</span>{' '}
      {month !== null && (
        <span className="text-soft">
          until {String(month).padStart(2, '0')}/{year}
        </span>
      )}
    </span>
  )
}
