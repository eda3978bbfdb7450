/** What is on the demo world's market: who holds which block, what it costs, and who leases which part since when. */

export interface DemoBlock {
  readonly holder: string
  readonly prefix: string
  readonly registry: 'ripencc' | 'arin' | 'apnic' | 'lacnic' | 'afrinic'
  /** Lengths of the largest and the smallest block on offer. */
  readonly splits: readonly [largest: number, smallest: number]
  /** Price of a /24 a month; larger blocks cost a little less per address. */
  readonly price: number
  readonly negotiable?: true
  readonly periods?: readonly number[]
  readonly hidden?: true
  readonly country: readonly [code: string, name: string]
  readonly city?: string
  readonly leases?: readonly DemoLease[]
  readonly hiddenChildren?: readonly string[]
  /** What becomes of it, where it does not simply go on the market. */
  readonly fate?: 'awaits_code' | 'no_contact' | 'blocklisted' | 'cancelled'
}

export interface DemoLease {
  readonly lessee: string
  readonly prefix: string
  readonly daysAgo: number
  readonly months?: number
}

/** One lessee's card begins to decline; its renewal of this lease fell due less than a day ago. */
export const inGrace = {
  lessee: 'kestrel',
  prefix: '102.129.161.0/24',
  card: '4000000000000341',
} as const

/** Bought on a bank transfer that has not come yet. */
export const waiting = { lessee: 'quarry', prefix: '43.225.32.0/24' } as const

/** Given notice of, to the end of its period. */
export const leaving = { lessee: 'northlight', prefix: '196.61.192.0/22' } as const

export interface DemoWish {
  readonly lessee: string
  readonly prefix: string
  /** Of the list price, in percent. */
  readonly offers: number
  readonly months?: number
  readonly accepted?: true
}

const periods = [6, 12, 24]

