import { createHash, randomBytes } from 'node:crypto'

/** How people prove who they are. */

export const sessionSeconds = 7 * 86_400
export const ticketSeconds = 72 * 3_600

/**
 * Failed sign-ins allowed per window, per account and per address; wrong codes of a second factor per person; mails to
 * choose a password, sign-ups and ways to a provider per address; mails of a kind to one mailbox, whoever asks.
 */
export const throttle = {
  windowSeconds: 900,
  account: 10,
  address: 50,
  code: 5,
  reset: 20,
  signUp: 20,
  mailbox: 5,
  signOn: 50,
} as const

/** Mails that invite, in a day: to one address whoever invites, since it is a stranger's, and by one company. */
export const inviting = { windowSeconds: 86_400, mostToAddress: 5, mostByCompany: 50 } as const

/** Who needs more of them asks an operator. */
export const mostCompanies = 20

export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** A name of the IANA database that this machine knows; not an offset, which knows no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const longestAgent = 400

/** What a browser says of itself, as far as it is kept; nothing where it says nothing. */
export const shortAgent = (agent: string | undefined): string | null => agent?.slice(0, longestAgent) || null

export function acceptablePassword(password: string, email: string): boolean {
  return password.length >= 12 && normalEmail(password) !== normalEmail(email)
}

/** For cookies and links; only its digest is stored. */
export function newTicket(): string {
  return randomBytes(32).toString('base64url')
}

export function ticketDigest(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}
