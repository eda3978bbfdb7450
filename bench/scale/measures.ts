import { setTimeout as pause } from 'node:timers/promises'
import { closeHouse, openHouse } from '../../src/app/build.ts'
import { routes } from '../../src/app/routes.ts'
import { readConfig } from '../../src/app/config.ts'
import { contextOf, system, type Context } from '../../src/kernel/context.ts'
import { knownPrefix } from '../../src/kernel/ip/index.ts'
import { query } from '../../src/kernel/db/query.ts'
import type { MapWish } from '../../src/market/map/map.rules.ts'
import { mapSquares } from '../../src/market/map/map.store.ts'
import type { Search } from '../../src/market/search/search.rules.ts'
import { findHoles } from '../../src/market/search/search.store.ts'
import { load, median, play, ratioOf, type Contestant, type Length } from '../contest.ts'
import { residentMb } from '../sublet.ts'
import type { Finding } from './findings.ts'
import { keyOf } from './keys.ts'
import type { OpenMarket, Party } from './markets.ts'

type Say = (line: string) => void

const skipped = (name: string): Finding => ({ name, value: null, atMost: null, note: 'skipped: not built yet' })

/** Whether there is such a route, whatever it calls its parameters. */
function isBuilt(route: string): boolean {
  const shape = (text: string) => text.replaceAll(/:\w+/g, ':')
  return routes.some((endpoint) => shape(endpoint.route) === shape(route))
}

interface Question {
  readonly name: string
  readonly route: string
  ask(market: OpenMarket): Party
}

/** As a browser asks. */
const headers = { 'accept-encoding': 'gzip, br' }
const packed = (party: Party): Party => ({ ...party, headers: { ...party.headers, ...headers } })

const at = ({ url, headers }: Party, path: string): Party => ({ url: `${url}${path}`, headers })

const oneOffer = 'GET /billing/v1/:tenant/market/services/:offer'
const leases = 'GET /billing/v1/:tenant/market/ipv4/services'
const search = 'GET /billing/v1/:tenant/market/search'
const map = 'GET /billing/v1/:tenant/market/map'
const openMap = 'GET /portal/market/map'

/** An octet that both markets have offers in. */
const octet = '45.0.0.0/8'

const questions: readonly Question[] = [
  {
    name: 'one market service',
    route: oneOffer,
    ask: ({ holder, landmarks }) => at(holder, `/market/services/${landmarks.offer}`),
  },
  {
    name: 'leases, page 1',
    route: leases,
    ask: ({ lessee }) => at(lessee, '/market/ipv4/services?page=1&per_page=10'),
  },
  {
    name: 'leases, page 1,000',
    route: leases,
    ask: ({ lessee }) => at(lessee, '/market/ipv4/services?page=1000&per_page=10'),
  },
  { name: 'search, best fit', route: search, ask: ({ lessee }) => at(lessee, '/market/search?prefix_length=24') },
  {
    name: 'search, by price',
    route: search,
    ask: ({ lessee }) => at(lessee, '/market/search?prefix_length=24&sort=price'),
  },
  {
    name: 'search in a /16',
    route: search,
    ask: ({ lessee, landmarks }) => at(lessee, `/market/search?prefix_length=24&address=${landmarks.area}`),
  },
  {
    name: 'search in a /16, no such hole',
    route: search,
    ask: ({ lessee, landmarks }) => at(lessee, `/market/search?prefix_length=8&address=${landmarks.area}`),
  },
  ...Object.entries({
    'search in NL': 'geo_country_code=NL',
    'search in NL, all providers, a registry, clean':
      'geo_country_code=NL&geo_provider_match_type=and&registrars[]=ripencc&reputation=clean',
    'search in NL, below a price': 'geo_country_code=NL&price_max=115',
    'search in NL, by price': 'geo_country_code=NL&sort=price',
    'search in a city': 'geo_city_name=city%2017',
    'search for what is listed': 'reputation=listed',
    'search by place, no match': 'geo_country_code=SE',
    'search by place, nobody agrees': 'geo_country_code=IS&geo_provider_match_type=and',
    'search by place, none so cheap': 'geo_country_code=CH&price_max=120',
    'search by place, the dearest by price': 'geo_country_code=CH&sort=price',
  }).map(([name, wish]): Question => ({
    name,
    route: search,
    ask: ({ lessee }) => at(lessee, `/market/search?prefix_length=24&${wish}`),
  })),
  { name: 'map, anyone', route: openMap, ask: ({ server }) => ({ url: `${server.url}/portal/market/map`, headers }) },
  { name: 'map, a company', route: map, ask: ({ lessee }) => packed(at(lessee, '/market/map')) },
  { name: 'map, a company’s own', route: map, ask: ({ lessee }) => packed(at(lessee, '/market/map?mine=true')) },
  {
    name: 'map of a /8, anyone',
    route: openMap,
    ask: ({ server }) => ({ url: `${server.url}/portal/market/map?inside=${octet}`, headers }),
  },
  {
    name: 'map of a /8, a company',
    route: map,
    ask: ({ lessee }) => packed(at(lessee, `/market/map?inside=${octet}`)),
  },
]

