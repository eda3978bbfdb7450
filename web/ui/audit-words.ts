/** What the audit log calls its entries, in words: everything that an action of any slice can be, in the past tense. */

type Data = Readonly<Record<string, unknown>>

const objectWord = ({ kind }: Data): string => (kind === 'roa' ? 'ROA' : 'Route object')

export const auditWords: Readonly<Record<string, string | ((data: Data) => string)>> = {
  'allocation.claim': 'Block held for an order',
  'allocation.unclaim': 'Block released by an order',
  'allocation.lease': 'Block leased',
  'allocation.release': 'Block available again',
  'allocation.rest': 'Block cooling off after its lease',
  'allocation.end': 'Block available again after its lease',
  'app_key.created': 'App key created',
  'app_key.restricted': 'Allowed addresses of an app key changed',
  'app_key.revoked': 'App key revoked',
  'app_key.rotated': 'New secret issued for an app key',
  'app_key.secret_ended': 'Old secret of an app key revoked',
  'asn.banned': 'AS number banned',
  'asn.unbanned': 'AS number allowed again',
  'asn.accepted': 'AS number accepted without data',
  'asn.acceptance_ended': 'AS number no longer accepted without data',
  'bank_details.confirm': 'Bank account for payouts confirmed',
  'bank_details.requested': 'Bank account for payouts added',
  'bank_details.withdraw': 'Bank account for payouts withdrawn',
  'bank_line.book': 'Bank transfer booked',
  'bank_line.dismiss': 'Bank transfer dismissed',
  'cart.opened': 'Cart opened',
  'cart.changed': 'Cart changed',
  'cart.check_out': 'Checkout started',
  'cart.give_back': 'Checkout abandoned',
  'cart.order': 'Cart ordered',
  'clock.advanced': 'Test clock moved forward',
  'commitment.start': 'Commitment started',
  'commitment.complete': 'Commitment completed',
  'commitment.terminate': 'Commitment terminated early',
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
  'discount_code.created': 'Discount code created',
  'discount_code.ended': 'Discount code ended',
  'explorer_token.issued': 'API explorer token issued',
  'geofeed.set': 'Geofeed of a lease updated',
  'geofeed.removed': 'Geofeed of a lease removed',
  'invoice.issue': 'Invoice issued',
  'invoice.issued': 'Invoice issued',
  'invoice.pay': 'Invoice paid',
  'invoice.cancel': 'Invoice cancelled',
  'invoice.refund_begun': 'Refund started',
  'invoice.refund': 'Invoice refunded',
  'lease.activate': 'Lease started',
  'lease.suspend': 'Lease suspended',
  'lease.resume': 'Lease resumed',
  'lease.terminate': 'Lease ended',
  'letter.created': 'LOA requested',
  'letter.company_confirmed': 'Company on an LOA confirmed',
  'letter.release': 'LOA released',
  'letter.renewed': 'LOA re-signed',
  'letter.revoke': 'LOA revoked',
  'letter.expire': 'LOA expired',
  'letter.gone': 'Route of an ended LOA withdrawn',
  'letter_key.created': 'LOA signing key created',
  'letter_line.added': 'LOAs added to the cart',
  'letter_line.removed': 'LOAs removed from the cart',
  'member.added': 'Member added',
  'member.invited': 'Member invited',
  'member.invited_again': 'Invitation resent',
  'member.invitation_withdrawn': 'Invitation withdrawn',
  'mail.sent_later': 'Kept mail sent',
  'member.invitation_declined': 'Invitation declined',
  'member.role_changed': 'Role of a member changed',
  'member.removed': 'Member removed',
  'network.replaced': 'Network data replaced',
  'network.removed': 'Network data removed',
  'network_import.begin': ({ trial }) => (trial ? 'Source test started' : 'Import started'),
  'network_import.finish': ({ trial }) => (trial ? 'Source test completed' : 'Import completed'),
  'network_import.fail': ({ trial }) => (trial ? 'Source test failed' : 'Import failed'),
  'network_import.abandon': ({ trial }) => (trial ? 'Source test abandoned' : 'Import abandoned'),
  'offer.listed': 'Block listed',
  'offer.changed': 'Listing changed',
  'offer.children_toggled': ({ hidden, shown }) =>
    shown === 0
      ? 'Parts of a listing hidden'
      : hidden === 0
        ? 'Parts of a listing shown again'
        : 'Parts of a listing hidden and shown',
  'offer.authorised': 'LOA-A of a listing signed',
  'offer.authorisation_revoked': 'LOA-A of a listing revoked',
  'offer.code_wrong': 'Wrong ownership code entered',
  'offer.code_resent': 'New ownership code sent',
  'offer.way_chosen': ({ way }) => `Proof of ownership chosen: ${String(way)}`,
  'offer.document_kept': 'Ownership document uploaded',
  'offer.proof_consented': 'Ownership approved by an operator',
  'offer.proof_doubted': 'Registry record now names another holder',
  'offer.proof_held': 'Proof of ownership valid again',
  'offer.proof_lost': 'Listing ended: proof of ownership no longer valid',
  'offer.retry': 'Proof of ownership restarted',
  'offer.contact_missing': 'No contact found for proof of ownership',
  'offer.mail_failed': 'Ownership code not delivered',
  'offer.proof_failed': 'Proof of ownership failed',
  'offer.proven_elsewhere': 'Ownership proven by another company',
  'offer.proof_accepted': 'Ownership proven',
  'offer.checks_passed': 'Listing on the market',
  'offer.check_failed': 'Listing taken off the market: a check failed',
  'offer.cancel_idle': 'Listing withdrawn',
  'offer.cancel_leased': 'Listing withdrawn while leased',
  'offer.last_lease_ended': 'Withdrawn listing ended with its last lease',
  'payment.authorise': 'Payment authorised',
  'payment.ask': 'Payment awaiting confirmation',
  'payment.succeed': 'Payment received',
  'payment.decline': 'Payment declined',
  'payment.cancel': 'Payment cancelled',
  'payment.refund': 'Payment refund started',
  'payment.refunded': 'Payment refunded',
  'payment.keep': 'Payment refund failed',
  'payment_method.added': 'Payment method added',
  'payment_method.preferred': 'Payment method made the default',
  'payment_method.removed': 'Payment method removed',
  'payout.made': 'Payout due',
  'payout.pay': 'Payout paid',
  'payout_file.made': 'Payouts added to a bank file',
  'person.alert_mail_chosen': 'Notification e-mails changed',
  'routing_connector.created': 'Registry connected',
  'routing_connector.changed': 'Connected registry changed',
  'routing_connector.tested': 'Connected registry tested',
  'routing_connector.switch_on': 'Connected registry switched on',
  'routing_connector.pause': 'Connected registry paused',
  'routing_connector.resume': 'Connected registry resumed',
  'routing_connector.refuse': 'Key refused by a connected registry',
  'routing_connector.stopped': 'Connected registry stopped by an operator',
  'routing_connector.started': 'Connected registry started again by an operator',
  'routing_connector.remove': 'Registry disconnected',
  'routing_object.send': (data) => `${objectWord(data)} sent to the registry`,
  'routing_object.confirm': (data) =>
    data['to'] === 'gone'
      ? `${objectWord(data)} removed from the registry`
      : `${objectWord(data)} created at the registry`,
  'routing_object.miss': (data) => `${objectWord(data)} not changed at the registry`,
  'routing_object.adopt': (data) => `${objectWord(data)} found at the registry`,
  'routing_object.refuse': (data) => `${objectWord(data)} refused`,
  'routing_object.retry': (data) => `${objectWord(data)} tried again`,
  'routing_object.see': (data) => `${objectWord(data)} seen in imported data`,
  'routing_object.lose': (data) => `${objectWord(data)} missing at the registry`,
  'routing_object.end': (data) => `${objectWord(data)} no longer needed`,
  'routing_object.want': (data) => `${objectWord(data)} needed again`,
  'routing_object.remove': (data) => `Removal of ${objectWord(data)} sent to the registry`,
  'routing_object.drop': (data) => `${objectWord(data)} dropped`,
  'routing_object.leave': (data) => `${objectWord(data)} left at the registry`,
  'tenant.alert_mail_chosen': 'Notification e-mails changed for the company',
  'person.mail_muted': 'E-mail news turned off',
  'person.mail_wanted': 'E-mail news turned on',
  'factor.added': 'Second factor set up',
  'factor.removed': 'Second factor removed',
  'factor.renamed': 'Passkey renamed',
  'factor.reset': 'Second factors reset by an operator',
  'factor.roles_required': 'Second factor required by role',
  'person.renamed': 'Own name changed',
  'person.terms_accepted': ({ version }) => `Terms accepted, version ${String(version)}`,
  'person.time_zone_chosen': 'Time zone changed',
  'person.password_chosen': 'Password chosen',
  'person.password_changed': 'Password changed',
  'person.sessions_ended': 'Other sessions ended',
  'prefix.metadata_set': 'Prefix notes updated',
  'prefix.metadata_deleted': 'Prefix notes deleted',
  'promises.checked': ({ ok }) => (ok === false ? 'Data integrity checks failed' : 'Data integrity checks passed'),
  'recovery_code.renewed': 'Recovery codes renewed',
  'recovery_code.used': 'Recovery code used',
  'reservation.made': ({ to }) => (to === 'accepted' ? 'Block reserved' : 'Offer made for a block'),
  'reservation.accept': 'Offer accepted',
  'reservation.decline': 'Offer declined',
  'reservation.counter': 'Counter-offer made',
  'reservation.expire': 'Reservation expired',
  'reservation.withdraw': 'Reservation withdrawn',
  'sales_order.part_paid': 'Order partly paid',
  'sales_order.placed': 'Order placed',
  'sales_order.wait': 'Order awaiting payment',
  'sales_order.pay': 'Order paid',
  'sales_order.settle': ({ kind, period_end }) =>
    kind === 'early_exit'
      ? 'Early-termination fee paid'
      : period_end === undefined
        ? 'Order completed'
        : 'Renewal paid',
  'sales_order.complete': 'Order completed',
  'sales_order.cancel': 'Order cancelled',
  'sales_order.expire': 'Order expired',
  'sales_order.refund': 'Order refunded',
  'saved_search.created': 'Search saved',
  'saved_search.renamed': 'Saved search renamed',
  'saved_search.paused': 'Saved search paused',
  'saved_search.resumed': 'Saved search resumed',
  'saved_search.deleted': 'Saved search deleted',
  'secret_key.replaced': 'Secret key replaced',
  'secret_key.forgotten': 'Old secret key removed',
  'session.started': 'Signed in',
  'session.proven': 'Identity proven once more',
  'session.ended': 'Session ended',
  'sign_on.configured': 'Identity provider named',
  'sign_on.changed': ({ new_secret: secret }) =>
    secret ? 'Identity provider changed, with a new secret' : 'Identity provider changed',
  'sign_on.tested': 'Single sign-on tested',
  'sign_on.enabled': 'Single sign-on switched on',
  'sign_on.disabled': 'Single sign-on switched off',
  'sign_on.required': 'Single sign-on required',
  'sign_on.not_required': 'Single sign-on no longer required',
  'sign_on.removed': 'Identity provider removed',
  'sign_on.domain_added': 'Mail domain named',
  'sign_on.domain_proven': 'Mail domain proven',
  'sign_on.domain_removed': 'Mail domain removed',
  'sign_on.person_linked': 'Linked to an account of the identity provider',
  'sign_on.person_unlinked': 'Unlinked from the identity provider',
  'signing_key.created': 'Token signing key created',
  'site_text.published': ({ kind, version }) => `Text published: ${String(kind)}, version ${String(version)}`,
  'source.added': 'Network data source added',
  'source.removed': 'Network data source removed',
  'source.paused': 'Network data source paused',
  'source.resumed': 'Network data source resumed',
  'subscription.suspend': 'Subscription suspended',
  'subscription.resume': 'Subscription resumed',
  'subscription.terminate': 'Subscription ended',
  'tenant.created': 'Company created',
  'tenant.changed': 'Company changed',
  'tenant.second_factor': ({ required }) =>
    required === false ? 'Second factor no longer required' : 'Second factor required of everybody',
  'tenant.activate': 'Company activated',
  'tenant.suspend': 'Company suspended',
  'tenant.restore': 'Company restored',
  'tenant.close': 'Company closed',
  'termination_request.made': 'Lease termination requested',
  'termination_request.approve': 'Lease termination approved',
  'termination_request.reject': 'Lease termination rejected',
  'termination_request.cancel': 'Lease termination cancelled',
  'termination_request.complete': 'Lease terminated',
  'dns_server.created': 'Name server added',
  'dns_server.changed': 'Name server changed',
  'dns_server.pause': 'Name server paused',
  'dns_server.activate': 'Name server activated',
  'dns_server.remove': 'Name server removed',
  'offer.dns_connected': 'Reverse DNS of a listing connected to a name server',
  'offer.dns_disconnected': 'Reverse DNS of a listing disconnected',
  'reverse_dns.changed': 'Reverse names changed',
  'reverse_dns.delegated': 'Reverse DNS delegated',
  'reverse_dns.delegation_ended': 'Delegation of reverse DNS ended',
  'reverse_dns.emptied': 'Reverse DNS of an ended lease removed',
  'webhook_endpoint.created': 'Webhook endpoint created',
  'webhook_endpoint.changed': 'Webhook endpoint changed',
  'webhook_endpoint.pause': 'Webhook endpoint paused',
  'webhook_endpoint.activate': 'Webhook endpoint activated',
  'webhook_endpoint.switch_off': 'Webhook endpoint disabled',
  'webhook_endpoint.remove': 'Webhook endpoint removed',
  'webhook_endpoint.secret_added': 'New secret issued for a webhook endpoint',
  'webhook_endpoint.secret_ended': 'Old secret of a webhook endpoint revoked',
  'webhook_endpoint.tested': 'Webhook endpoint tested',
  'webhook_endpoint.replayed': 'Events replayed to a webhook endpoint',
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
  tries_left: (value) => counted(value, 'attempt left', 'attempts left'),
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
    : at.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
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
