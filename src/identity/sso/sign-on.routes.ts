import { Content, endpoint, Reply, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, Email, named, Text, Type } from '../../kernel/http/schema.ts'
import { identityProblem } from '../identity.problems.ts'
import { beginSignOn, callbackPath, endSignOn, isOffered } from './sign-on.actions.ts'
import { signOnRefusal } from './sign-on.problems.ts'
import { WayAnswer } from './sign-on.wire.ts'

/** How people come in by their company's identity provider. */

const codes = signOnRefusal.all.map(({ code }) => `\`${code}\``).join(', ')

export const signOnRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalLookForSignOn',
    route: 'POST /portal/sso/look-up',
    tag: 'Portal',
    summary: 'Ask whether an address signs in through single sign-on',
    description: 'Tells of its domain, never whether there is such a person.',
    access: { by: 'anyone' },
    body: Body('SignOnQuestion', { email: Email }),
    answer: DataOf(named('SignOnOffer', { sign_on: Type.Boolean() })),
    handle: async (ctx, { body }) => ({ data: { sign_on: await isOffered(ctx, body.email) } }),
  }),
  endpoint({
    id: 'portalBeginSignOn',
    route: 'POST /portal/sso/start',
    tag: 'Portal',
    summary: 'Begin to sign in through single sign-on',
    description:
      'Answers where to send the browser, and gives it a cookie without which the way back does not work. Both are good for ten minutes.',
    access: { by: 'anyone' },
    body: Body('SignOnStart', {
      email: Email,
      to: Type.Optional(Text(2_000, { description: 'The page of the portal to come to.' })),
    }),
    ownTransactions: true,
    answer: DataOf(WayAnswer),
    examples: { body: { email: 'ops@example.net', to: '/home' } },
    refuses: [
      ...identityProblem.rows('sign_in_throttled'),
      ...signOnRefusal.rows('sso_not_offered', 'sso_provider_unreachable', 'sso_provider_unusable', 'sso_issuer_wrong'),
    ],
    handle: async (ctx, { body, request }) => {
      const { url, cookie } = await beginSignOn(ctx, body, request)
      return new Reply({ data: { url } }, { 'set-cookie': cookie })
    },
  }),
  endpoint({
    id: 'portalEndSignOn',
    route: `GET ${callbackPath}`,
    tag: 'Portal',
    summary: 'Come back from an identity provider',
    description: `Signs in, for the company of that provider only, and leads on to a page of the portal; what is refused stands in its address as \`refused\`: ${codes}.`,
    access: { by: 'anyone' },
    query: Type.Object({
      state: Type.Optional(Text(200)),
      code: Type.Optional(Text(6_000)),
      iss: Type.Optional(Text(500)),
      error: Type.Optional(Text(200)),
      error_description: Type.Optional(Text(2_000)),
    }),
    content: 'text/plain',
    also: { 303: 'To a page of the portal, always.' },
    handle: async (ctx, { query, request }) => {
      const { location, cookie } = await endSignOn(ctx, query, request)
      return new Content('text/plain', '', { location, ...(cookie === null ? {} : { 'set-cookie': cookie }) }, 303)
    },
  }),
]
