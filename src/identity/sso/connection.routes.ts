import { tenantOf, type Context } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { endpoint, Reply, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, named, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { configureProvider, removeProvider, showSignOn, switchSignOn, type SignOn } from './connection.actions.ts'
import { DomainAnswer, domainAnswer, ProviderBody, SignOnAnswer, signOnAnswer, SwitchBody } from './connection.wire.ts'
import { addDomain, proveDomain, removeDomain } from './domain.actions.ts'
import { listLinked, unlink } from './link.actions.ts'
import { beginTest, callbackUrl } from './sign-on.actions.ts'
import { signOnProblem, signOnRefusal } from './sign-on.problems.ts'
import { WayAnswer } from './sign-on.wire.ts'

/** How an owner sets the company's own sign-on up. */

const path = '/portal/companies/:tenantUUID/sso'
const common = { tag: 'Portal', access: { by: 'member', role: 'owner' } } as const
const DomainPath = Type.Object({ domainUUID: Uuid })

const shown = (ctx: Context, signOn: SignOn) => ({ data: signOnAnswer(callbackUrl(ctx), signOn) })

const provider: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'portalShowSignOn',
    route: `GET ${path}`,
    summary: "Show the company's single sign-on",
    answer: DataOf(SignOnAnswer),
    handle: async (ctx) => shown(ctx, await showSignOn(ctx, tenantOf(ctx))),
  }),
  endpoint({
    ...common,
    id: 'portalConfigureSignOn',
    route: `PUT ${path}`,
    freshProof: true,
    summary: "Say which identity provider is the company's",
    description:
      'By OpenID Connect. With another issuer or client ID it is switched off until it was tested again, nobody is linked, and whoever came by it is signed out.',
    body: ProviderBody,
    answer: DataOf(SignOnAnswer),
    examples: {
      body: {
        issuer: 'https://login.example.net/realms/staff',
        client_id: 'sublet',
        client_secret: 'from the provider',
        default_role: 'viewer',
      },
    },
    refuses: signOnProblem.rows('sso_issuer_refused', 'sso_secret_missing'),
    handle: async (ctx, { body }) =>
      shown(
        ctx,
        await configureProvider(ctx, tenantOf(ctx), {
          ...body,
          issuer: body.issuer.trim(),
          trusts_email: body.trusts_email ?? false,
        }),
      ),
  }),
  endpoint({
    ...common,
    id: 'portalSwitchSignOn',
    route: `PATCH ${path}`,
    freshProof: true,
    summary: 'Switch single sign-on on or off, or require it',
    body: SwitchBody,
    answer: DataOf(SignOnAnswer),
    examples: { body: { enabled: true } },
    refuses: signOnProblem.rows('sso_not_configured', 'sso_untested', 'sso_no_domain'),
    handle: async (ctx, { body }) => shown(ctx, await switchSignOn(ctx, tenantOf(ctx), body)),
  }),
  endpoint({
    ...common,
    id: 'portalRemoveSignOn',
    route: `DELETE ${path}`,
    summary: "Remove the company's identity provider",
    description: 'Whoever came by it is signed out. The domains stay proven.',
    status: 204,
    refuses: signOnProblem.rows('sso_not_configured'),
    handle: (ctx) => removeProvider(ctx, tenantOf(ctx)),
  }),
  endpoint({
    ...common,
    id: 'portalTestSignOn',
    route: `POST ${path}/test`,
    summary: 'Test the single sign-on',
    description:
      'Go to the address with the same browser: it is the whole way, except that nobody is signed in at its end. It comes back to the page of the sign-on, with `tested` or `refused`.',
    ownTransactions: true,
    answer: DataOf(WayAnswer),
    refuses: [
      ...signOnProblem.rows('sso_not_configured'),
      ...signOnRefusal.rows('sso_provider_unreachable', 'sso_provider_unusable', 'sso_issuer_wrong'),
    ],
    handle: async (ctx, { request }) => {
      const { url, cookie } = await beginTest(ctx, tenantOf(ctx), request)
      return new Reply({ data: { url } }, { 'set-cookie': cookie })
    },
  }),
]

const domains: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'portalAddSignOnDomain',
    route: `POST ${path}/domains`,
    summary: 'Name a mail domain of the company',
    description: 'It counts once it is proven, and is then no other company’s. Domains within it are others.',
    status: 201,
    body: Body('NewSignOnDomain', { domain: Text(253) }),
    answer: DataOf(DomainAnswer),
    examples: { body: { domain: 'example.net' } },
    refuses: signOnProblem.rows('sso_domain_invalid', 'sso_domain_public', 'sso_domain_taken', 'sso_too_many_domains'),
    handle: async (ctx, { body }) => ({ data: domainAnswer(await addDomain(ctx, tenantOf(ctx), body.domain)) }),
  }),
  endpoint({
    ...common,
    id: 'portalProveSignOnDomain',
    route: `POST ${path}/domains/:domainUUID/prove`,
    freshProof: true,
    summary: 'Look for the record that proves a mail domain',
    description: 'Asks the name servers of its zone. The first company to prove it has it.',
    params: DomainPath,
    ownTransactions: true,
    answer: DataOf(DomainAnswer),
    refuses: signOnProblem.rows('sso_domain_unproven', 'sso_domain_taken'),
    handle: async (ctx, { params }) => ({
      data: domainAnswer(await proveDomain(ctx, tenantOf(ctx), params.domainUUID)),
    }),
  }),
  endpoint({
    ...common,
    id: 'portalRemoveSignOnDomain',
    route: `DELETE ${path}/domains/:domainUUID`,
    summary: 'Remove a mail domain',
    description: 'Whoever came by it is signed out.',
    status: 204,
    params: DomainPath,
    handle: (ctx, { params }) => removeDomain(ctx, tenantOf(ctx), params.domainUUID),
  }),
]

const people: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'portalListSignOnPeople',
    route: `GET ${path}/people`,
    summary: 'List who is linked to an account of the identity provider',
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(
      named('SignOnPerson', {
        uuid: Uuid,
        email: Type.String(),
        name: Type.String(),
        member: Type.Boolean({ description: 'False: was removed, and does not come in.' }),
        linked_at: UnixTime,
      }),
    ),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await listLinked(ctx, tenantOf(ctx), page)
      const data = rows.map((row) => ({ ...row, linked_at: toUnix(row.linked_at) ?? 0 }))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    ...common,
    id: 'portalUnlinkSignOnPerson',
    route: `DELETE ${path}/people/:personUUID`,
    freshProof: true,
    summary: 'Forget which account of the identity provider somebody has',
    description: 'They are signed out; whoever comes with their address next is linked to it.',
    status: 204,
    params: Type.Object({ personUUID: Uuid }),
    handle: (ctx, { params }) => unlink(ctx, tenantOf(ctx), params.personUUID),
  }),
]

export const ssoRoutes: readonly Endpoint[] = [...provider, ...domains, ...people]
