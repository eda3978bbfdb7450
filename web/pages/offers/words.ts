import type { OfferStatus } from '../../../src/market/offer/offer.states.ts'
import type { Tone } from '../../ui/badge.tsx'
import { offerStatuses, registries, registryNames } from '../../ui/words.ts'

/** What the states and the sizes of offers are called. */

export const offerTabs = ['split', 'prices', 'leases', 'checks', 'settings'] as const
export type OfferTab = (typeof offerTabs)[number]

export const registryOptions = registries.map((value) => ({ value, label: registryNames[value] }))

type Word = (typeof offerStatuses)[OfferStatus] & { readonly says: string }

/** What each state means, and what to do about it. */
const meanings: Readonly<Record<OfferStatus, string>> = {
  auth_pending: 'Prove ownership with the e-mailed code, or another way.',
  auth_failed_verify:
    'Ownership was not proven in time, too many wrong codes were entered, or another company has proven ownership.',
  auth_failed_verify_email_not_found:
    'The registry record has no contact to e-mail. Choose another way of proof, or correct the record and try again.',
  auth_failed_verify_email_not_sent:
    'The code could not be delivered. Correct the contact at the registry and try again.',
  validity_pending: 'Ownership is proven. Checks are running.',
  validity_active: 'Lessees can find it in search.',
  validity_invalid: 'A check failed. Existing leases continue; nothing new can be leased until it passes.',
  validity_terminated: 'Withdrawn; ends with its last lease.',
  object_terminated: 'Withdrawn. The block can be listed again.',
}

export const offerWords = Object.fromEntries(
  Object.entries(meanings).map(([status, says]) => [status, { ...offerStatuses[status as OfferStatus], says }]),
) as Readonly<Record<OfferStatus, Word>>

export const wayTitles = {
  email: 'A code by e-mail',
  remark: 'A token in the registry record',
  dns: 'A TXT record in the reverse zone',
  roa: 'A ROA',
  operator: 'Review by an operator',
} as const

export const statusOptions = (Object.keys(offerWords) as OfferStatus[]).map((value) => ({
  value,
  label: offerWords[value].label,
}))

export const addressesIn = (length: number): number => 2 ** (32 - length)

/** Prefix lengths between two, the largest block first. */
export const lengthsFrom = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)

export const sizeOptions = (from: number, to: number) =>
  lengthsFrom(from, to).map((length) => ({
    value: String(length),
    label: `/${length}`,
    hint: `${addressesIn(length).toLocaleString('en')} addresses`,
  }))

export const checkNames: Readonly<Record<string, string>> = {
  whois: 'Registry record',
  bgp: 'Announcements',
  dns: 'Reverse DNS',
  iprep: 'Blocklists',
  loaa: 'Authorisation (LOA-A)',
  roa: 'ROAs',
}

export const checkTones: Readonly<Record<string, Tone>> = {
  passed: 'good',
  warning: 'warn',
  failed: 'bad',
  skipped: 'plain',
  pending: 'info',
}
