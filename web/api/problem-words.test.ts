import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { atField, declineWords, inWords, labelOf, ofField } from './problem-words.ts'

const said = (code: string, message: string, fields: Record<string, string[]> = {}, retryAfter: number | null = null) =>
  inWords({ code, message, fields, retryAfter })

describe('a refusal in the portal', () => {
  it('says that a card was declined, and what to do', () => {
    const message = 'The payment was declined; nothing was charged. payment_method: card_declined.'
    expect(said('payment_declined', message, { payment_method: ['card_declined'] })).toEqual({
      message: 'Your card was declined. Nothing was charged; use another card, or ask your bank why.',
      fields: {},
    })
    expect(declineWords('insufficient_funds')).toContain('insufficient funds')
    expect(declineWords('stolen_card')).toBe(declineWords('generic_decline'))
  })

  it('does not repeat what is said of a field', () => {
    const fields = { name: ['has a web address'] }
    expect(said('name_odd', 'A name is one line; see "errors". name: has a web address.', fields)).toEqual({
      message: 'A name is one line.',
      fields,
    })
    expect(said('code_wrong', 'The code is wrong; see "errors" for how many tries are left.').message).toBe(
      'The code is wrong.',
    )
  })

  it('says how long to wait', () => {
    const words = 'Too many attempts; wait as long as Retry-After says.'
    expect(said('sign_in_throttled', words, {}, 840).message).toBe('Too many attempts; try again in 14 minutes.')
    expect(said('sign_in_throttled', words).message).toBe('Too many attempts; try again in a moment.')
  })

  it('names fields as people do', () => {
    expect(['product_fields.max_length', 'payment_method', 'lines.0.city', 'ip_price'].map(labelOf)).toEqual([
      'Maximum prefix length',
      'Payment method',
      'Lines 1 city',
      'Price per address',
    ])
    expect(ofField('asn', 'is required')).toBe('AS number is required.')
    expect(ofField('address', 'No such place.')).toBe('Address: No such place.')
    expect(atField('must match pattern "^[+0-9]{5,}$"')).toBe('Is not in the expected format.')
    expect(ofField('email', 'must match format "email"')).toBe('Email is not a valid e-mail address.')
    expect([atField('is required'), atField('must be above 0')]).toEqual(['Required.', 'Must be above 0.'])
  })
})

/** Met by programs, by whoever installs the server, or by nobody who only clicks. */
const forPrograms =
  /^(?:idempotency_|metrics_closed|signature_|event_|sandbox_only|mail_server_missing|no_own_account|source_unknown|unsupported_|invalid_(?:request|client|grant|scope|token)|token_|scope_|cross_site|unauthorized_|filter_|sort_|page_|body_|method_not_allowed|media_type|header|query_|fields_)/

describe('every refusal that people meet', () => {
  const rows = readFileSync('docs/generated/refusals.md', 'utf8').matchAll(/^\| `(\w+)` \| \d+ \| (.*) \|$/gm)
  const met = [...rows].filter(([, code = '']) => !forPrograms.test(code))

  it('is read without names of fields, headers and settings', () => {
    const odd = met.flatMap(([, code = '', sentence = '']) => {
      const { message } = said(code, sentence)
      return /"errors"|\b[a-z]+_[a-z]+|Retry-After|Idempotency|SUBLET_|see \//.test(message)
        ? [`${code}: ${message}`]
        : []
    })
    expect(met.length).toBeGreaterThan(100)
    expect(odd).toEqual([])
  })
})
