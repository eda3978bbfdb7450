import { tenantOf } from '../../kernel/context.ts'
import { endpoint, roles, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, Email, named, Nullable, OneOf, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import {
  acceptInvitation,
  declineInvitation,
  invite,
  inviteAgain,
  joinByInvitation,
  listInvitations,
  openInvitation,
  withdrawInvitation,
} from './invitation.actions.ts'
import type { ShownInvitation } from './invitation.store.ts'
import { EntryAnswer, entryAnswer, Password, sessionOf } from '../person/session.routes.ts'

/** How people come into a company: its owners invite an address, whose owner accepts. */

const InvitationAnswer = named('Invitation', {
  uuid: Uuid,
  email: Type.String({ description: 'As it was typed; nothing else is known of it until it is accepted.' }),
  role: OneOf(roles),
  invited_by: Nullable(Type.String({ description: 'The name of who invited.' })),
  created_at: UnixTime,
  mailed_at: UnixTime,
  expires_at: UnixTime,
})

function invitationAnswer({ uuid, email, role, inviter, ...times }: ShownInvitation) {
  return {
    uuid,
    email,
    role,
    invited_by: inviter,
    created_at: toUnix(times.created_at) ?? 0,
    mailed_at: toUnix(times.mailed_at) ?? 0,
    expires_at: toUnix(times.expires_at) ?? 0,
  }
}

const InvitationPath = Type.Object({ invitationUUID: Uuid })
const Ticket = Text(128, { description: 'From the link in the mail.' })
const TicketBody = Body('InvitationTicket', { ticket: Ticket })

const byOwners: readonly Endpoint[] = [
  endpoint({
    id: 'portalInviteMember',
    route: 'POST /portal/companies/:tenantUUID/members',
    tag: 'Portal',
    summary: 'Invite a member',
    description:
      'Mails a link by which whoever reads that mailbox accepts or declines. The answer is the same whether or not the address has an account.',
    access: { by: 'member', role: 'owner' },
    status: 201,
    body: Body('NewInvitation', { email: Email, role: OneOf(roles) }),
    answer: DataOf(InvitationAnswer),
    examples: { body: { email: 'noc@example.net', role: 'member' } },
    refuses: identityProblem.rows('already_member', 'already_invited', 'invitation_throttled'),
    handle: async (ctx, { body }) => ({ data: invitationAnswer(await invite(ctx, tenantOf(ctx), body)) }),
  }),
  endpoint({
    id: 'portalListInvitations',
    route: 'GET /portal/companies/:tenantUUID/invitations',
    tag: 'Portal',
    summary: 'List invitations that wait for an answer',
    access: { by: 'member', role: 'viewer' },
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(InvitationAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await listInvitations(ctx, tenantOf(ctx), page)
      return { data: rows.map(invitationAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'portalResendInvitation',
    route: 'POST /portal/companies/:tenantUUID/invitations/:invitationUUID/resend',
    tag: 'Portal',
    summary: 'Mail an invitation again',
    description: 'The link that was mailed before works no more.',
    access: { by: 'member', role: 'owner' },
    params: InvitationPath,
    answer: DataOf(InvitationAnswer),
    refuses: identityProblem.rows('invitation_throttled'),
    handle: async (ctx, { params }) => ({
      data: invitationAnswer(await inviteAgain(ctx, tenantOf(ctx), params.invitationUUID)),
    }),
  }),
  endpoint({
    id: 'portalWithdrawInvitation',
    route: 'DELETE /portal/companies/:tenantUUID/invitations/:invitationUUID',
    tag: 'Portal',
    summary: 'Withdraw an invitation',
    access: { by: 'member', role: 'owner' },
    status: 204,
    params: InvitationPath,
    handle: (ctx, { params }) => withdrawInvitation(ctx, tenantOf(ctx), params.invitationUUID),
  }),
]

const byTheInvited: readonly Endpoint[] = [
  endpoint({
    id: 'portalOpenInvitation',
    route: 'POST /portal/invitation',
    tag: 'Portal',
    summary: 'See what one is invited to',
    description: 'With the ticket from the mail, which it does not use up.',
    access: { by: 'anyone' },
    body: TicketBody,
    answer: DataOf(
      named('OpenedInvitation', {
        email: Type.String(),
        company: Type.String(),
        role: OneOf(roles),
        invited_by: Nullable(Type.String()),
        expires_at: UnixTime,
        has_account: Type.Boolean({ description: 'Whether to sign in to accept, or to choose a name and a password.' }),
      }),
    ),
    refuses: identityProblem.rows('invitation_invalid'),
    handle: async (ctx, { body }) => {
      const { email, company, role, inviter, expires_at, hasAccount } = await openInvitation(ctx, body.ticket)
      const answer = { email, company, role, invited_by: inviter, expires_at: toUnix(expires_at) ?? 0 }
      return { data: { ...answer, has_account: hasAccount } }
    },
  }),
  endpoint({
    id: 'portalAcceptInvitation',
    route: 'POST /portal/invitation/accept',
    tag: 'Portal',
    summary: 'Accept an invitation, signed in',
    access: { by: 'person' },
    body: TicketBody,
    answer: DataOf(named('JoinedCompany', { uuid: Uuid, customer_number: Type.Integer(), title: Type.String() })),
    refuses: identityProblem.rows('invitation_invalid', 'invitation_for_another', 'too_many_companies'),
    handle: async (ctx, { body, caller }) => {
      const { uuid, customer_number, title } = await acceptInvitation(ctx, sessionOf(caller).userUuid, body.ticket)
      return { data: { uuid, customer_number, title } }
    },
  }),
  endpoint({
    id: 'portalJoinByInvitation',
    route: 'POST /portal/invitation/join',
    tag: 'Portal',
    summary: 'Accept an invitation without an account',
    description: 'Chooses a name and a password, and signs in.',
    access: { by: 'anyone' },
    body: Body('Joining', { ticket: Ticket, name: Text(255), password: Password }),
    answer: EntryAnswer,
    refuses: identityProblem.rows(
      'invitation_invalid',
      'name_unacceptable',
      'password_weak',
      'account_exists',
      'too_many_companies',
    ),
    handle: async (ctx, { body, request }) => entryAnswer(await joinByInvitation(ctx, body, request)),
  }),
  endpoint({
    id: 'portalDeclineInvitation',
    route: 'POST /portal/invitation/decline',
    tag: 'Portal',
    summary: 'Decline an invitation',
    access: { by: 'anyone' },
    status: 204,
    body: TicketBody,
    refuses: identityProblem.rows('invitation_invalid'),
    handle: (ctx, { body }) => declineInvitation(ctx, body.ticket),
  }),
]

export const invitationRoutes: readonly Endpoint[] = [...byOwners, ...byTheInvited]
