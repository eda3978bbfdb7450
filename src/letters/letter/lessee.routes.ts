import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery, sortKeys } from '../../kernel/db/paging.ts'
import {
  Body,
  DataOf,
  Int,
  ListOf,
  named,
  Nullable,
  OneOf,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { letterStates } from './letter.states.ts'
import { OwnLetterAnswer, ownLetterAnswer, readStatuses, StatusesQuery } from './letter.wire.ts'
import { lettersProblem } from '../letters.problems.ts'
import { nothingNamed, revokeNamed, showAllLetters, showLettersOf, type Named } from './lessee.actions.ts'
import { mostLetters } from './subnet.rules.ts'

/** Letters of authorisation, for the lessee who has them. */

const access = { by: 'token', scope: 'billing' } as const
const perPage = 25

const ownLetterSorts = ['created_at'] as const

const AllQuery = Type.Object({
  ...pageQuery({ perPage, sortable: ownLetterSorts }).properties,
  statuses: StatusesQuery,
  service_uuid: Type.Optional(Uuid),
  asn: Type.Optional(Int(1, 4_294_967_295)),
})

const RevokeBody = Body('LettersToRevoke', {
  loa_uuids: Type.Optional(ListOf(Uuid, mostLetters)),
  services: Type.Optional(
    ListOf(
      Type.Object({
        service_uuid: Uuid,
        asn: Type.Optional(Nullable(Int(1, 4_294_967_295, { description: 'Only letters for this AS number.' }))),
      }),
      mostLetters,
    ),
  ),
})

function readNamed({ loa_uuids: letters = [], services = [] }: Static<typeof RevokeBody>): Named {
  if (letters.length > 0 === services.length > 0) throw nothingNamed()
  if (letters.length > 0) return { letters }
  return { leases: services.map(({ service_uuid, asn = null }) => ({ lease: service_uuid.toLowerCase(), asn })) }
}

export const lettersOfRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listLetters',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/services/:serviceUUID/loa',
    tag: 'Letters',
    summary: 'List the letters of an IPv4 service',
    description: 'Live ones first, then those that ended last.',
    access,
    params: Type.Object({ serviceUUID: Uuid }),
    query: Type.Object({ ...pageQuery({ perPage, sortable: [] }).properties, statuses: StatusesQuery }),
    answer: PageOf(OwnLetterAnswer),
    handle: async (ctx, { params, query }) => {
      const page = pageOf(query, perPage)
      const wish = { lessee: tenantOf(ctx), lease: params.serviceUUID, statuses: readStatuses(query.statuses), ...page }
      const { rows, total } = await showLettersOf(ctx, wish)
      return {
        data: rows.map((letter) => ownLetterAnswer(letter, ctx.house.config)),
        meta: pageMeta(page, rows.length, total),
      }
    },
  }),
  endpoint({
    id: 'listOwnLetters',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/letters',
    tag: 'Letters',
    summary: 'List your letters of authorisation',
    description: 'Of all services, as their lessee, the newest first unless sorted otherwise.',
    access,
    query: AllQuery,
    answer: PageOf(OwnLetterAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const [key] = sortKeys(query.sort, ownLetterSorts, '-created_at')
      const { rows, total } = await showAllLetters(ctx, {
        lessee: tenantOf(ctx),
        lease: query.service_uuid ?? null,
        asn: query.asn ?? null,
        statuses: readStatuses(query.statuses),
        descending: key?.descending ?? true,
        ...page,
      })
      return {
        data: rows.map((letter) => ownLetterAnswer(letter, ctx.house.config)),
        meta: pageMeta(page, rows.length, total),
      }
    },
  }),
  endpoint({
    id: 'revokeLetters',
    route: 'POST /billing/v1/:tenantUUID/market/ipv4/services/loa/revoke',
    tag: 'Letters',
    summary: 'Revoke LOA documents for multiple subnets',
    description:
      'By their own names (loa_uuids), or all live ones of services, perhaps for one AS number. All of them or none; what is over already stays as it is.',
    access,
    body: RevokeBody,
    answer: DataOf(
      Type.Array(
        named('RevokedLetter', {
          loa_uuid: Uuid,
          service_uuid: Uuid,
          asn: Type.Integer(),
          status: OneOf(letterStates.states),
          revoked_at: Nullable(UnixTime),
        }),
      ),
    ),
    examples: { body: { loa_uuids: ['019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'] } },
    refuses: lettersProblem.rows('letters_not_found', 'too_many_letters'),
    handle: async (ctx, { body }) => ({
      data: (await revokeNamed(ctx, tenantOf(ctx), readNamed(body))).map((letter) => ({
        loa_uuid: letter.uuid,
        service_uuid: letter.lease_uuid,
        asn: letter.asn,
        status: letter.status,
        revoked_at: toUnix(letter.revoked_at),
      })),
    }),
  }),
]
