import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf } from '../../kernel/http/schema.ts'
import { AddressAnswer, addressAnswer } from '../address/address.wire.ts'
import { cartsPath, closedCart } from './cart.routes.ts'
import { CartAddressBody, CartAddressPath } from './cart.wire.ts'
import { changeCopiedAddress, copyAddress } from './address.actions.ts'

const path = `${cartsPath}/:cart_uuid/addresses/:customerAddress_id` as const
const access = { by: 'token', scope: 'ecommerce' } as const

export const cartAddressRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'createCartAddress',
    route: `POST ${path}`,
    tag: 'Cart',
    summary: 'Put a billing address into the cart',
    description: "Copies one of the company's addresses; taxes follow from it.",
    access,
    params: CartAddressPath,
    answer: DataOf(AddressAnswer),
    refuses: closedCart,
    handle: async (ctx, { params }) => ({
      data: addressAnswer(await copyAddress(ctx, tenantOf(ctx), params.cart_uuid, params.customerAddress_id)),
    }),
  }),
  endpoint({
    id: 'updateCartAddress',
    route: `PATCH ${path}`,
    tag: 'Cart',
    summary: "Change the cart's billing address",
    description: "Changes the cart's copy, not the company's address. A VAT number that changes is checked anew.",
    access,
    params: CartAddressPath,
    body: CartAddressBody,
    answer: DataOf(AddressAnswer),
    refuses: closedCart,
    handle: async (ctx, { params, body }) => {
      const { cart_uuid, customerAddress_id } = params
      return {
        data: addressAnswer(await changeCopiedAddress(ctx, tenantOf(ctx), cart_uuid, customerAddress_id, body)),
      }
    },
  }),
]
