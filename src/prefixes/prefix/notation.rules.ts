import {
  formatPrefix,
  parsePrefix,
  prefixAround,
  parseAddress,
  type IpFault,
  type Prefix,
} from '../../kernel/ip/index.ts'

/** Prefixes as clients write them, and a sentence for what is none. */

type Notation =
  | { readonly ok: true; readonly prefix: Prefix }
  /** `alien`: not even the shape of a prefix. */
  | { readonly ok: false; readonly sentence: string; readonly alien: boolean }

const sentences: Record<Exclude<IpFault, 'host_bits_set'>, string> = {
  not_an_address: 'is no prefix: write it as 192.0.2.0/24 or 2001:db8::/32',
  leading_zero: 'has a number with a leading zero',
  zone_id: 'has a zone, which prefixes do not have',
  ipv4_in_ipv6: 'is IPv6 in the form of IPv4: write all of it in hexadecimal',
  length_missing: 'has no length: write it as 192.0.2.0/24 or 2001:db8::/32',
  not_a_length: 'has a length that is no number',
  length_out_of_range: 'has a length beyond that of an address',
}

const longestShown = 64

export function readNotation(text: string): Notation {
  const parsed = parsePrefix(text)
  if (parsed.ok) return { ok: true, prefix: parsed.value }
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
  const why = parsed.reason === 'host_bits_set' ? hostBits(text) : sentences[parsed.reason]
  return { ok: false, sentence: `"${shown}" ${why}`, alien: parsed.reason === 'not_an_address' }
}

function hostBits(text: string): string {
  const [address = '', length = ''] = text.split('/')
  const parsed = parseAddress(address)
  const meant = parsed.ok ? formatPrefix(prefixAround(parsed.value, Number(length))) : ''
  return `has host bits: the prefix around it is ${meant}`
}
