import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { DataOf, Type } from '../../kernel/http/schema.ts'
import { addAddress, listAddresses, partyOf, removeAddress, replaceAddress, showAddress } from './address.actions.ts'
import type { CustomerAddress } from './address.store.ts'
import { impliedFilters, meansNothing } from '../implied-filter.rules.ts'
import { addressAnswer, AddressBody, AddressId, CustomerAddressAnswer } from './address.wire.ts'

/** A company's address book (decisions 8, Commerce). */

const perPage = 10
const AddressPath = Type.Object({ address_id: AddressId })
const example = {
  company_name: 'Example Networks B.V.',
  vat_number: 'NL000099998B57',
  line_one: 'Herengracht 1',
  city: 'Amsterdam',
  postcode: '1015 BA',
  province_code: 'NH',
  country_code: 'NL',
  contact_email: 'billing@example.net',
}

const answerOf = (address: CustomerAddress) => ({ id: address.number, ...addressAnswer(partyOf(address)) })

export const addressRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listAddresses',
    route: 'GET /ecommerce/public/:user_id/addresses',
    tag: 'Cart',
    summary: 'List billing addresses',
    description: 'Oldest first.',
    access: { by: 'token', scope: 'ecommerce' },
    query: pageQuery({ perPage, sortable: [], filters: impliedFilters('listAddresses') }),
    answer: PageOf(CustomerAddressAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      if (meansNothing('listAddresses', query.filter)) return { data: [], meta: pageMeta(page, 0, 0) }
      const { rows, total } = await listAddresses(ctx, tenantOf(ctx), page)
      return { data: rows.map(answerOf), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'addAddress',
    route: 'POST /ecommerce/public/:user_id/addresses',
    tag: 'Cart',
    summary: 'Add a billing address',
    description: 'A VAT number is checked by format and checksum, and where the installation can, by its registry.',
    access: { by: 'token', scope: 'ecommerce' },
    status: 201,
    body: AddressBody,
    answer: DataOf(CustomerAddressAnswer),
    examples: { body: example },
    handle: async (ctx, { body }) => ({ data: answerOf(await addAddress(ctx, tenantOf(ctx), body)) }),
  }),
  endpoint({
    id: 'showAddress',
    route: 'GET /ecommerce/public/:user_id/addresses/:address_id',
    tag: 'Cart',
    summary: 'Show a billing address',
    access: { by: 'token', scope: 'ecommerce' },
    params: AddressPath,
    answer: DataOf(CustomerAddressAnswer),
    handle: async (ctx, { params }) => ({ data: answerOf(await showAddress(ctx, tenantOf(ctx), params.address_id)) }),
  }),
  endpoint({
    id: 'replaceAddress',
    route: 'PUT /ecommerce/public/:user_id/addresses/:address_id',
    tag: 'Cart',
    summary: 'Replace a billing address',
    description:
      'The whole of it: what is left out is gone. Live subscriptions that are billed to it are billed to the new one; ' +
      'carts, orders and invoices keep the copies they have.',
    access: { by: 'token', scope: 'ecommerce' },
    params: AddressPath,
    body: AddressBody,
    answer: DataOf(CustomerAddressAnswer),
    examples: { body: example },
    handle: async (ctx, { params, body }) => ({
      data: answerOf(await replaceAddress(ctx, tenantOf(ctx), params.address_id, body)),
    }),
  }),
  endpoint({
    id: 'removeAddress',
    route: 'DELETE /ecommerce/public/:user_id/addresses/:address_id',
    tag: 'Cart',
    summary: 'Remove a billing address',
    description: 'What has a copy of it keeps it.',
    access: { by: 'token', scope: 'ecommerce' },
    status: 204,
    params: AddressPath,
    handle: (ctx, { params }) => removeAddress(ctx, tenantOf(ctx), params.address_id),
  }),
]
