import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, Int, named, Text, Type, UnixTime } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { networkProblem } from '../network.problems.ts'
import { acceptAsn, endAcceptance, pageOfAcceptances, type AsnAcceptance } from './acceptance.actions.ts'
import { largestAsn } from './asn.rules.ts'
import { asnOf, AsnPath } from './asn.wire.ts'

const path = '/portal/operator/asn-acceptances'
const access = { by: 'operator' } as const
const tag = 'Operator'
const perPage = 25

const AcceptanceAnswer = named('AsnAcceptance', {
  asn: Int(1, largestAsn),
  reason: Type.String(),
  accepted_at: UnixTime,
  until: UnixTime,
})

const acceptanceAnswer = ({ asn, reason, accepted_at, until }: AsnAcceptance) => ({
  asn,
  reason,
  accepted_at: toUnix(accepted_at),
  until: toUnix(until),
})

export const acceptanceRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorListAsnAcceptances',
    route: `GET ${path}`,
    tag,
    summary: 'List AS numbers that were accepted although data is missing',
    description: 'The newest first, also those that have lapsed.',
    access,
    query: pageQuery({ perPage, sortable: [] }),
    answer: PageOf(AcceptanceAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await pageOfAcceptances(ctx, page)
      return { data: rows.map(acceptanceAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'operatorAcceptAsn',
    route: `PUT ${path}/:asn`,
    tag,
    summary: 'Accept an AS number although data to judge it by is missing',
    description: 'It may get letters until then. What is known to be wrong with it still counts.',
    access,
    params: AsnPath,
    body: Body('NewAsnAcceptance', {
      reason: Text(600),
      until: Int(0, 253_402_300_799, { description: 'Unix seconds, within the next 366 days.' }),
    }),
    answer: DataOf(AcceptanceAnswer),
    refuses: networkProblem.rows('asn_invalid', 'acceptance_end'),
    handle: async (ctx, { params, body }) => ({
      data: acceptanceAnswer(await acceptAsn(ctx, asnOf(params), body.reason, new Date(body.until * 1_000))),
    }),
  }),
  endpoint({
    id: 'operatorEndAsnAcceptance',
    route: `DELETE ${path}/:asn`,
    tag,
    summary: 'Accept an AS number no longer',
    access,
    status: 204,
    params: AsnPath,
    refuses: networkProblem.rows('asn_invalid'),
    handle: (ctx, { params }) => endAcceptance(ctx, asnOf(params)),
  }),
]
