import type { ObjectKind, ObjectReason } from './object.states.ts'

/** Objects and what keeps them, in words for people. */

interface Named {
  readonly kind: ObjectKind
  readonly prefix: string
  readonly asn: number
}

export const objectText = ({ kind, prefix, asn }: Named): string =>
  `${kind === 'roa' ? 'The ROA' : 'The route object'} of ${prefix} for AS${asn}`

export const reasonWords: Readonly<Record<ObjectReason, string>> = {
  not_held: 'The certificate at the registry does not cover this prefix, or no longer.',
  would_invalidate: 'It would make routes invalid that are announced by others today.',
  no_bgp_data: 'It waits for fresh routing data, without which nobody knows what it would do to others.',
  waits_for_roa: 'It waits for its ROA: until then filters would pass over it as invalid.',
  still_announced: 'The letter has ended, but the route is still announced; it is removed once that has stopped.',
  registry_refused: 'The registry refused it.',
  removed_elsewhere: 'Somebody removed it at the registry. It is made again only if you say so.',
}
