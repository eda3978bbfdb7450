import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, Int, named, Nullable, OneOf, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import { sessionOf } from '../person/session.routes.ts'
import { acceptTerms, listAcceptances } from './acceptance.actions.ts'
import { longestSiteText, siteTextKinds } from './site-text.rules.ts'
import { listCurrentTexts, listVersions, publishText, showText } from './site-text.actions.ts'

/** Terms, privacy and contact: what operators publish, everybody reads and people accept. */

const Version = Int(1, 1_000_000, { description: 'From 1, without gaps.' })
const TextPath = Type.Object({ textKind: OneOf(siteTextKinds) })

const about = { kind: OneOf(siteTextKinds), version: Type.Integer(), published_at: UnixTime }
const CurrentTextAnswer = named('CurrentSiteText', about)
const SiteTextAnswer = named('SiteText', {
  ...about,
  markdown: Type.String({ description: 'CommonMark. HTML in it is text: whoever shows it must not let it through.' }),
})

const inUnix = <T extends { readonly published_at: Date }>(text: T) => ({
  ...text,
  published_at: toUnix(text.published_at) ?? 0,
})

const forEverybody: readonly Endpoint[] = [
  endpoint({
    id: 'portalListTexts',
    route: 'GET /portal/texts',
    tag: 'Portal',
    summary: 'Which texts the operator has published',
    access: { by: 'anyone' },
    tagged: true,
    answer: DataOf(Type.Array(CurrentTextAnswer)),
    handle: async (ctx) => ({ data: (await listCurrentTexts(ctx)).map(inUnix) }),
  }),
  endpoint({
    id: 'portalShowText',
    route: 'GET /portal/texts/:textKind',
    tag: 'Portal',
    summary: 'One of them, also as it was',
    access: { by: 'anyone' },
    tagged: true,
    params: TextPath,
    query: Type.Object({ version: Type.Optional(Version) }),
    answer: DataOf(SiteTextAnswer),
    handle: async (ctx, { params, query }) => ({
      data: inUnix(await showText(ctx, params.textKind, query.version ?? null)),
    }),
  }),
  endpoint({
    id: 'portalAcceptTerms',
    route: 'POST /portal/me/terms',
    tag: 'Portal',
    summary: 'Accept the terms',
    description: 'Those of now; sent again, it stays with the first time.',
    access: { by: 'person', vouched: true },
    status: 204,
    body: Body('TermsAcceptance', { version: Version }),
    examples: { body: { version: 2 } },
    refuses: identityProblem.rows('site_terms_unknown', 'site_terms_superseded'),
    handle: (ctx, { body, caller }) => acceptTerms(ctx, sessionOf(caller).userUuid, body.version),
  }),
]

const operator = { tag: 'Operator', access: { by: 'operator' } } as const

const VersionAnswer = named('SiteTextVersion', {
  ...about,
  must_accept: Type.Boolean({ description: 'Whoever has accepted an older version only is asked again.' }),
  publisher: Nullable(Type.String({ description: 'The name of who published it.' })),
})

const AcceptanceAnswer = named('AcceptedTerms', {
  person_uuid: Uuid,
  email: Type.String(),
  name: Type.String(),
  version: Type.Integer(),
  accepted_at: UnixTime,
})

const byOperators: readonly Endpoint[] = [
  endpoint({
    ...operator,
    id: 'operatorPublishText',
    route: 'POST /portal/operator/texts/:textKind',
    summary: 'Publish a new version of a text',
    description: 'What was published stays as it was. The first terms are to be accepted by everybody.',
    status: 201,
    params: TextPath,
    body: Body('NewSiteText', {
      markdown: Text(longestSiteText, {
        pattern: String.raw`\S`,
        description: 'CommonMark, without HTML.',
        examples: ['# Terms\n\nBe kind.'],
      }),
      follows: Int(0, 1_000_000, { description: 'The version it takes the place of; 0 for the first.' }),
      ask_again: Type.Optional(
        Type.Boolean({ description: 'Of terms: whether those who accepted an older version are asked again.' }),
      ),
    }),
    answer: DataOf(CurrentTextAnswer),
    examples: { body: { markdown: '# Terms\n\nBe kind.', follows: 1, ask_again: true } },
    refuses: identityProblem.rows('text_replaced'),
    handle: async (ctx, { params, body, caller }) => {
      const given = { markdown: body.markdown, follows: body.follows, askAgain: body.ask_again ?? false }
      const text = await publishText(ctx, sessionOf(caller).userUuid, params.textKind, given)
      return { data: inUnix({ kind: text.kind, version: text.version, published_at: text.published_at }) }
    },
  }),
  endpoint({
    ...operator,
    id: 'operatorListTextVersions',
    route: 'GET /portal/operator/texts/:textKind/versions',
    summary: 'List the versions of a text',
    params: TextPath,
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(VersionAnswer),
    handle: async (ctx, { params, query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await listVersions(ctx, params.textKind, page)
      return { data: rows.map(inUnix), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    ...operator,
    id: 'operatorListAcceptances',
    route: 'GET /portal/operator/terms-acceptances',
    summary: 'List who has accepted which terms, and when',
    query: pageQuery({
      perPage: 25,
      sortable: [],
      filters: { search: Type.Optional(Text(255, { description: 'Part of the address or of the name.' })) },
    }),
    answer: PageOf(AcceptanceAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await listAcceptances(ctx, query.filter?.search ?? '', page)
      const data = rows.map(({ accepted_at, ...rest }) => ({ ...rest, accepted_at: toUnix(accepted_at) ?? 0 }))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
]

export const siteTextRoutes: readonly Endpoint[] = [...forEverybody, ...byOperators]
