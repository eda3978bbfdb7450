/** What the operator says to everybody, and which of it has to be accepted. */

export const siteTextKinds = ['terms', 'privacy', 'contact'] as const
export type SiteTextKind = (typeof siteTextKinds)[number]

/** Characters. The longest terms in use have half as many. */
export const longestSiteText = 100_000

/** The first terms are for everybody; later ones where the operator says so. Nothing else is accepted. */
export const mustAccept = (kind: SiteTextKind, version: number, asked: boolean): boolean =>
  kind === 'terms' && (asked || version === 1)

/** What is wrong with accepting this version, given the current one: versions have no gaps. */
export function faultOfAcceptance(
  given: number | undefined,
  current: number | null,
): 'site_terms_not_accepted' | 'site_terms_unknown' | 'site_terms_superseded' | null {
  if (given === undefined) return current === null ? null : 'site_terms_not_accepted'
  if (current === null || given > current) return 'site_terms_unknown'
  return given < current ? 'site_terms_superseded' : null
}
