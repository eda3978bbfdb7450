import { dnsEvents } from '../dns.events.ts'

/** What people are alerted to. */

const lead = { label: 'View name servers', page: '/name-servers' } as const

interface AlertWords {
  readonly subject: string
  readonly text: string
  readonly lead: typeof lead
  readonly why?: string
  readonly good?: boolean
}

const sentence = (title: string, fault: string): string => `${title} ${fault}.`

export const reverseDnsWords = dnsEvents.onEach<AlertWords>({
  'reverse_dns.server_failed': ({ title, fault }) => ({
    subject: `${title} takes no reverse DNS changes`,
    why: sentence(title, fault),
    text: `${sentence(title, fault)}\n\nIt has failed five times in a row. Changes wait for it and are sent once it answers again; you can test it on the page Name servers.\n`,
    lead,
  }),
  'reverse_dns.zone_failed': ({ title, zone, fault }) => ({
    subject: `${title} refuses changes of ${zone}`,
    why: sentence(title, fault),
    text: `${sentence(title, fault)}\n\nChanges of the zone ${zone} wait and are sent once it takes them; those of other zones are sent meanwhile.\n`,
    lead,
  }),
  'reverse_dns.server_recovered': ({ title }) => ({
    subject: `${title} takes reverse DNS changes again`,
    text: 'What waited for it is being sent.\n',
    good: true,
    lead,
  }),
})
