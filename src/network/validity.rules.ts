/** What the RPKI says of a route (RFC 6811), an invalid one with the reason that helps most. */
export type Validity =
  /** Nothing covers it. */
  | 'not_found'
  | 'valid'
  /** The origin may announce around it, but nothing so long. */
  | 'invalid_length'
  | 'invalid_asn'
  /** Only AS 0 covers it: nobody may announce it (RFC 6483 §4). */
  | 'invalid_as0'
  /** The origin is a set, which matches nothing (RFC 6811 §2). */
  | 'invalid_as_set'
