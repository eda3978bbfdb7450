/** What the audit log calls its entries, in words: everything that an action of any slice can be, in the past tense. */

type Data = Readonly<Record<string, unknown>>

export const auditWords: Readonly<Record<string, string | ((data: Data) => string)>> = {
  'allocation.claim': 'Block set aside for an order',
  'allocation.unclaim': 'Block given back by an order',
  'allocation.lease': 'Block let',
  'allocation.release': 'Block free again',
  'allocation.rest': 'Block resting after its lease',
  'allocation.end': 'Block free again after its lease',
  'app_key.created': 'App key created',
  'app_key.restricted': 'Addresses of an app key changed',
  'app_key.revoked': 'App key revoked',
  'app_key.rotated': 'App key given a new secret',
  'app_key.secret_ended': 'Old secret of an app key ended',
  'asn.banned': 'AS number banned',
  'asn.unbanned': 'AS number allowed again',
  'asn.accepted': 'AS number accepted without data',
  'asn.acceptance_ended': 'AS number no longer accepted without data',
  'bank_details.confirm': 'Bank account for payouts confirmed',
  'bank_details.requested': 'Bank account for payouts named',
  'bank_details.withdraw': 'Bank account for payouts withdrawn',
  'bank_line.book': 'Bank transfer booked',
  'bank_line.dismiss': 'Bank transfer dismissed',
  'cart.opened': 'Cart opened',
  'cart.changed': 'Cart changed',
  'cart.check_out': 'Checkout begun',
  'cart.give_back': 'Checkout given up',
  'cart.order': 'Cart ordered',
  'clock.advanced': 'Test clock moved ahead',
  'commitment.start': 'Commitment begun',
  'commitment.complete': 'Commitment kept to its end',
  'commitment.terminate': 'Commitment ended early',
  'credits.deposited': 'Credits received by a bank transfer',
  'credits.granted': 'Credits granted',
  'customer_address.added': 'Billing address added',
  'customer_address.changed': 'Billing address changed',
  'customer_address.removed': 'Billing address removed',
  'customer_address.vat_checked': ({ status }) =>
    status === 'valid'
      ? 'VAT number found valid'
      : status === 'invalid'
        ? 'VAT number found invalid'
        : 'VAT number could not be checked',
  'discount_code.created': 'Discount code given out',
  'discount_code.ended': 'Discount code ended',
  'explorer_token.issued': 'Token to try the API issued',
  'geofeed.set': 'Places of a lease written down',
  'geofeed.removed': 'Places of a lease removed',
  'invoice.issue': 'Invoice issued',
  'invoice.issued': 'Invoice issued',
  'invoice.pay': 'Invoice paid',
  'invoice.cancel': 'Invoice cancelled',
  'invoice.refund_begun': 'Refund begun',
  'invoice.refund': 'Invoice refunded',
  'lease.activate': 'Lease begun',
  'lease.suspend': 'Lease suspended',
  'lease.resume': 'Lease resumed',
  'lease.terminate': 'Lease ended',
  'letter.created': 'Letter ordered',
  'letter.company_confirmed': 'Company on a letter confirmed',
  'letter.release': 'Letter released',
  'letter.renewed': 'Letter signed anew',
  'letter.revoke': 'Letter revoked',
  'letter.expire': 'Letter expired',
  'letter.gone': 'Route of an ended letter gone',
  'letter_key.created': 'Key to sign letters with made',
  'letter_line.added': 'Letters put into the cart',
  'letter_line.removed': 'Letters taken out of the cart',
  'member.added': 'Member added',
  'member.invited': 'Address invited',
  'member.invited_again': 'Invitation mailed again',
  'member.invitation_withdrawn': 'Invitation withdrawn',
  'mail.sent_later': 'Kept mail sent',
  'member.invitation_declined': 'Invitation declined',
  'member.role_changed': 'Role of a member changed',
  'member.removed': 'Member removed',
  'network.replaced': 'Network data replaced',
  'network.removed': 'Network data removed',
  'network_import.begin': ({ trial }) => (trial ? 'Test of a source begun' : 'Import begun'),
  'network_import.finish': ({ trial }) => (trial ? 'Test of a source done' : 'Import done'),
  'network_import.fail': ({ trial }) => (trial ? 'Test of a source failed' : 'Import failed'),
  'network_import.abandon': ({ trial }) => (trial ? 'Test of a source abandoned' : 'Import abandoned'),
  'offer.listed': 'Block offered',
  'offer.changed': 'Offer changed',
  'offer.children_toggled': ({ hidden, shown }) =>
    shown === 0
      ? 'Parts of an offer hidden'
      : hidden === 0
        ? 'Parts of an offer shown again'
        : 'Parts of an offer hidden and shown',
  'offer.authorised': 'Authorisation of an offer signed',
  'offer.authorisation_revoked': 'Authorisation of an offer revoked',
  'offer.code_wrong': 'Wrong code given for an offer',
  'offer.code_resent': 'New code sent for an offer',
  'offer.way_chosen': ({ way }) => `Way of proof chosen: ${String(way)}`,
  'offer.document_kept': 'Document sent to prove a block',
  'offer.proof_consented': 'Operator convinced of the proof of a block',
  'offer.proof_doubted': 'Record of a proven block names another holder',
  'offer.proof_held': 'Proof of a block holds again',
  'offer.proof_lost': 'Offer ended: its proof did not hold',
  'offer.retry': 'Proof of a block begun again',
  'offer.contact_missing': 'No contact found to prove a block',
  'offer.mail_failed': 'Mail to prove a block not delivered',
  'offer.proof_failed': 'Proof of a block failed',
  'offer.proven_elsewhere': 'Block proven by another company',
  'offer.proof_accepted': 'Proof of a block accepted',
  'offer.checks_passed': 'Offer put on the market',
  'offer.check_failed': 'Offer taken off the market: a check failed',
  'offer.cancel_idle': 'Offer withdrawn',
  'offer.cancel_leased': 'Offer withdrawn while leased',
  'offer.last_lease_ended': 'Withdrawn offer ended with its last lease',
  'payment.authorise': 'Payment authorised',
  'payment.ask': 'Payment waiting for its confirmation',
  'payment.succeed': 'Payment received',
  'payment.decline': 'Payment declined',
  'payment.cancel': 'Payment cancelled',
  'payment.refund': 'Payment being given back',
  'payment.refunded': 'Payment given back',
  'payment.keep': 'Payment could not be given back',
  'payment_method.added': 'Payment method added',
  'payment_method.preferred': 'Payment method made the default',
  'payment_method.removed': 'Payment method removed',
  'payout.made': 'Payout due',
  'payout.pay': 'Payout paid',
  'payout_file.made': 'Payouts put into a file for the bank',
  'person.alert_mail_chosen': 'Mail about notifications chosen',
  'tenant.alert_mail_chosen': 'Mail about notifications chosen for the company',
  'person.mail_muted': 'News by mail turned off',
  'person.mail_wanted': 'News by mail turned on',
  'person.renamed': 'Own name changed',
  'person.password_chosen': 'Password chosen',
  'person.password_changed': 'Password changed',
  'prefix.metadata_set': 'Notes on a prefix written',
  'prefix.metadata_deleted': 'Notes on a prefix deleted',
  'promises.checked': ({ ok }) => (ok === false ? 'Audit found broken promises' : 'Audit passed'),
  'reservation.made': ({ to }) => (to === 'accepted' ? 'Block reserved' : 'Price offered for a block'),
  'reservation.accept': 'Offered price accepted',
  'reservation.decline': 'Offered price declined',
  'reservation.counter': 'Another price named for a block',
  'reservation.expire': 'Reservation lapsed',
  'reservation.withdraw': 'Reservation withdrawn',
  'sales_order.part_paid': 'Part of an order paid',
  'sales_order.placed': 'Order placed',
  'sales_order.wait': 'Order waiting for its payment',
  'sales_order.pay': 'Order paid',
  'sales_order.settle': ({ kind, period_end }) =>
    kind === 'early_exit' ? 'Early exit paid' : period_end === undefined ? 'Order paid and delivered' : 'Renewal paid',
  'sales_order.complete': 'Order delivered',
  'sales_order.cancel': 'Order cancelled',
  'sales_order.expire': 'Order expired',
  'sales_order.refund': 'Order refunded',
  'saved_search.created': 'Search saved',
  'saved_search.renamed': 'Saved search renamed',
  'saved_search.paused': 'Saved search paused',
  'saved_search.resumed': 'Saved search resumed',
  'saved_search.deleted': 'Saved search deleted',
  'secret_key.replaced': 'Secret key replaced',
  'secret_key.forgotten': 'Former secret key forgotten',
  'session.started': 'Signed in',
  'session.ended': 'Session ended',
  'signing_key.created': 'Key to sign tokens with made',
  'source.added': 'Source of network data added',
  'source.removed': 'Source of network data no longer fetched',
  'source.paused': 'Source of network data paused',
  'source.resumed': 'Source of network data resumed',
  'subscription.suspend': 'Subscription suspended',
  'subscription.resume': 'Subscription resumed',
  'subscription.terminate': 'Subscription ended',
  'tenant.created': 'Company founded',
  'tenant.changed': 'Company changed',
  'tenant.activate': 'Company activated',
  'tenant.suspend': 'Company suspended',
  'tenant.restore': 'Company restored',
  'tenant.close': 'Company closed',
  'termination_request.made': 'End of a lease asked for',
  'termination_request.approve': 'End of a lease approved',
  'termination_request.reject': 'End of a lease refused',
  'termination_request.cancel': 'End of a lease taken back',
  'termination_request.complete': 'End of a lease carried out',
  'webhook_endpoint.created': 'Webhook endpoint created',
  'webhook_endpoint.changed': 'Webhook endpoint changed',
  'webhook_endpoint.pause': 'Webhook endpoint paused',
  'webhook_endpoint.activate': 'Webhook endpoint set active',
  'webhook_endpoint.switch_off': 'Webhook endpoint switched off',
  'webhook_endpoint.remove': 'Webhook endpoint removed',
  'webhook_endpoint.secret_added': 'Webhook endpoint given a new secret',
  'webhook_endpoint.secret_ended': 'Old secret of a webhook endpoint ended',
  'webhook_endpoint.tested': 'Webhook endpoint tested',
  'webhook_endpoint.replayed': 'Events sent again to a webhook endpoint',
}