/** What the same question costs in the large market, for one in the small. */
export async function measureGrowth(
  small: OpenMarket,
  large: OpenMarket,
  length: Length,
  say: Say,
): Promise<Finding[]> {
  const asked = questions.filter(({ route }) => isBuilt(route))
  const contestants = asked.flatMap((question) =>
    [small, large].map((market) => load(`${question.name} ${market.name}`, question.ask(market), 8)),
  )
  const results = await play(contestants, length, say)
  return questions.map(({ name, route }) => {
    if (!isBuilt(route)) return skipped(name)
    const perSecond = (market: OpenMarket) => Math.round(median(results.get(`${name} ${market.name}`) ?? []))
    return {
      name,
      value: ratioOf(results, `${name} ${small.name}`, `${name} ${large.name}`),
      atMost: 2,
      note: `${perSecond(small)}/s small, ${perSecond(large)}/s large`,
    }
  })
}

interface Drawing {
  readonly name: string
  readonly level: number
  readonly wish: MapWish
}

const drawings = (lessee: string): readonly Drawing[] => {
  const [everywhere, inside] = [knownPrefix('0.0.0.0/0'), knownPrefix(octet)]
  return [
    { name: 'map drawn anew, anyone', level: 12, wish: { inside: everywhere, viewer: null, mine: false } },
    { name: 'map drawn anew, a company', level: 12, wish: { inside: everywhere, viewer: lessee, mine: false } },
    { name: 'map of a /8 drawn anew, anyone', level: 20, wish: { inside, viewer: null, mine: false } },
    { name: 'map of a /8 drawn anew, a company', level: 20, wish: { inside, viewer: lessee, mine: false } },
  ]
}

/** A picture in squares right after something has changed: what a thousand of its squares cost, and how many it has. */
export async function measureDrawing(markets: readonly OpenMarket[], length: Length, say: Say): Promise<Finding[]> {
  const findings = new Map<string, string[]>()
  for (const { name: size, dataDir, databaseUrl, keys } of markets) {
    const config = readConfig({ SUBLET_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SUBLET_LOG_LEVEL: 'silent' })
    const house = await openHouse(config, databaseUrl)
    try {
      const ctx = contextOf(house, { actor: system('bench') })
      await query`select map_mark('{45.1.2.0/24}')`.changed(ctx)
      for (const { name, level, wish } of drawings(keys.lessee.tenant)) {
        const squares = (await mapSquares(ctx, wish, level)).starts.length
        const results = await play([statement(name, () => mapSquares(ctx, wish, level))], length, () => undefined)
        const milliseconds = 1_000 / median(results.get(name) ?? [])
        const note = `${milliseconds.toFixed(1)} ms for ${squares} squares, ${size}`
        findings.set(name, [...(findings.get(name) ?? []), note])
        say(`${name}: ${note}`)
      }
    } finally {
      await closeHouse(house)
    }
  }
  return [...findings].map(([name, notes]) => ({ name, value: null, atMost: null, note: notes.join('; ') }))
}

