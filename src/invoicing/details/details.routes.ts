import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import {
  Body,
  DataOf,
  ListOf,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { confirmDetails, requestDetails, showDetails, withdrawDetails, type DetailsView } from './details.actions.ts'
import { maskedIban } from './details.rules.ts'
import { bankDetailsStates } from './details.states.ts'
import type { BankDetails } from './details.store.ts'

/** Where a holder is paid to. Only owners name it, and only by the mail that all of them get it counts. */

const DetailsAnswer = named('BankDetails', {
  uuid: Uuid,
  status: OneOf(bankDetailsStates.states),
  account_holder: Type.String(),
  iban: Type.String({ description: 'In part.', examples: ['DE89••••••••••••••3000'] }),
  bic: Nullable(Type.String()),
  address: Type.Array(Type.String()),
  country_code: Type.String(),
  vat_number: Nullable(Type.String()),
  requested_at: UnixTime,
  confirmed_at: Nullable(UnixTime),
  effective_at: Nullable(UnixTime),
})

const ViewAnswer = named('PayoutAccount', {
  current: { ...Nullable(DetailsAnswer), description: 'Where payouts go to now.' },
  next: { ...Nullable(DetailsAnswer), description: 'What waits for its confirmation, or is held for three days.' },
})

const detailsAnswer = (details: BankDetails): Static<typeof DetailsAnswer> => ({
  uuid: details.uuid,
  status: details.status,
  account_holder: details.account_holder,
  iban: maskedIban(details.iban),
  bic: details.bic,
  address: [...details.address],
  country_code: details.country_code,
  vat_number: details.vat_number,
  requested_at: toUnix(details.requested_at),
  confirmed_at: toUnix(details.confirmed_at),
  effective_at: toUnix(details.effective_at),
})

const viewAnswer = ({ current, next }: DetailsView): Static<typeof ViewAnswer> => ({
  current: current && detailsAnswer(current),
  next: next && detailsAnswer(next),
})

const path = '/portal/companies/:tenantUUID/payout-account'

export const detailsRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'getPayoutAccount',
    route: `GET ${path}`,
    tag: 'Portal',
    summary: 'Read where payouts go to',
    access: { by: 'member', role: 'viewer' },
    answer: DataOf(ViewAnswer),
    handle: async (ctx) => ({ data: viewAnswer(await showDetails(ctx, tenantOf(ctx))) }),
  }),
  endpoint({
    id: 'requestPayoutAccount',
    route: `PUT ${path}`,
    tag: 'Portal',
    summary: 'Name the bank account for payouts',
    description:
      'All owners are mailed a link that confirms it. The first account then counts at once, another one three days later.',
    access: { by: 'member', role: 'owner' },
    freshProof: true,
    body: Body('NewPayoutAccount', {
      account_holder: Text(70, { examples: ['Example GmbH'] }),
      iban: Text(42, { examples: ['DE89 3704 0044 0532 0130 00'] }),
      bic: Type.Optional(Nullable(Text(11))),
      address: ListOf(Text(100), 5),
      country_code: Type.String({ pattern: '^[A-Za-z]{2}$', examples: ['DE'] }),
      vat_number: Type.Optional(Nullable(Text(50))),
    }),
    answer: DataOf(ViewAnswer),
    handle: async (ctx, { body }) => {
      const wish = { ...body, bic: body.bic ?? null, vat_number: body.vat_number ?? null }
      return { data: viewAnswer(await requestDetails(ctx, tenantOf(ctx), wish)) }
    },
  }),
  endpoint({
    id: 'confirmPayoutAccount',
    route: `POST ${path}/confirm`,
    tag: 'Portal',
    summary: 'Confirm the bank account by the link that was mailed',
    access: { by: 'member', role: 'owner' },
    freshProof: true,
    body: Body('PayoutAccountTicket', { ticket: Text(100, { description: 'From the link in the mail.' }) }),
    answer: DataOf(ViewAnswer),
    refuses: invoicingProblem.rows('ticket_wrong'),
    handle: async (ctx, { body }) => ({ data: viewAnswer(await confirmDetails(ctx, tenantOf(ctx), body.ticket)) }),
  }),
  endpoint({
    id: 'withdrawPayoutAccount',
    route: `DELETE ${path}`,
    tag: 'Portal',
    summary: 'Withdraw an account that does not count yet',
    access: { by: 'member', role: 'owner' },
    answer: DataOf(ViewAnswer),
    refuses: invoicingProblem.rows('nothing_to_withdraw'),
    handle: async (ctx) => ({ data: viewAnswer(await withdrawDetails(ctx, tenantOf(ctx))) }),
  }),
]
