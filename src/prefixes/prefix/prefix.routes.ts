import { Readable } from 'node:stream'
import { tenantOf } from '../../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { sortKeys } from '../../kernel/db/paging.ts'
import { Body, Int, ListOf, named, Text, Type } from '../../kernel/http/schema.ts'
import { formOf, projectPrefix, readFields } from './fields.wire.ts'
import { showPrefix } from './prefix.actions.ts'
import { PrefixWithSubsets, ProjectedPrefix } from './prefix.wire.ts'
import { prefixProblem } from '../prefixes.problems.ts'
import type { SpotOrder } from './spot.rules.ts'
import { searchPrefixes, subsetTrees } from '../space/subsets.actions.ts'
import { listJson, treeJson } from '../space/subsets.wire.ts'

/** What a company reads of its prefixes. */

export const NotationPath = Type.Object({
  notation: Type.String({
    maxLength: 256,
    description: 'A prefix: 192.0.2.0%2F24 or 192.0.2.0/24.',
    examples: ['192.0.2.0/24'],
  }),
})

const json = 'application/json; charset=utf-8'

const sortable = ['notation', 'ipNet'] as const

const sorting = `Keys separated by commas, a leading "-" for descending: ${sortable.join(', ')}.`
const Fields = Type.Array(Text(256), {
  maxItems: 200,
  description: 'The fields to return, parts of them after a dot: geodata.provider.',
})
const Sort = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 8, description: sorting })
const Notations = ListOf(Type.String({ maxLength: 64 }), 1_000)
const Organisations = ListOf(Text(255), 100)
/** Names have commas in them: several are several keys. */
const OrganisationsInQuery = Type.Union([Text(255), Organisations])

const paging = {
  limit: Type.Optional(Int(1, 1_000, { default: 100, description: 'Top-level prefixes to return.' })),
  offset: Type.Optional(Int(0, 2_147_483_647, { default: 0, description: 'Top-level prefixes to skip.' })),
}

const SubsetsQuery = Type.Object({
  ...paging,
  organisations: Type.Optional(OrganisationsInQuery),
  organisation: Type.Optional(OrganisationsInQuery),
  notations: Type.Optional(Notations),
  notation: Type.Optional(Notations),
  sort: Type.Optional(Sort),
  fields: Type.Optional(Fields),
  field: Type.Optional(Fields),
})

const FieldsQuery = Type.Object({ fields: Type.Optional(Fields), field: Type.Optional(Fields) })

const SearchBody = Body('PrefixSearch', {
  ...paging,
  organisations: Type.Optional(Organisations),
  notations: Type.Optional(Notations),
  sort: Type.Optional(Type.Union([Type.String({ maxLength: 256, description: sorting }), Sort])),
  fields: Type.Optional(Fields),
})

export const PageMetadata = named('PageMetadata', { limit: Type.Integer(), offset: Type.Integer() })

const both = <T>(plural: readonly T[] | T = [], singular: readonly T[] | T = []): T[] =>
  [plural, singular].flat() as T[]

/** No prefix is there twice, so the first key decides; the others have to be known all the same. */
function orderOf(sort: readonly string[] | undefined): SpotOrder {
  const [key] = sortKeys(sort, sortable, 'ipNet')
  return { by: key?.field ?? 'ipNet', descending: key?.descending ?? false }
}

export const pageOf = ({ limit = 100, offset = 0 }: { limit?: number; offset?: number }) => ({ limit, offset })

const given = (texts: readonly string[]) => (texts.length > 0 ? texts : undefined)

export const prefixRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listSubsets',
    route: 'GET /nethub-data/:tenantUUID/prefixes/subsets/metadata',
    tag: 'Prefixes',
    summary: 'Master prefixes with subsets metadata',
    description:
      'The outermost blocks the company holds or leases, each with everything known inside it, nested. Streamed. An organisation that does not match removes a prefix; what matches below it moves up.',
    access: { by: 'token', scope: 'nethub-data' },
    query: SubsetsQuery,
    answer: named('PrefixTrees', { data: Type.Array(PrefixWithSubsets), metadata: PageMetadata }),
    handle: async (ctx, { query }) => {
      const fields = readFields(given(both(query.fields, query.field)), ['subsets'])
      const page = pageOf(query)
      const trees = await subsetTrees(ctx, tenantOf(ctx), {
        ...page,
        notations: both(query.notations, query.notation),
        organisations: both<string>(query.organisations, query.organisation),
        sort: orderOf(query.sort),
        form: formOf(fields),
      })
      return new Content(json, Readable.from(treeJson(trees, page)))
    },
  }),
  endpoint({
    id: 'searchPrefixes',
    route: 'POST /nethub-data/:tenantUUID/prefixes/search',
    tag: 'Prefixes',
    summary: 'Search prefixes',
    description:
      'Every prefix the company sees, as one list; limit and offset count prefixes. With notations, exactly those.',
    access: { by: 'token', scope: 'nethub-data' },
    body: SearchBody,
    answer: named('FoundPrefixes', { data: Type.Array(ProjectedPrefix), metadata: PageMetadata }),
    ownTransactions: true,
    handle: async (ctx, { body }) => {
      const fields = readFields(body.fields)
      const page = pageOf(body)
      const found = await searchPrefixes(ctx, tenantOf(ctx), {
        ...page,
        notations: body.notations ?? [],
        organisations: body.organisations ?? [],
        sort: orderOf(typeof body.sort === 'string' ? body.sort.split(',') : body.sort),
        form: formOf(fields),
      })
      return new Content(json, listJson(found, page))
    },
  }),
  endpoint({
    id: 'getPrefix',
    route: 'GET /nethub-data/:tenantUUID/prefixes/:notation',
    tag: 'Prefixes',
    summary: 'Get prefix',
    description: 'Any prefix of the space the company holds or leases, whether data knows it or not.',
    access: { by: 'token', scope: 'nethub-data' },
    params: NotationPath,
    query: FieldsQuery,
    answer: ProjectedPrefix,
    refuses: prefixProblem.rows('invalid_notation'),
    handle: async (ctx, { params, query }) => {
      const fields = readFields(given(both(query.fields, query.field)))
      return projectPrefix((await showPrefix(ctx, tenantOf(ctx), params.notation, fields.wanted)).found, fields)
    },
  }),
]
