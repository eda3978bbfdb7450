import { activeOnly } from '../../identity/index.ts'
import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, Type } from '../../kernel/http/schema.ts'
import { lettersProblem, OwnLetterAnswer, ownLetterAnswer } from '../../letters/index.ts'
import { marketProblem, readWish, reservationAnswer, ReservationAnswer, ReserveBody } from '../../market/index.ts'
import { LetterRequestBody, NewItemBody } from './cart.wire.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { addItem, requestFreeLetters, reserveForCart } from './reserve.actions.ts'

/** What becomes a line of the cart: blocks, which are held, and letters. */

const access = { by: 'token', scope: 'billing' } as const

const notIssuable = lettersProblem.rows(
  'asn_not_fit',
  'letter_subnets_invalid',
  'letter_length_invalid',
  'letter_company_invalid',
  'letter_company_sanctioned',
  'letter_exists',
)

export const reserveRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'reserveSubnet',
    route: 'POST /billing/v1/:tenantUUID/market/ipv4/services/reserve',
    tag: 'Market',
    summary: 'Reserve a block',
    description:
      'Holds a block. At the list price it is accepted at once and a line of your cart; below it, where the holder negotiates, it waits for the holder.',
    access,
    body: ReserveBody,
    answer: DataOf(ReservationAnswer),
    codes: [200, 400, 401, 403, 404],
    refuses: [
      ...activeOnly,
      ...marketProblem.rows(
        'pricing_not_found',
        'own_block',
        'block_not_offered',
        'period_not_offered',
        'price_too_low',
        'too_many_reservations',
        'subnet_taken',
      ),
    ],
    handle: async (ctx, { body }) => ({
      data: reservationAnswer(await reserveForCart(ctx, body.pricing_uuid, readWish(body, tenantOf(ctx)))),
    }),
  }),
  endpoint({
    id: 'addCartItem',
    route: 'POST /billing/v1/:tenantUUID/cart/items',
    tag: 'Cart',
    summary: 'Put a block, or letters of authorisation, into the cart',
    description:
      'A block is reserved at the list price. Letters (LOA) are for one AS number and subnets you lease: product_fields has asn, company_name, max_length and subnets, and may have info, create_whois_inetnum and whois_data_exposed; product_options says what is to be registered for them (roa and route unless said otherwise).',
    access,
    status: 204,
    body: NewItemBody,
    refuses: [
      ...activeOnly,
      ...commerceProblem.rows('product_not_sold'),
      ...notIssuable,
      ...lettersProblem.rows('too_many_letters'),
      ...marketProblem.rows(
        'pricing_not_found',
        'own_block',
        'block_not_offered',
        'period_not_offered',
        'too_many_reservations',
        'subnet_taken',
      ),
    ],
    handle: async (ctx, { body }) => addItem(ctx, tenantOf(ctx), body),
  }),
  endpoint({
    id: 'requestLetters',
    route: 'POST /billing/v1/:tenantUUID/market/ipv4/letters',
    tag: 'Letters',
    summary: 'Request letters of authorisation that cost nothing',
    description:
      'Without cart, address, order and invoice: the letters are made at once, and released when the holder has done what they need. The fields are those of letters in the cart. Where letters have a price it is refused, and they are bought by the cart.',
    access,
    status: 201,
    body: LetterRequestBody,
    answer: DataOf(Type.Array(OwnLetterAnswer)),
    refuses: [...activeOnly, ...notIssuable, ...lettersProblem.rows('letters_cost')],
    handle: async (ctx, { body }) => {
      const letters = await requestFreeLetters(ctx, tenantOf(ctx), body)
      return { data: letters.map((letter) => ownLetterAnswer(letter, ctx.house.config)) }
    },
  }),
]