/** An action of a later version at least as it is written. */
export function auditTitle(action: string, data: Data): string {
  const words = auditWords[action]
  if (typeof words === 'function') return words(data)
  if (words !== undefined) return words
  const text = action.replaceAll(/[._]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export type Detail =
  | { readonly is: 'text' | 'prefix' | 'date' | 'quote'; readonly of: string }
  | { readonly is: 'money'; readonly of: string; readonly currency: string }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const words = (text: string): string => text.replaceAll('_', ' ')
const listed = (value: unknown): string => (Array.isArray(value) ? value : [value]).map(String).map(words).join(', ')
const text = (of: string): Detail => ({ is: 'text', of })
const counted = (count: unknown, one: string, many: string): Detail =>
  text(`${Number(count).toLocaleString('en')} ${count === 1 ? one : many}`)

/** How each thing that entries carry is shown, in this order; what is not here says nothing to people. */
const shown: Readonly<Record<string, (value: unknown, data: Data) => Detail | Detail[]>> = {
  block: (value) => ({ is: 'prefix', of: String(value) }),
  notation: (value) => ({ is: 'prefix', of: String(value) }),
  subnets: (value) => (value as string[]).map((of) => ({ is: 'prefix', of })),
  asn: (value) => text(`AS${String(value)}`),
  lines: (value) => (Array.isArray(value) ? linesOf(value as string[]) : counted(value, 'line', 'lines')),
  title: (value) => text(String(value)),
  name: (value) => text(String(value)),
  email: (value) => text(String(value)),
  code: (value) => text(String(value)),
  dataset: (value) => text(words(String(value))),
  number: (value) => text(String(value)),
  month: (value) => text(monthName(String(value))),
  vat_number: (value) => text(String(value)),
  amount: moneyOf,
  total: moneyOf,
  role: (value) => text(`as ${String(value)}`),
  scopes: (value) => text(`for ${listed(value)}`),
  fields: (value) => text(listed(value)),
  changed: (value) => text(listed(value)),
  keys: (value) => text(listed(value)),
  card_last_four: (value, { card_brand }) =>
    text(`${isText(card_brand) ? words(card_brand) : 'card'} ending in ${String(value)}`),
  hidden: (value) => (typeof value === 'number' && value > 0 ? text(`${value} hidden`) : []),
  shown: (value) => (typeof value === 'number' && value > 0 ? text(`${value} shown`) : []),
  rows: (value) => counted(value, 'row', 'rows'),
  tries_left: (value) => counted(value, 'try left', 'tries left'),
  contract_months: (value) => (value === 1 ? [] : text(`for ${String(value)} months`)),
  next_due_at: (value) => [text('until'), { is: 'date', of: String(value) }],
  period_end: (value) => [text('until'), { is: 'date', of: String(value) }],
  expires_at: (value) => [text('until'), { is: 'date', of: String(value) }],
  effective_at: (value) => [text('for'), { is: 'date', of: String(value) }],
  origin: (value) => text(String(value)),
  by: (value, { reason }) => (reason === undefined ? text(String(value)) : text(`by the ${String(value)}`)),
  to: (value) =>
    isText(value) && /^\d{4}-/.test(value)
      ? [text('to'), { is: 'date', of: value }]
      : value === 'method' || value === 'credits'
        ? text(value === 'method' ? 'to the payment method' : 'as credits')
        : [],
  reason: (value) => ({ is: 'quote', of: String(value) }),
}

function moneyOf(value: unknown, { currency }: Data): Detail {
  return { is: 'money', of: String(value), currency: isText(currency) ? currency : 'USD' }
}

const linesOf = (lines: readonly string[]): Detail[] =>
  lines.length > 3 ? [text(lines[0] ?? ''), text(`and ${lines.length - 1} more`)] : lines.map(text)

function monthName(month: string): string {
  const at = new Date(`${month.slice(0, 7)}-01T00:00:00Z`)
  return Number.isNaN(at.getTime())
    ? month
    : at.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** What people may want to look up by the end of its name. */
const lookedUp: Readonly<Record<string, string>> = { sales_order: 'order', payment: 'payment', letter_line: 'line' }

/** What an entry is about, as far as it says so in words; else the end of its subject's name. */
export function auditDetails(
  data: Data,
  { kind, uuid }: { readonly kind: string; readonly uuid: string | null },
): Detail[] {
  const details = Object.entries(shown).flatMap(([key, show]) => {
    const value = data[key]
    return value === undefined || value === null || value === '' ? [] : show(value, data)
  })
  const noun = lookedUp[kind]
  return details.length === 0 && uuid !== null && noun !== undefined ? [text(`${noun} …${uuid.slice(-8)}`)] : details
}