/**
 * Finding free space among thousands of leases, against reading one row: over HTTP, and as bare statements. One request
 * at a time, because many at once would measure how well single reads travel together, and not what a search costs.
 */
export async function measureFreeSpace(market: OpenMarket, length: Length, say: Say): Promise<Finding[]> {
  const { dataDir, databaseUrl, lessee } = market
  const { giant } = market.landmarks
  if (!giant) throw new Error('this market has no /8')
  const config = readConfig({ SUBLET_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SUBLET_LOG_LEVEL: 'silent' })
  const house = await openHouse(config, databaseUrl)
  try {
    const ctx = contextOf(house, { actor: system('bench') })
    const contestants = [
      load('company', lessee, 1),
      load('free /24 in the /8', at(lessee, `/market/search?prefix_length=24&limit=1&address=${giant}`), 1),
      statement('one row', () => oneRow(ctx)),
      statement('best fit', () => findHoles(ctx, bestFit(giant), 1)),
    ]
    const results = await play(contestants, length, say)
    const finding = (name: string, against: string): Finding => ({
      name: `${name}, against ${against}`,
      value: ratioOf(results, against, name),
      atMost: 5,
      note: `${Math.round(median(results.get(name) ?? []))}/s`,
    })
    return [finding('free /24 in the /8', 'company'), finding('best fit', 'one row')]
  } finally {
    await closeHouse(house)
  }
}

/** As a search for one /24 in the area asks it. */
const bestFit = (area: string): Search => ({
  length: 24,
  limit: 1,
  order: 'fit',
  areas: [knownPrefix(area)],
  months: 1,
  priceMin: null,
  priceMax: null,
  negotiable: null,
  registries: [],
  place: null,
  reputation: null,
  token: null,
})

const oneRow = (ctx: Context) => query`select * from tenant where uuid = ${keyOf('holder', 0)}`.planned(ctx)

/** One after the other, each waited for. */
function statement(name: string, run: () => Promise<unknown>): Contestant {
  return {
    name,
    measure: async (duration) => {
      const end = performance.now() + duration * 1_000
      let count = 0
      for (; performance.now() < end; count++) await run()
      return count / duration
    },
  }
}

const exportOfLeases = 'GET /billing/v1/:tenant/market/ipv4/csv'
const exports = 3

/** What a fresh server grows by while it writes all leases of the company, and how fast they come. */
export async function measureExport({ server, lessee }: OpenMarket): Promise<Finding[]> {
  if (!isBuilt(exportOfLeases)) return [skipped('export, MB grown'), skipped('export, rows a second')]
  for (let i = 0; i < 20; i++) await (await fetch(lessee.url, lessee)).text()
  const before = await residentMb(server.pid)
  if (before === null)
    return [{ name: 'export, MB grown', value: null, atMost: null, note: 'skipped: the system does not tell' }]
  let rows = 0
  const peaks: number[] = []
  const perSecond: number[] = []
  for (let round = 0; round < exports; round++) {
    const startedAt = performance.now()
    const done = new AbortController()
    const peak = watchMemory(server.pid, done.signal)
    rows = await countRows(at(lessee, '/market/ipv4/csv'))
    done.abort()
    peaks.push(await peak)
    perSecond.push((rows * 1_000) / (performance.now() - startedAt))
  }
  const note = `${rows.toLocaleString('en')} rows, from ${before} MB`
  return [
    { name: 'export, MB grown', value: Math.max(...peaks) - before, atMost: 60, note },
    { name: 'export, rows a second', value: median(perSecond), atMost: null, note: '' },
  ]
}

async function watchMemory(pid: number, done: AbortSignal): Promise<number> {
  let peak = 0
  while (!done.aborted) {
    peak = Math.max(peak, (await residentMb(pid)) ?? 0)
    await pause(10)
  }
  return peak
}

/** Read as fast as it comes, and not kept. */
async function countRows({ url, headers }: Party): Promise<number> {
  const answer = await fetch(url, { headers })
  if (!answer.ok || !answer.body) throw new Error(`the export answered ${answer.status}`)
  let lines = 0
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>)
    for (const byte of chunk) lines += byte === 10 ? 1 : 0
  return lines - 1
}
