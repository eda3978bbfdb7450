/**
 * What people read of a refusal. The API speaks to programs as well: it names fields, headers and codes of banks. In the
 * portal each of them is a sentence, and each is said once.
 */

type Fields = Readonly<Record<string, readonly string[]>>

interface Said {
  readonly code?: string | undefined
  readonly message: string
  readonly fields: Fields
  readonly retryAfter: number | null
}

/** Where the API's own sentence is about its fields, headers or settings. */
const sentences: Readonly<Record<string, string>> = {
  invalid_fields: 'Please check the fields below.',
  asn_not_fit: 'This AS number is not eligible for an LOA.',
  letter_subnets_invalid: 'An LOA cannot be issued for one of these blocks.',
  letter_length_invalid: 'The maximum prefix length must lie between the length of each block and /24.',
  letter_company_invalid: 'An LOA cannot be issued to a company of this name.',
  letter_company_sanctioned: 'An LOA cannot be issued to a company under sanctions.',
  letter_exists: 'An active LOA for this AS number and block exists already, or is being ordered.',
  credits_insufficient: 'Your credit balance is lower than that.',
  period_not_offered: 'This block is not offered for that commitment at this price.',
  block_not_offered: 'This block is not available at this price any more. Reload the page to see the current one.',
  splits_invalid: 'The largest subnet must not be smaller than the smallest, and none longer than /24.',
  terms_not_accepted: 'Accept the terms to list the block.',
  site_terms_not_accepted: 'Read and accept the terms of service to sign up. Reload the page if you do not see them.',
  counter_out_of_range: 'A counter-offer must lie between the offer and your list price.',
  key_expiry_past: 'The expiry date must be in the future.',
  payment_unanswered:
    'The payment provider is not responding. Nothing is lost: we retry automatically within minutes. Check the order again shortly.',
  method_not_offered: 'This kind of payment is not available here; choose bank transfer or invoice.',
  bank_transfer_not_offered: 'Bank transfer is not available here.',
  card_refused: 'This card cannot be accepted; use another one.',
  subnet_taken: 'Part of this block has just been taken.',
  outcome_unknown: 'The connection was lost before we could confirm. Check whether it was done before you try again.',
  overloaded: 'The server is busy; try again in a moment.',
  database_unavailable: 'The server is busy; try again in a moment.',
  idempotency_in_progress: 'This is already being processed; wait a moment.',
}

/** What banks answer, by their codes; whatever else they say is a plain refusal, also where they suspect theft. */
const declines: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card was declined for insufficient funds. Nothing was charged; use another payment method.',
  expired_card: 'Your card has expired. Nothing was charged; use another card.',
  incorrect_cvc: 'The security code of your card is wrong. Nothing was charged; add the card again.',
  incorrect_number: 'The card number is wrong. Nothing was charged; add the card again.',
  authentication_required: 'Your bank requires you to confirm this payment. Pay the order and confirm when asked.',
  authentication_failed:
    'Your bank could not confirm that it is you. Nothing was charged; try again or use another card.',
  processing_error: 'Your card could not be processed. Nothing was charged; try again in a few minutes.',
}

export const declineWords = (failure: string | undefined): string =>
  declines[failure ?? ''] ?? 'Your card was declined. Nothing was charged; use another card, or ask your bank why.'

/** Names of fields that do not say themselves what they are. */
const labels: Readonly<Record<string, string>> = {
  asn: 'AS number',
  cidr: 'Size',
  ip_price: 'Price per address',
  contract_length: 'Commitment',
  max_length: 'Maximum prefix length',
  min_length: 'Minimum prefix length',
  subnet: 'Block',
  subnets: 'Blocks',
  vat_number: 'VAT number',
  line_one: 'Street and number',
  line_two: 'Address line 2',
  url: 'URL',
}

/** Folders of fields, which say nothing to people. */
const folders = new Set(['product_fields', 'card', 'body', 'filter', 'items'])

export function labelOf(path: string): string {
  const parts = path.split(/[.[\]]+/).filter((part) => part !== '' && !folders.has(part))
  const words = parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (labels[part] ?? part)))
  const text = words.join(' ').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const closed = (text: string): string => text.replace(/[.!?…]?$/, (end) => end || '.')

/** What a validator says of patterns and formats is for programs. */
const plain = (words: string): string =>
  words.replace(/must match (?:pattern|format) "?(.*?)"?$/, (_, rule: string) =>
    rule.includes('email') ? 'is not a valid e-mail address' : 'is not in the expected format',
  )

/** Below the field itself, whose label stands above it. */
export function atField(said: string): string {
  const words = plain(said)
  return words === 'is required' ? 'Required.' : closed(words.charAt(0).toUpperCase() + words.slice(1))
}

/** Where the field is not on the page: most of what the API says goes on from its name. */
export function ofField(path: string, said: string): string {
  const words = plain(said)
  return closed(/^[a-z]/.test(words) ? `${labelOf(path)} ${words}` : `${labelOf(path)}: ${words}`)
}

function waitWords(seconds: number | null): string {
  if (seconds === null || !(seconds > 0)) return 'in a moment'
  if (seconds <= 90) return `in ${Math.ceil(seconds)} seconds`
  return seconds <= 5_400 ? `in ${Math.ceil(seconds / 60)} minutes` : `in ${Math.ceil(seconds / 3_600)} hours`
}

/** Without the field that the API tells after its sentence, which is told where it belongs. */
function alone(message: string, fields: Fields): string {
  for (const [field, words] of Object.entries(fields)) {
    const tail = ` ${field}: ${closed(words.join('; '))}`
    if (message.endsWith(tail)) return message.slice(0, -tail.length)
  }
  return message
}

export function inWords({ code, message, fields, retryAfter }: Said): Pick<Said, 'message' | 'fields'> {
  if (code === 'payment_declined') return { message: declineWords(fields['payment_method']?.[0]), fields: {} }
  const own = code === undefined ? undefined : sentences[code]
  if (own !== undefined) return { message: own, fields }
  const plain = alone(message, fields)
    .replace(/[;.] see "errors"[^.]*\./i, '.')
    .replace(/[;,] (?:wait|try again) as (?:long as )?Retry-After says/, `; try again ${waitWords(retryAfter)}`)
  return { message: plain, fields }
}
