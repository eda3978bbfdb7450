import { routes } from '../../src/app/routes.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { median } from '../contest.ts'
import { toldBy, type Finding } from './findings.ts'
import type { OpenMarket, Party } from './markets.ts'

/**
 * Every list of a company and every file of one, by the table of endpoints: first page and last page, one request after
 * the other, large and small in turn. What programs cannot ask for (the lists of operators and of people), and what needs
 * the identifier of something that the market does not have, is left out.
 */

const limit = 2
const asked = 60
const filesAsked = 3

interface Meta {
  readonly last_page?: number
}

const propertiesOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  (schema as { properties?: Record<string, unknown> } | undefined)?.properties ?? {}

const pathOf = ({ route }: Endpoint, tenant: string): string =>
  route.replace(/^GET /, '').replace(/:(?:tenantUUID|user_id)\b/, tenant)

const ofCompany = routes.filter(
  (endpoint) =>
    endpoint.route.startsWith('GET ') &&
    endpoint.access.by === 'token' &&
    /:(?:tenantUUID|user_id)\b/.test(endpoint.route) &&
    !pathOf(endpoint, '').includes(':'),
)

const isFile = ({ route }: Endpoint): boolean => route.endsWith('csv')
const lists = ofCompany.filter((endpoint) => 'page' in propertiesOf(endpoint.query) && !isFile(endpoint))
const skipping = ofCompany.filter(({ query }) => 'offset' in propertiesOf(query))
const files = ofCompany.filter(isFile)

const request = ({ server, keys, lessee, holder }: OpenMarket, endpoint: Endpoint, side: Side, query = ''): Party => ({
  url: `${server.url}${pathOf(endpoint, keys[side].tenant)}${query}`,
  headers: { lessee, holder }[side].headers,
})

type Side = 'lessee' | 'holder'

/** Blocks and what they bring are the holder's, all else is most with who leases many. */
const sideOf = ({ id }: Endpoint): Side => (/Offers|Holder|Payout/.test(id) ? 'holder' : 'lessee')

async function read({ url, headers }: Party): Promise<{ text: string; milliseconds: number }> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 200)}`)
  return { text, milliseconds: performance.now() - startedAt }
}

/** What others did on the machine is measured, too: what looks too dear is measured up to three times, the least counts. */
async function compare(small: Party, large: Party): Promise<{ small: number; large: number }> {
  let best = await compareOnce(small, large)
  for (let again = 0; again < 2 && best.large > best.small * limit; again++) {
    const next = await compareOnce(small, large)
    if (next.large / next.small < best.large / best.small) best = next
  }
  return best
}

async function compareOnce(small: Party, large: Party): Promise<{ small: number; large: number }> {
  const times: Record<'small' | 'large', number[]> = { small: [], large: [] }
  for (let n = -5; n < asked; n++)
    for (const [name, party] of [['small', small] as const, ['large', large] as const]) {
      const { milliseconds } = await read(party)
      if (n >= 0) times[name].push(milliseconds)
    }
  return { small: median(times.small), large: median(times.large) }
}

const finding = (name: string, times: { small: number; large: number }, note: string): Finding => ({
  name,
  value: times.large / times.small,
  atMost: limit,
  note: `${times.small.toFixed(1)} ms small, ${times.large.toFixed(1)} ms large${note}`,
})

/** Which page a list ends with: it says so itself. */
async function lastPage(market: OpenMarket, endpoint: Endpoint): Promise<number> {
  const { text } = await read(request(market, endpoint, sideOf(endpoint), '?per_page=25'))
  return (JSON.parse(text) as { meta?: Meta }).meta?.last_page ?? 1
}

export async function measureLists(small: OpenMarket, large: OpenMarket, say: (line: string) => void) {
  const findings: Finding[] = []
  const keep = (found: Finding): void => {
    findings.push(found)
    toldBy(say)([found])
  }
  for (const endpoint of lists) {
    const side = sideOf(endpoint)
    const [endOfSmall, endOfLarge] = [await lastPage(small, endpoint), await lastPage(large, endpoint)]
    const page = (market: OpenMarket, n: number) => request(market, endpoint, side, `?per_page=25&page=${n}`)
    const pages = `, ${endOfSmall} and ${endOfLarge} pages`
    keep(finding(`${endpoint.id}, first page`, await compare(page(small, 1), page(large, 1)), pages))
    if (endOfSmall > 1 || endOfLarge > 1)
      keep(finding(`${endpoint.id}, last page`, await compare(page(small, endOfSmall), page(large, endOfLarge)), ''))
  }
  for (const endpoint of skipping) {
    const page = (market: OpenMarket) => request(market, endpoint, 'lessee', '?limit=25')
    keep(finding(`${endpoint.id}, first page`, await compare(page(small), page(large)), ''))
  }
  for (const endpoint of files) keep(await compareFiles(small, large, endpoint))
  return findings
}

/** A file has as many lines as there are rows: a line must not cost more where there are many. */
async function compareFiles(small: OpenMarket, large: OpenMarket, endpoint: Endpoint): Promise<Finding> {
  const perLine = async (market: OpenMarket) => {
    const takes: number[] = []
    let lines = 0
    for (let n = 0; n < filesAsked; n++) {
      const { text, milliseconds } = await read(request(market, endpoint, sideOf(endpoint)))
      lines = text.split('\n').length - 2
      takes.push(milliseconds / Math.max(1, lines))
    }
    return { takes: median(takes) * 1_000, lines }
  }
  const [few, many] = [await perLine(small), await perLine(large)]
  const note = `${few.takes.toFixed(0)} and ${many.takes.toFixed(0)} µs a line, ${few.lines} and ${many.lines} lines`
  const name = `${endpoint.id}, a line of the file`
  return many.lines < 1_000
    ? { name, value: null, atMost: null, note: `skipped: ${many.lines} lines` }
    : { name, value: many.takes / few.takes, atMost: limit, note }
}
