import Stripe from 'stripe'
import { until, call } from '../http-call.ts'
import { openMailServer } from '../server/mail-server.ts'
import { openRdapRegistry, recorded } from '../server/rdap-standin.ts'
import { StripeStandin } from '../server/stripe-standin.ts'
import { openZoneServer } from '../server/zone-server.ts'
import { openMirror } from './mirror.ts'

/** The world around an installation, on this machine: mail, names, registries, publishers of data, and Stripe. */

export type Surroundings = Awaited<ReturnType<typeof openSurroundings>>

const stripeKey = 'sk_test_1'

export async function openSurroundings(zones: readonly string[]) {
  const [mail, dns, registry, mirror] = [
    await openMailServer(),
    await openZoneServer(zones),
    await openRdapRegistry(),
    await openMirror(),
  ]
  const stripe = new StripeStandin()
  const stripeUrl = await stripe.listen()
  return {
    dns,
    mirror,
    stripe,
    /** Where it all is: instead of what the page has, and of what needs no setting elsewhere. */
    env: {
      ...registry.env,
      ...mirror.env,
      ...dns.env,
      SUBLET_SMTP_URL: mail.url,
      SUBLET_STRIPE_KEY: stripeKey,
      SUBLET_STRIPE_URL: stripeUrl,
    },

    /** The registry answers about the block as it was recorded to, with more in its remarks. */
    register: (block: string, record: string, ...remarks: string[]) => {
      const answer = recorded(record)
      const said = Array.isArray(answer['remarks']) ? answer['remarks'] : []
      registry.says(block, { ...answer, remarks: [...said, ...remarks.map((line) => ({ description: [line] }))] })
    },

    /** The first thing in a mail to somebody that looks like this; nobody else's mail counts. */
    mailed: async (to: string, pattern: RegExp): Promise<string> => {
      const look = async () =>
        mail.received
          .flatMap((one) => (one.to.includes(to) ? (pattern.exec(readable(one.text))?.[1] ?? []) : []))
          .at(-1)
      return (await until(look, `mail to ${to} with ${pattern}`)).value
    },
    subjectsTo: (to: string): string[] =>
      mail.received.flatMap((one) =>
        one.to.includes(to) ? (/^Subject: (.*)$/m.exec(one.text)?.[1]?.trim() ?? []) : [],
      ),

    /** Stripe tells the installation what became of one of its pages, signed as Stripe signs. */
    tell: async (url: string, secret: string, page: { id: string; metadata: object }): Promise<void> => {
      const object = { ...page, object: 'checkout.session' }
      const payload = { id: `evt_${page.id}`, object: 'event', type: 'checkout.session.completed', data: { object } }
      const header = { payload: JSON.stringify(payload), secret }
      const signature = new Stripe(stripeKey).webhooks.generateTestHeaderString(header)
      const told = { headers: { 'stripe-signature': signature }, body: payload }
      const { status, text } = await call('POST', `${url}/payments/stripe/webhook`, told)
      if (status !== 200) throw new Error(`Stripe was not heard: ${text}`)
    },

    close: async () => {
      await Promise.all([mail.close(), dns.close(), registry.close(), mirror.close(), stripe.close()])
    },
  }
}

/** Quoted-printable undone. */
const readable = (text: string): string =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
