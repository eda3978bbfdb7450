import { troubleWords, withAccounts } from '../../commerce/index.ts'
import { reverseDnsWords } from '../../dns/index.ts'
import type { Words } from '../../identity/index.ts'
import type { Context } from '../../kernel/context.ts'
import type { Heard, News } from '../../kernel/work/event-table.ts'
import { listener } from '../../kernel/work/events.ts'
import { lesseesToTell, marketEvents, offerWords, searchWords } from '../../market/index.ts'
import { routingWords } from '../../prefixes/index.ts'
import { routingAlertWords } from '../../routing/index.ts'
import type { Kind } from '../kind.rules.ts'
import type { Happening, Severity, Together } from './alert.rules.ts'
import { raise, type Raised } from './raise.actions.ts'

/**
 * What people are alerted to. Each event is a row of `rows`, and its words, which are those of the slice where it
 * happened, one of `sources`.
 */

interface HeardRow extends Together {
  readonly kind: Kind
  readonly severity: Severity
  /** It tells of all that belongs together, so nothing more is waited for. */
  readonly whole?: true
}

const toLeases = { label: 'View leases', page: '/leases' } as const
const toRegistries = { label: 'View connected registries', page: '/offers/routing' } as const
const toNameServers = { label: 'View name servers', page: '/name-servers' } as const
const toOffers = { label: 'View listings', page: '/offers' } as const

const rows: Readonly<Record<string, HeardRow>> = {
  'prefixes.health_changed': {
    kind: 'routing',
    severity: 'critical',
    whole: true,
    several: (count) => `${count} prefixes: routing has changed`,
    lead: { label: 'View prefixes', page: '/prefixes' },
  },
  'routing.connector_refused': {
    kind: 'routing',
    severity: 'critical',
    whole: true,
    several: (count) => `${count} registries no longer take their key`,
    lead: toRegistries,
  },
  'routing.refused': {
    kind: 'routing',
    severity: 'warning',
    several: (count) => `${count} ROAs or route objects were not made`,
    lead: toRegistries,
  },
  'reverse_dns.server_failed': {
    kind: 'routing',
    severity: 'critical',
    several: (count) => `${count} name servers take no reverse DNS changes`,
    lead: toNameServers,
  },
  'reverse_dns.zone_failed': {
    kind: 'routing',
    severity: 'warning',
    several: (count) => `${count} reverse zones take no changes`,
    lead: toNameServers,
  },
  'reverse_dns.server_recovered': {
    kind: 'routing',
    severity: 'good',
    several: (count) => `${count} name servers take reverse DNS changes again`,
    lead: toNameServers,
  },
  'subscription.payment_failed': {
    kind: 'payments',
    severity: 'critical',
    several: (count) => `${count} payments failed`,
    lead: { label: 'View orders', page: '/orders' },
  },
  'subscription.suspended': {
    kind: 'leases',
    severity: 'critical',
    several: (count) => `${count} leases are suspended`,
    lead: toLeases,
  },
  'subscription.ended': {
    kind: 'leases',
    severity: 'warning',
    several: (count) => `${count} leases have ended`,
    lead: toLeases,
  },
  'offer.cancelled': {
    kind: 'leases',
    severity: 'warning',
    several: (count) => `${count} leases will not be renewed`,
    lead: toLeases,
  },
  'offer.invalidated': {
    kind: 'offers',
    severity: 'critical',
    several: (count) => `${count} blocks are off the market`,
    lead: toOffers,
  },
  'offer.proof_lost': {
    kind: 'offers',
    severity: 'critical',
    several: (count) => `${count} listings ended`,
    lead: toOffers,
  },
  'offer.proof_doubted': {
    kind: 'offers',
    severity: 'warning',
    several: (count) => `${count} blocks: are they still yours?`,
    lead: toOffers,
  },
  'offer.proof_failed': {
    kind: 'offers',
    severity: 'warning',
    several: (count) => `${count} blocks: ownership not proven`,
    lead: toOffers,
  },
  'saved_search.matched': {
    kind: 'searches',
    severity: 'info',
    whole: true,
    several: (count) => `${count} matches for your saved searches`,
    lead: { label: 'View saved searches', page: '/saved-searches' },
  },
  'offer.activated': {
    kind: 'offers',
    severity: 'good',
    several: (count) => `${count} blocks are on the market`,
    lead: toOffers,
  },
}

/** What is said to one company. */
interface Said {
  readonly tenant: string | null
  readonly words: AlertWords
}

interface AlertWords extends Words {
  readonly why?: string
  readonly count?: number
  /** Something is well again. */
  readonly good?: boolean
  /** Whom alone it concerns; everybody of the company, unless said. */
  readonly person?: string | null
}

interface Source {
  readonly hears: Heard<News>
  find(ctx: Context, news: News): Promise<Said[]>
}

/** What its slice has written for an event, to the company that it is of. */
const source = <W extends AlertWords>(
  written: Heard<News> & { of(news: News): W | undefined },
  finish: (ctx: Context, words: W) => AlertWords = (_ctx, words) => words,
): Source => ({
  hears: written,
  find: async (ctx, news) => {
    const words = written.of(news)
    return words ? [{ tenant: news.tenant, words: finish(ctx, words) }] : []
  },
})

const lesseesHear = marketEvents.onEach<Parameters<typeof lesseesToTell>[1]>({ 'offer.cancelled': (data) => data })

const sources: readonly Source[] = [
  source(routingWords),
  source(offerWords),
  source(searchWords),
  source(routingAlertWords),
  source(reverseDnsWords),
  source(troubleWords, withAccounts),
  {
    hears: lesseesHear,
    find: async (ctx, news) => {
      const cancelled = lesseesHear.of(news)
      return cancelled ? lesseesToTell(ctx, cancelled) : []
    },
  },
]

export const raiseAlerts = listener({
  name: 'alerts.raise',
  hears: sources.map(({ hears }) => hears),
  hearAll: async (ctx, news) => {
    const found: Raised[] = []
    for (const one of news) found.push(...(await raisedBy(ctx, one)))
    await raise(ctx, found)
  },
})

async function raisedBy(ctx: Context, news: News): Promise<Raised[]> {
  const row = rows[news.type]
  const from = sources.find(({ hears }) => hears.types.includes(news.type))
  if (!row || !from) return []
  return (await from.find(ctx, news)).flatMap(({ tenant, words }) =>
    tenant === null
      ? []
      : { ...row, tenant, cause: news.type, person: words.person ?? null, happening: happeningOf(row, words) },
  )
}

const happeningOf = ({ severity }: HeardRow, { subject, text, why, lead, count, good }: AlertWords): Happening => ({
  severity: good ? 'good' : severity,
  count: count ?? 1,
  subject,
  text,
  ...(why && { why }),
  ...(lead && { lead }),
})