export const blocks: readonly DemoBlock[] = [
  {
    holder: 'meridian',
    prefix: '185.203.64.0/19',
    registry: 'ripencc',
    splits: [20, 24],
    price: 118,
    negotiable: true,
    periods,
    country: ['NL', 'Netherlands'],
    city: 'Amsterdam',
    leases: [
      { lessee: 'brightwave', prefix: '185.203.64.0/24', daysAgo: 212, months: 12 },
      { lessee: 'brightwave', prefix: '185.203.65.0/24', daysAgo: 212, months: 12 },
      { lessee: 'northlight', prefix: '185.203.68.0/22', daysAgo: 97, months: 24 },
      { lessee: 'kestrel', prefix: '185.203.72.0/24', daysAgo: 41 },
      { lessee: 'kestrel', prefix: '185.203.73.0/24', daysAgo: 12 },
    ],
  },
  {
    holder: 'meridian',
    prefix: '104.234.0.0/16',
    registry: 'arin',
    splits: [18, 24],
    price: 104.5,
    negotiable: true,
    periods: [3, 6, 12, 24, 36],
    country: ['US', 'United States'],
    city: 'Ashburn',
    leases: [
      { lessee: 'northlight', prefix: '104.234.0.0/20', daysAgo: 301, months: 36 },
      { lessee: 'brightwave', prefix: '104.234.16.0/23', daysAgo: 155 },
      { lessee: 'quarry', prefix: '104.234.32.0/21', daysAgo: 88, months: 12 },
      { lessee: 'quarry', prefix: '104.234.40.0/24', daysAgo: 20 },
      { lessee: 'kestrel', prefix: '104.234.64.0/22', daysAgo: 66 },
    ],
    hiddenChildren: ['104.234.255.0/24'],
  },
  {
    holder: 'meridian',
    prefix: '193.104.140.0/22',
    registry: 'ripencc',
    splits: [22, 24],
    price: 126,
    periods,
    country: ['DE', 'Germany'],
    city: 'Frankfurt am Main',
    leases: [
      { lessee: 'quarry', prefix: '193.104.140.0/24', daysAgo: 365, months: 24 },
      { lessee: 'quarry', prefix: '193.104.141.0/24', daysAgo: 365, months: 24 },
      { lessee: 'brightwave', prefix: '193.104.142.0/23', daysAgo: 33 },
    ],
  },
  {
    holder: 'meridian',
    prefix: '194.147.96.0/21',
    registry: 'ripencc',
    splits: [21, 23],
    price: 112,
    hidden: true,
    periods,
    country: ['SE', 'Sweden'],
    city: 'Stockholm',
  },
  {
    holder: 'meridian',
    prefix: '89.33.116.0/23',
    registry: 'ripencc',
    splits: [23, 24],
    price: 120,
    country: ['RO', 'Romania'],
    city: 'Bucharest',
    fate: 'cancelled',
    leases: [{ lessee: 'kestrel', prefix: '89.33.116.0/24', daysAgo: 74 }],
  },
  {
    holder: 'meridian',
    prefix: '176.111.48.0/22',
    registry: 'ripencc',
    splits: [22, 24],
    price: 115,
    country: ['PL', 'Poland'],
    fate: 'awaits_code',
  },
  {
    holder: 'meridian',
    prefix: '45.135.8.0/22',
    registry: 'ripencc',
    splits: [22, 24],
    price: 115,
    country: ['FR', 'France'],
    fate: 'no_contact',
  },
  {
    holder: 'meridian',
    prefix: '5.188.204.0/22',
    registry: 'ripencc',
    splits: [22, 24],
    price: 92,
    country: ['BG', 'Bulgaria'],
    city: 'Sofia',
    fate: 'blocklisted',
  },
  {
    holder: 'altiplano',
    prefix: '179.61.64.0/18',
    registry: 'lacnic',
    splits: [19, 24],
    price: 98.4,
    negotiable: true,
    periods: [12, 24],
    country: ['BO', 'Bolivia'],
    city: 'La Paz',
    leases: [
      { lessee: 'northlight', prefix: '179.61.64.0/21', daysAgo: 140, months: 12 },
      { lessee: 'brightwave', prefix: '179.61.72.0/24', daysAgo: 9 },
    ],
  },
  {
    holder: 'altiplano',
    prefix: '200.10.168.0/21',
    registry: 'lacnic',
    splits: [21, 24],
    price: 101,
    country: ['CL', 'Chile'],
    city: 'Santiago',
  },
  {
    holder: 'savanna',
    prefix: '102.129.128.0/17',
    registry: 'afrinic',
    splits: [18, 24],
    price: 84.9,
    negotiable: true,
    periods: [3, 6, 12, 24, 36, 60],
    country: ['ZA', 'South Africa'],
    city: 'Johannesburg',
    leases: [
      { lessee: 'quarry', prefix: '102.129.128.0/19', daysAgo: 250, months: 36 },
      { lessee: 'kestrel', prefix: '102.129.160.0/24', daysAgo: 58 },
      { lessee: 'brightwave', prefix: '102.129.162.0/23', daysAgo: 120, months: 6 },
    ],
  },
  {
    holder: 'savanna',
    prefix: '196.61.192.0/20',
    registry: 'afrinic',
    splits: [20, 24],
    price: 88,
    country: ['KE', 'Kenya'],
    city: 'Nairobi',
    leases: [{ lessee: 'northlight', prefix: '196.61.192.0/22', daysAgo: 30 }],
  },
  {
    holder: 'pacific',
    prefix: '103.152.32.0/22',
    registry: 'apnic',
    splits: [22, 24],
    price: 131.25,
    periods,
    country: ['SG', 'Singapore'],
    city: 'Singapore',
    leases: [{ lessee: 'brightwave', prefix: '103.152.32.0/24', daysAgo: 180, months: 12 }],
  },
  {
    holder: 'pacific',
    prefix: '150.129.64.0/18',
    registry: 'apnic',
    splits: [19, 24],
    price: 109,
    negotiable: true,
    periods: [6, 12],
    country: ['JP', 'Japan'],
    city: 'Tokyo',
    leases: [
      { lessee: 'northlight', prefix: '150.129.64.0/22', daysAgo: 77 },
      { lessee: 'quarry', prefix: '150.129.68.0/23', daysAgo: 15 },
    ],
  },
  {
    holder: 'pacific',
    prefix: '43.225.32.0/20',
    registry: 'apnic',
    splits: [20, 24],
    price: 107,
    country: ['AU', 'Australia'],
    city: 'Sydney',
  },
]

export const wishes: readonly DemoWish[] = [
  { lessee: 'northlight', prefix: '185.203.80.0/22', offers: 88, months: 12 },
  { lessee: 'kestrel', prefix: '104.234.128.0/23', offers: 90 },
  { lessee: 'brightwave', prefix: '150.129.72.0/24', offers: 92, months: 6, accepted: true },
]
