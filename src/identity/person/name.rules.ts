/** What people and companies may be called: names are shown to others, and stand in mails. */

/** Line breaks and whatever else is not seen, or changes what is seen around it. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** `Booking.com B.V.` is a name; what a mail program makes a link of by its form is none. */
const webAddress = /:\/\/|\bwww\./i
const mailAddress = /[^\s@]@[^\s@]+\.[^\s@]/

/** What is wrong with a name; null: nothing. */
export function nameFault(name: string): string | null {
  if (unseen.test(name)) return 'must be one line, without control characters'
  if (webAddress.test(name)) return 'must not have a web address in it'
  return mailAddress.test(name) ? 'must not have a mail address in it' : null
}
