import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, OneOf, Type } from '../../kernel/http/schema.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { sessionOf } from '../person/session.routes.ts'
import { knownScopes } from '../scope.rules.ts'
import { issueExplorerToken } from './explorer.actions.ts'
import { TokenAnswer } from './token.wire.ts'

export const explorerRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalIssueExplorerToken',
    route: 'POST /portal/companies/:tenantUUID/explorer-tokens',
    tag: 'Portal',
    summary: 'Get a token to try the API with',
    description:
      'What [/docs](/docs) uses: an access token of ten minutes for a company of your own, with scopes that your role gives. ' +
      'Viewers get scopes that read. What is done with it is your doing in the audit log; it ends when you sign out, ' +
      'when your role no longer gives its scopes, and when the company is suspended.',
    access: { by: 'member', role: 'viewer' },
    status: 201,
    body: Body('NewExplorerToken', {
      scopes: Type.Array(OneOf(knownScopes), { minItems: 1, maxItems: knownScopes.length }),
    }),
    answer: DataOf(TokenAnswer),
    examples: { body: { scopes: ['billing:read'] } },
    refuses: kernelProblem.rows('role_missing', 'company_closed'),
    handle: async (ctx, { caller, body }) => ({
      data: await issueExplorerToken(ctx, sessionOf(caller), [...new Set(body.scopes)]),
    }),
  }),
]
