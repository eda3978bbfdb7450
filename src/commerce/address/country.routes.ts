import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery, sortKeys } from '../../kernel/db/paging.ts'
import { ListOf, named, Text, Type } from '../../kernel/http/schema.ts'
import { CountryCode } from './address.wire.ts'
import { showCountries, showProvinces } from './country.actions.ts'
import { regionSorts } from './country.rules.ts'

/** Countries and what they are divided into, for address forms (specification, Country). */

/** All of them on one page (decisions 6, Countries). */
const perPage = 250
const RegionAnswer = named('Country', { name: Type.String(), code: Type.String() })

const sortOf = ({ sort }: { readonly sort?: string[] }) => sortKeys(sort, regionSorts, 'name')

export const countryRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listCountries',
    route: 'GET /ecommerce/public/common/countries',
    tag: 'Cart',
    summary: 'List countries',
    description: 'ISO 3166-1 with English names, by them unless sorted otherwise.',
    access: { by: 'token', scope: 'ecommerce' },
    tagged: true,
    query: pageQuery({ perPage, sortable: regionSorts, filters: { code: Type.Optional(ListOf(CountryCode, 250)) } }),
    answer: PageOf(RegionAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await showCountries(ctx, query.filter?.code, { ...page, sort: sortOf(query) })
      return { data: [...rows], meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'listProvinces',
    route: 'GET /ecommerce/public/common/countries/:code/provinces',
    tag: 'Cart',
    summary: 'List the provinces of a country',
    description: 'ISO 3166-2. Taxes of a province need its code in the address, with or without the country in front.',
    access: { by: 'token', scope: 'ecommerce' },
    tagged: true,
    params: Type.Object({ code: Text(2, { minLength: 2, description: 'ISO 3166-1 alpha-2.' }) }),
    query: pageQuery({ perPage, sortable: regionSorts }),
    answer: PageOf(RegionAnswer),
    handle: async (ctx, { params, query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await showProvinces(ctx, params.code, { ...page, sort: sortOf(query) })
      return { data: [...rows], meta: pageMeta(page, rows.length, total) }
    },
  }),
]
