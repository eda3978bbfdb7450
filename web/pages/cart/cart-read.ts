import type { Cart as CartView, PaymentMethod as Method } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { guess, read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'

/** What the cart's parts read, and what their changes make stale. */

export const cartPath = '/ecommerce/public/{user_id}/cart'
export const onePath = '/ecommerce/public/{user_id}/cart/{cart_uuid}'
export const addressesPath = '/ecommerce/public/{user_id}/addresses'
export const methodsPath = '/ecommerce/public/{user_id}/payment-methods'
export const ordersPath = '/ecommerce/public/{user_id}/orders'
export const orderPath = '/ecommerce/public/{user_id}/orders/{order_uuid}'

export function useCart() {
  const { uuid: user_id } = useCompany()
  return read(cartPath, { params: { path: { user_id } } })
}

export type CartLine = CartView['items'][number]
export type CartAddress = NonNullable<CartView['address']>

export function useAddresses() {
  const { uuid: user_id } = useCompany()
  return read(addressesPath, { params: { path: { user_id }, query: { per_page: 100 } } })
}

export function useMethods() {
  const { uuid: user_id } = useCompany()
  return read(methodsPath, { params: { path: { user_id }, query: { per_page: 100 } } })
}

/** Why the cart cannot be changed now. */
export function useWhyNotChange(cart: CartView): string | undefined {
  const whyNot = useWhyNot('member')
  return whyNot ?? (cart.status === 'open' ? undefined : 'A payment for this cart is in progress.')
}

/** Puts one of the company's addresses into the cart. */
export function useTakeAddress(cart: CartView) {
  const { uuid: user_id } = useCompany()
  return useWrite(
    (address: string) =>
      api.POST('/ecommerce/public/{user_id}/cart/{cart_uuid}/addresses/{customerAddress_id}', {
        params: { path: { user_id, cart_uuid: cart.uuid, customerAddress_id: address } },
      }),
    { changes: [cartPath] },
  )
}

/** Shown at once: nothing that is to pay depends on it. */
export function useTakeMethod(cart: CartView) {
  const { uuid: user_id } = useCompany()
  const current = useCart()
  return useWrite(
    ({ uuid: payment_method_uuid }: Method) =>
      api.PATCH('/ecommerce/public/{user_id}/cart/{cart_uuid}/payment-method/{payment_method_uuid}', {
        params: { path: { user_id, cart_uuid: cart.uuid, payment_method_uuid } },
      }),
    {
      changes: [cartPath],
      optimistic: (method) => [guess(current, (old) => ({ ...old, data: { ...old.data, payment_method: method } }))],
    },
  )
}

type Amount = CartView['total']

/** As it is written where it is taken off. */
export const minus = ({ currency, amount }: Amount): Pick<Amount, 'currency' | 'amount'> => ({
  currency,
  amount: `-${amount}`,
})
