import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Answer, Body, named, Text, Type } from '../../kernel/http/schema.ts'
import { asnAnswer, asnFields, asnOf, AsnPath, networkProblem } from '../../network/index.ts'
import { validateAsnFor } from './asn-validation.actions.ts'
import { lettersProblem } from '../letters.problems.ts'

const AsnForSubnetsAnswer = named('AsnVerdictForSubnets', {
  ...asnFields,
  subnets: Type.Array(Answer({ subnet: Type.String(), already_added: Type.Boolean() })),
})

export const asnValidationRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'validateAsnForSubnets',
    route: 'POST /billing/v1/:tenantUUID/asn/validate/:asn',
    tag: 'ASN',
    summary: 'Validate ASN against subnets',
    description: 'Whether a letter for this AS number can be put into the cart, for each of the leased subnets named.',
    access: { by: 'token', scope: 'billing' },
    params: AsnPath,
    body: Body('SubnetsForAsn', {
      subnets: Type.Array(Text(18, { examples: ['192.0.2.0/24'] }), { maxItems: 500 }),
    }),
    answer: AsnForSubnetsAnswer,
    refuses: [...networkProblem.rows('asn_invalid'), ...lettersProblem.rows('subnets_not_leased')],
    handle: async (ctx, { params, body }) => {
      const { subnets, ...verdict } = await validateAsnFor(ctx, tenantOf(ctx), asnOf(params), body.subnets)
      return {
        ...asnAnswer(verdict),
        subnets: subnets.map(({ subnet, alreadyAdded }) => ({ subnet, already_added: alreadyAdded })),
      }
    },
  }),
]
