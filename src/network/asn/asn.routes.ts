import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, Text } from '../../kernel/http/schema.ts'
import { banAsn, pageOfBans, unbanAsn, validateAsn } from './asn.actions.ts'
import { AsnAnswer, asnAnswer, asnOf, AsnPath, BanAnswer, banAnswer } from './asn.wire.ts'
import { networkProblem } from '../network.problems.ts'

const bans = '/portal/operator/asn-bans'
const operator = { by: 'operator' } as const
const perPage = 25

export const asnRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'validateAsn',
    route: 'GET /billing/v1/common/asn/validate/:asn',
    tag: 'ASN',
    summary: 'Validate ASN',
    description: 'What is known of an AS number, and whether it may get letters of authorisation here.',
    access: { by: 'token', scope: 'billing' },
    params: AsnPath,
    answer: AsnAnswer,
    refuses: networkProblem.rows('asn_invalid'),
    handle: async (ctx, { params }) => asnAnswer(await validateAsn(ctx, asnOf(params))),
  }),
  endpoint({
    id: 'operatorListAsnBans',
    route: `GET ${bans}`,
    tag: 'Operator',
    summary: 'List banned AS numbers',
    description: 'The newest first.',
    access: operator,
    query: pageQuery({ perPage, sortable: [] }),
    answer: PageOf(BanAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await pageOfBans(ctx, page)
      return { data: rows.map(banAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'operatorBanAsn',
    route: `PUT ${bans}/:asn`,
    tag: 'Operator',
    summary: 'Ban an AS number',
    description: 'It gets no more letters; those it has stay. Banning it again replaces the reason.',
    access: operator,
    params: AsnPath,
    body: Body('NewAsnBan', { reason: Text(600) }),
    answer: DataOf(BanAnswer),
    refuses: networkProblem.rows('asn_invalid'),
    handle: async (ctx, { params, body }) => ({ data: banAnswer(await banAsn(ctx, asnOf(params), body.reason)) }),
  }),
  endpoint({
    id: 'operatorUnbanAsn',
    route: `DELETE ${bans}/:asn`,
    tag: 'Operator',
    summary: 'Lift the ban on an AS number',
    access: operator,
    status: 204,
    params: AsnPath,
    refuses: networkProblem.rows('asn_invalid'),
    handle: (ctx, { params }) => unbanAsn(ctx, asnOf(params)),
  }),
]
