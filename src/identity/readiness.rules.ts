import type { Check, Lack } from '../kernel/readiness.ts'

/** What people need: somebody who runs the marketplace, and mail that arrives. */

export interface PeopleFacts {
  readonly config: {
    readonly sandbox: boolean
    readonly autoActivate: boolean
    readonly smtpUrl: string | null
    readonly mailFrom: string
  }
  /** People of active operator companies. */
  readonly operators: number
}

/** A sandbox shows its mail to everybody. */
export const isMailSent = ({ config }: Pick<PeopleFacts, 'config'>): boolean =>
  config.sandbox || config.smtpUrl !== null

export const noMail = (why: string): Lack => ({
  missing: 'There is no mail server.',
  why,
  next: 'Set SUBLET_SMTP_URL=smtps://user:password@host and SUBLET_MAIL_FROM, and start again.',
})

const noOperator = (why: string): Lack => ({
  missing: 'Nobody runs this marketplace: there is no active operator company with a person in it.',
  why,
  next: 'Open the address that "npx sublet start" prints, which makes both; or use "npx sublet tenant create --role operator", "tenant activate" and "user create".',
})

const isMadeUp = (address: string): boolean => /@[^@>]*\.example>?$/.test(address)

export const peopleChecks: readonly Check<PeopleFacts>[] = [
  {
    step: 'sign-up',
    lacks: ({ operators, config }) =>
      operators > 0 || config.autoActivate
        ? null
        : noOperator('Companies that sign up wait for an operator to activate them.'),
  },
  {
    step: 'sign-up',
    lacks: (facts) =>
      isMailSent(facts) ? null : noMail('Whoever signs up gets a link by mail, which proves the address.'),
  },
  {
    step: 'mail',
    lacks: (facts) =>
      isMailSent(facts) ? null : noMail('Codes, invoices and notices stay in a table that nobody reads.'),
  },
  {
    step: 'mail',
    lacks: ({ config: { sandbox, mailFrom } }) =>
      sandbox || !isMadeUp(mailFrom)
        ? null
        : {
            missing: `Mail would come from ${mailFrom}, an address that is made up.`,
            why: 'Others refuse it, and nobody can answer.',
            next: 'Set SUBLET_MAIL_FROM="Name <address>", of a domain whose mail your server may send.',
          },
  },
  {
    step: 'list',
    lacks: ({ operators, config }) =>
      operators > 0 || config.autoActivate
        ? null
        : noOperator('Only a company that an operator has activated may list.'),
  },
  {
    step: 'prove',
    lacks: (facts) =>
      isMailSent(facts)
        ? null
        : noMail(
            "Most holders prove a block by a code that is mailed to a contact of its record; the other ways want a change at the registry, in DNS or an operator's time.",
          ),
  },
  {
    step: 'prove',
    lacks: ({ operators }) =>
      operators > 0 ? null : noOperator('Holders who can prove a block by documents alone need somebody to read them.'),
  },
  {
    step: 'pay out',
    lacks: ({ operators }) =>
      operators > 0 ? null : noOperator('An operator sends what holders have earned, and notes it.'),
  },
]
