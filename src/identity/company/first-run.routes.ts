import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, Email, Text } from '../../kernel/http/schema.ts'
import { identityProblem } from '../identity.problems.ts'
import { Password } from '../person/session.routes.ts'
import { beginOperating } from './first-run.actions.ts'

export const firstRunRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalFirstRun',
    route: 'POST /portal/first-run',
    tag: 'Portal',
    summary: 'Make the operator company and its first person',
    description:
      'With the ticket behind the # of the address that a start prints while there is no operator company. It works once, within 24 hours.',
    access: { by: 'anyone' },
    status: 204,
    body: Body('FirstRun', {
      ticket: Text(512),
      company: Body('FirstRunCompany', { title: Text(255) }),
      name: Text(255),
      email: Email,
      password: Password,
    }),
    refuses: identityProblem.rows('first_run_over', 'password_weak', 'name_unacceptable'),
    handle: (ctx, { body }) => beginOperating(ctx, body),
  }),
]
