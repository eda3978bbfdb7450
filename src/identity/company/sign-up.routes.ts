import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, Email, Int, named, OneOf, Text, Type } from '../../kernel/http/schema.ts'
import { CompanyAnswer, companyAnswer } from './company.routes.ts'
import { identityProblem } from '../identity.problems.ts'
import { sessionOf } from '../person/session.routes.ts'
import { foundCompany, signUp } from './sign-up.actions.ts'

/** How companies come in by themselves. */

const Founding = Body('NewCompany', {
  title: Text(255),
  role: OneOf(['holder', 'lessee'], 'What the company mainly wants to do; every company may do both.'),
})

export const signUpRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalSignUp',
    route: 'POST /portal/sign-up',
    tag: 'Portal',
    summary: 'Sign up',
    description:
      'Mails a link to choose a password, which proves the address; with that, person and company come into being. The answer is the same whether or not the address has an account, and takes as long.',
    access: { by: 'anyone' },
    body: Body('SignUp', {
      email: Email,
      name: Text(255),
      company: Founding,
      terms_version: Type.Optional(
        Int(1, 1_000_000, {
          description: 'The terms that were accepted: needed where the operator has published any.',
        }),
      ),
    }),
    answer: DataOf(
      named('SignedUp', { sandbox: Type.Boolean({ description: 'Whether the mail stays in the mailbox here.' }) }),
    ),
    examples: {
      body: { email: 'ann@example.net', name: 'Ann Example', company: { title: 'Example Networks', role: 'lessee' } },
    },
    refuses: identityProblem.rows(
      'name_unacceptable',
      'sign_in_throttled',
      'site_terms_not_accepted',
      'site_terms_unknown',
      'site_terms_superseded',
    ),
    handle: async (ctx, { body, request }) => {
      await signUp(ctx, body, request.ip)
      return { data: { sandbox: ctx.house.config.sandbox } }
    },
  }),
  endpoint({
    id: 'portalFoundCompany',
    route: 'POST /portal/companies',
    tag: 'Portal',
    summary: 'Found a company',
    description: 'The person who is signed in becomes its owner.',
    access: { by: 'person' },
    status: 201,
    body: Founding,
    answer: DataOf(CompanyAnswer),
    examples: { body: { title: 'Example Networks', role: 'holder' } },
    refuses: identityProblem.rows('name_unacceptable', 'too_many_companies'),
    handle: async (ctx, { body, caller }) => ({
      data: companyAnswer(await foundCompany(ctx, sessionOf(caller).userUuid, body)),
    }),
  }),
]
