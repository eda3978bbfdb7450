import { tenantOf, type Context } from '../../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery, sortKeys } from '../../kernel/db/paging.ts'
import { DataOf, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import {
  confirmCompany,
  confirmLetter,
  listLetters,
  revokeLetter,
  showObjects,
  showWork,
  type LetterQuery,
  type Speaker,
} from './holder.actions.ts'
import { letterSorts } from './letter.rules.ts'
import {
  HolderLetterAnswer,
  HolderWorkAnswer,
  holderWorkAnswer,
  letterFilters,
  LetterPath,
  OperatorLetterAnswer,
  operatorLetterAnswer,
  OperatorWorkAnswer,
  operatorWorkAnswer,
  RevokeBody,
} from './holder.wire.ts'
import { letterAnswer, readStatuses } from './letter.wire.ts'
import { lettersProblem } from '../letters.problems.ts'

/** Letters on the blocks of a holder, for the holder and for the operator. */

const perPage = 25

const ListQuery = Type.Object({ ...pageQuery({ perPage, sortable: letterSorts }).properties, ...letterFilters })

const OperatorQuery = Type.Object({ ...ListQuery.properties, holder_uuid: Type.Optional(Uuid) })

function readQuery(query: Static<typeof ListQuery>, holder: string | null): LetterQuery {
  return {
    ...pageOf(query, perPage),
    holder,
    statuses: readStatuses(query.statuses),
    offer: query.market_service_uuid ?? null,
    asn: query.asn ?? null,
    sort: sortKeys(query.sort, letterSorts, '-created_at'),
  }
}

const token = { by: 'token', scope: 'billing' } as const
const operator = { by: 'operator' } as const

const holderOf = (ctx: Context): Speaker => ({ by: 'holder', holder: tenantOf(ctx) })

const confirmRefuses = lettersProblem.rows('letter_released', 'letter_over', 'letter_not_ready')
const companyRefuses = lettersProblem.rows('letter_over', 'letter_company_confirmed', 'letter_company_invalid')
const revokeRefuses = lettersProblem.rows('letter_over')

export const holderLetterRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listHolderLetters',
    route: 'GET /billing/v1/:tenantUUID/market/letters',
    tag: 'Letters',
    summary: 'List the letters on your blocks',
    description: 'As their holder: letters of authorisation that lessees have for blocks you offer, the newest first.',
    access: token,
    query: ListQuery,
    answer: PageOf(HolderLetterAnswer),
    handle: async (ctx, { query }) => {
      const wish = readQuery(query, tenantOf(ctx))
      const { rows, total } = await listLetters(ctx, wish)
      return { data: rows.map(letterAnswer), meta: pageMeta(wish, rows.length, total) }
    },
  }),
  endpoint({
    id: 'getHolderLetter',
    route: 'GET /billing/v1/:tenantUUID/market/letters/:letterUUID',
    tag: 'Letters',
    summary: 'Get a letter on one of your blocks, and what to do for it',
    access: token,
    params: LetterPath,
    answer: DataOf(HolderWorkAnswer),
    handle: async (ctx, { params }) => ({
      data: holderWorkAnswer(await showWork(ctx, holderOf(ctx), params.letterUUID)),
    }),
  }),
  endpoint({
    id: 'downloadLetterRpsl',
    route: 'GET /billing/v1/:tenantUUID/market/letters/:letterUUID/rpsl',
    tag: 'Letters',
    summary: 'Download the registry objects of a letter',
    description: 'As RPSL (RFC 2622): the route objects and the registry record that were asked for with it.',
    access: token,
    params: LetterPath,
    content: 'text/plain',
    handle: async (ctx, { params }) => {
      const { name, text } = await showObjects(ctx, tenantOf(ctx), params.letterUUID)
      return new Content('text/plain; charset=utf-8', text, {
        'content-disposition': `attachment; filename="${name}.txt"`,
      })
    },
  }),
  endpoint({
    id: 'confirmLetterCompany',
    route: 'POST /billing/v1/:tenantUUID/market/letters/:letterUUID/confirm-company',
    tag: 'Letters',
    summary: 'Confirm the company that a letter names',
    description:
      'Asked for where `company_name` is not the name of your lessee: until then the letter is not released. To refuse it, revoke the letter.',
    access: token,
    params: LetterPath,
    answer: DataOf(HolderWorkAnswer),
    refuses: companyRefuses,
    handle: async (ctx, { params }) => ({
      data: holderWorkAnswer(await confirmCompany(ctx, tenantOf(ctx), params.letterUUID)),
    }),
  }),
  endpoint({
    id: 'confirmHolderLetter',
    route: 'POST /billing/v1/:tenantUUID/market/letters/:letterUUID/confirm',
    tag: 'Letters',
    summary: 'Confirm that all is done for a letter',
    description: 'Your word releases it, unless this marketplace goes by data alone.',
    access: token,
    params: LetterPath,
    answer: DataOf(HolderWorkAnswer),
    refuses: confirmRefuses,
    handle: async (ctx, { params }) => ({
      data: holderWorkAnswer(await confirmLetter(ctx, holderOf(ctx), params.letterUUID)),
    }),
  }),
  endpoint({
    id: 'revokeHolderLetter',
    route: 'POST /billing/v1/:tenantUUID/market/letters/:letterUUID/revoke',
    tag: 'Letters',
    summary: 'Revoke a letter on one of your blocks',
    description: 'Both sides are told. The lease goes on; what is left of the route is in its routing health.',
    access: token,
    params: LetterPath,
    body: RevokeBody,
    answer: DataOf(HolderWorkAnswer),
    refuses: revokeRefuses,
    handle: async (ctx, { params, body }) => ({
      data: holderWorkAnswer(await revokeLetter(ctx, holderOf(ctx), params.letterUUID, body.reason)),
    }),
  }),
  endpoint({
    id: 'operatorListLetters',
    route: 'GET /portal/operator/letters',
    tag: 'Operator',
    summary: 'List letters of all companies',
    access: operator,
    query: OperatorQuery,
    answer: PageOf(OperatorLetterAnswer),
    handle: async (ctx, { query }) => {
      const wish = readQuery(query, query.holder_uuid ?? null)
      const { rows, total } = await listLetters(ctx, wish)
      return { data: rows.map(operatorLetterAnswer), meta: pageMeta(wish, rows.length, total) }
    },
  }),
  endpoint({
    id: 'operatorGetLetter',
    route: 'GET /portal/operator/letters/:letterUUID',
    tag: 'Operator',
    summary: 'Get a letter, and what its holder has to do for it',
    access: operator,
    params: LetterPath,
    answer: DataOf(OperatorWorkAnswer),
    handle: async (ctx, { params }) => ({
      data: operatorWorkAnswer(await showWork(ctx, operator, params.letterUUID)),
    }),
  }),
  endpoint({
    id: 'operatorConfirmLetter',
    route: 'POST /portal/operator/letters/:letterUUID/confirm',
    tag: 'Operator',
    summary: 'Release a letter',
    access: operator,
    params: LetterPath,
    answer: DataOf(OperatorWorkAnswer),
    refuses: confirmRefuses,
    handle: async (ctx, { params }) => ({
      data: operatorWorkAnswer(await confirmLetter(ctx, operator, params.letterUUID)),
    }),
  }),
  endpoint({
    id: 'operatorRevokeLetter',
    route: 'POST /portal/operator/letters/:letterUUID/revoke',
    tag: 'Operator',
    summary: 'Revoke a letter',
    access: operator,
    params: LetterPath,
    body: RevokeBody,
    answer: DataOf(OperatorWorkAnswer),
    refuses: revokeRefuses,
    handle: async (ctx, { params, body }) => ({
      data: operatorWorkAnswer(await revokeLetter(ctx, operator, params.letterUUID, body.reason)),
    }),
  }),
]
