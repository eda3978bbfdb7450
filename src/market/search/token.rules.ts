import { randomBytes } from 'node:crypto'

/** Shows in a search what is kept for those who know it, an offer's or a reservation's: not to be guessed. */
export const newReservationToken = (): string => `rsv_${randomBytes(18).toString('base64url')}`
