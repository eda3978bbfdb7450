import type { OfferStatus } from '../../src/market/offer/offer.states.ts'
import type { Tone } from './badge.tsx'

/** How people in the trade call things, and how they write what the API has short names for: each word once. */

export const registries = ['ripencc', 'arin', 'apnic', 'lacnic', 'afrinic'] as const
export type Registry = (typeof registries)[number]

export const registryNames: Readonly<Record<Registry, string>> = {
  ripencc: 'RIPE NCC',
  arin: 'ARIN',
  apnic: 'APNIC',
  lacnic: 'LACNIC',
  afrinic: 'AFRINIC',
}

const otherNames: Readonly<Record<string, string>> = { ...registryNames, ripe: 'RIPE NCC' }

/** A registry as sources of data call it. */
export const registryName = (name: string): string => otherNames[name.toLowerCase()] ?? name

/** A source of data that has no better name than its kind. */
export const providerName = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/**
 * Pages, states and deeds that several pages speak of. British spelling; LOA and not letter, listing and not offer (which is a price somebody offers), terminate and not end.
 */
export const terms = {
  // Sections and pages.
  lease: 'Lease',
  leaseOut: 'Lease out',
  myListings: 'My listings',
  listings: 'Listings',
  listBlock: 'List a block',
  loas: 'LOAs',
  allLoas: 'All LOAs',
  requestLoas: 'Request LOAs',
  loaRequests: 'LOA requests',
  earnings: 'Earnings and occupancy',
  topEarning: 'Top-earning blocks',
  recentActivity: 'Recent activity',
  activityLog: 'Activity log',
  integrityChecks: 'Data integrity checks',

  // What is counted: one, and several.
  countedListings: ['listing', 'listings'],

  // What a block is.
  available: 'Available',
  held: 'On hold',
  leased: 'Leased',
  openToOffers: 'Open to offers',
  fixedPrice: 'Fixed price',
  occupancy: 'Occupancy',

  // What is said of it.
  geolocationSource: 'Geolocation source',
  viewDetails: 'View details',
  earlyTerminationFee: 'Early-termination fee',
} as const

/** A share of a hundred: no space before the sign. */
export const percent = (value: number | string): string => `${value}%`

/** What the states of a listing are called. */
export const offerStatuses: Readonly<Record<OfferStatus, { readonly label: string; readonly tone: Tone }>> = {
  auth_pending: { label: 'Waiting for proof', tone: 'warn' },
  auth_failed_verify: { label: 'Not proven', tone: 'bad' },
  auth_failed_verify_email_not_found: { label: 'No registered contact', tone: 'bad' },
  auth_failed_verify_email_not_sent: { label: 'E-mail not delivered', tone: 'bad' },
  validity_pending: { label: 'Being checked', tone: 'info' },
  validity_active: { label: 'On the market', tone: 'good' },
  validity_invalid: { label: 'Off the market', tone: 'bad' },
  validity_terminated: { label: 'Ending', tone: 'warn' },
  object_terminated: { label: 'Ended', tone: 'plain' },
}
