/** What the address of the first run holds: what it is for, since other values are sealed, too, and until when. */

const purpose = 'first run until '

export const newFirstRunTicket = (until: Date): string => `${purpose}${until.toISOString()}`

export const isFirstRunTicket = (opened: string | null, now: Date): boolean =>
  opened !== null && opened.startsWith(purpose) && Date.parse(opened.slice(purpose.length)) > now.getTime()
