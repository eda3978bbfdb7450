import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Cart as CartView } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { AsnCheck } from '../../ui/asn-check.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CardReturn } from '../../ui/card-return.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { AddressCard } from './address.tsx'
import { useCart } from './cart-read.ts'
import { Countdown } from './countdown.tsx'
import { Lines } from './lines.tsx'
import { PaymentCard } from './payment.tsx'
import { Summary } from './summary.tsx'

const page = getRouteApi('/signed-in/c/$company/cart')

/** The cart: what is bought, who is billed, how it is paid, and what that comes to. */
export function Cart() {
  const { data, error, refetch } = useQuery({ ...useCart(), refetchInterval: 60_000 })
  const cart = data?.data
  return (
    <>
      <PageHeader
        title="Cart"
        says="Blocks in your cart are held for you. Every change to the cart extends the hold."
        actions={
          <div className="h-7">
            {cart?.expires_at && cart.items.length > 0 && (
              <Countdown key={cart.expires_at} until={cart.expires_at} onEnd={() => void refetch()} />
            )}
          </div>
        }
      />
      <CardReturn session={page.useSearch().session} />
      {error && !cart ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : !cart ? (
        <Waiting />
      ) : cart.items.length === 0 ? (
        <Nothing />
      ) : (
        <Full cart={cart} />
      )}
    </>
  )
}

function Full({ cart }: { readonly cart: CartView }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-1 gap-4">
        <Lines cart={cart} />
        <AsnCheck />
        <AddressCard cart={cart} />
        <PaymentCard cart={cart} />
      </div>
      <Summary cart={cart} />
    </div>
  )
}

function Nothing() {
  const { param: company } = useCompany()
  return (
    <Card>
      <EmptyState
        icon="cart"
        title="Your cart is empty"
        action={
          <div className="flex gap-2">
            <LinkButton look="primary" to="/c/$company/market" params={{ company }} search={{}}>
              Search the market
            </LinkButton>
            <LinkButton to="/c/$company/orders" params={{ company }} search={{}}>
              View orders
            </LinkButton>
          </div>
        }
      >
        Reserve a block on the market and it is held for you here while you check out.
      </EmptyState>
    </Card>
  )
}

function Waiting() {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {[0, 1].map((i) => (
        <Card key={i}>
          <Skeleton className="h-40 w-full" />
        </Card>
      ))}
    </div>
  )
}
