import type { KindName } from './kinds.rules.ts'

/**
 * The one table of the public data that a marketplace does well to have: `SUBLET_SOURCES=recommended`, the command that
 * prints it and docs/sources.md all come from here.
 */

export interface RecommendedSource {
  readonly kind: KindName
  readonly name: string
  readonly publisher: string
  /** `{YYYY-MM}` is the newest month that is sure to be published. */
  readonly url: string
  readonly licence: string
  /** Of the file as it comes, roughly. */
  readonly megabytes: number
  /** How often we fetch it: never more often than it is published. */
  readonly everyHours: number
}

const ripe = { publisher: 'RIPE NCC', licence: 'RIPE NCC terms of service' }
const ripeDatabase = { publisher: 'RIPE NCC', licence: 'RIPE Database terms and conditions' }
const apnicDatabase = { publisher: 'APNIC', licence: 'APNIC Whois Database copyright: no bulk redistribution' }
const spamhaus = { publisher: 'Spamhaus', licence: 'free with credit: date and © The Spamhaus Project' }
const daily = { everyHours: 24 }

/** Published in parts alone; people are in none of them. What objects refer to is found in whatever file has it. */
const apnicFiles = Object.entries({
  inetnum: 60,
  inet6num: 10,
  route: 10,
  route6: 3,
  domain: 15,
  'aut-num': 4,
  organisation: 3,
  role: 5,
  irt: 2,
}).map(([part, megabytes]) => ({
  kind: 'rpsl' as const,
  name: `APNIC.${part}`,
  ...apnicDatabase,
  url: `https://ftp.apnic.net/apnic/whois/apnic.db.${part}.gz`,
  megabytes,
  ...daily,
}))

export const recommended: readonly RecommendedSource[] = [
  {
    kind: 'riswhois',
    name: 'ipv4',
    ...ripe,
    url: 'https://www.ris.ripe.net/dumps/riswhoisdump.IPv4.gz',
    megabytes: 6,
    everyHours: 8,
  },
  {
    kind: 'riswhois',
    name: 'ipv6',
    ...ripe,
    url: 'https://www.ris.ripe.net/dumps/riswhoisdump.IPv6.gz',
    megabytes: 2,
    everyHours: 8,
  },
  {
    kind: 'vrps',
    name: 'rpki-client',
    publisher: 'rpki-client.org',
    url: 'https://console.rpki-client.org/vrps.json',
    licence: 'free',
    megabytes: 90,
    // New every twenty minutes; a letter that waits for its ROA waits at most this much longer.
    everyHours: 2,
  },
  {
    kind: 'delegated',
    name: 'afrinic',
    publisher: 'AFRINIC',
    url: 'https://ftp.afrinic.net/stats/afrinic/delegated-afrinic-extended-latest',
    licence: 'open',
    megabytes: 1,
    ...daily,
  },
  {
    kind: 'delegated',
    name: 'apnic',
    publisher: 'APNIC',
    url: 'https://ftp.apnic.net/stats/apnic/delegated-apnic-extended-latest',
    licence: 'open',
    megabytes: 10,
    ...daily,
  },
  {
    kind: 'delegated',
    name: 'arin',
    publisher: 'ARIN',
    url: 'https://ftp.arin.net/pub/stats/arin/delegated-arin-extended-latest',
    licence: 'open, ARIN terms of use',
    megabytes: 15,
    ...daily,
  },
  {
    kind: 'delegated',
    name: 'lacnic',
    publisher: 'LACNIC',
    url: 'https://ftp.lacnic.net/pub/stats/lacnic/delegated-lacnic-extended-latest',
    licence: 'open',
    megabytes: 5,
    ...daily,
  },
  {
    kind: 'delegated',
    name: 'ripencc',
    publisher: 'RIPE NCC',
    url: 'https://ftp.ripe.net/pub/stats/ripencc/delegated-ripencc-extended-latest',
    licence: 'open',
    megabytes: 20,
    ...daily,
  },
  {
    kind: 'rpsl',
    name: 'RIPE',
    ...ripeDatabase,
    // All of it and no part: who takes reports of abuse stands in another object than the block.
    url: 'https://ftp.ripe.net/ripe/dbase/ripe.db.gz',
    megabytes: 400,
    ...daily,
  },
  ...apnicFiles,
  {
    kind: 'rpsl',
    name: 'AFRINIC',
    publisher: 'AFRINIC',
    url: 'https://ftp.afrinic.net/pub/dbase/afrinic.db.gz',
    licence: 'AFRINIC terms and conditions',
    megabytes: 20,
    ...daily,
  },
  {
    kind: 'rpsl',
    name: 'ARIN',
    publisher: 'ARIN',
    url: 'https://ftp.arin.net/pub/rr/arin.db.gz',
    licence: 'ARIN terms of use',
    megabytes: 10,
    ...daily,
  },
  {
    kind: 'rpsl',
    name: 'LACNIC',
    publisher: 'LACNIC',
    url: 'https://irr.lacnic.net/lacnic.db.gz',
    licence: 'LACNIC terms',
    megabytes: 1,
    ...daily,
  },
  {
    kind: 'mmdb',
    name: 'dbip',
    publisher: 'DB-IP',
    url: 'https://download.db-ip.com/free/dbip-country-lite-{YYYY-MM}.mmdb.gz',
    licence: 'CC BY 4.0: link to db-ip.com',
    megabytes: 5,
    // New every month; looked at once a day, it counts as seen.
    ...daily,
  },
  {
    kind: 'asn-names',
    name: 'ripencc',
    ...ripe,
    url: 'https://ftp.ripe.net/ripe/asnames/asn.txt',
    megabytes: 4,
    ...daily,
  },
  {
    kind: 'drop',
    name: 'ipv4',
    ...spamhaus,
    url: 'https://www.spamhaus.org/drop/drop_v4.json',
    megabytes: 1,
    ...daily,
  },
  {
    kind: 'drop',
    name: 'ipv6',
    ...spamhaus,
    url: 'https://www.spamhaus.org/drop/drop_v6.json',
    megabytes: 1,
    ...daily,
  },
  {
    kind: 'asn-drop',
    name: 'spamhaus',
    ...spamhaus,
    url: 'https://www.spamhaus.org/drop/asndrop.json',
    megabytes: 1,
    ...daily,
  },
  {
    kind: 'ofac',
    name: 'sdn',
    publisher: 'US Treasury',
    url: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.CSV',
    licence: 'public domain',
    megabytes: 5,
    ...daily,
  },
]

interface Lack {
  readonly what: string
  readonly why: string
  readonly instead: string
}

/** What somebody may miss, why it is not in the set, and what can be done about it. */
export const lacking: readonly Lack[] = [
  {
    what: "Registry records of ARIN's and LACNIC's space",
    why: 'bulk copies are given out by contract alone; the set has what both publish, their routing registries',
    instead: 'sign their agreements, and import what you get by "npx sublet import rpsl FILE"',
  },
  {
    what: 'ROAs from a validator of your own',
    why: 'only you know where it is',
    instead: 'add "-vrps,vrps:own=rtr://validator.example.net:323", and its name to SUBLET_IMPORT_PRIVATE_HOSTS',
  },
  {
    what: 'Locations by MaxMind (GeoLite2)',
    why: 'needs an account and its key, and an address here must not carry a password',
    instead: 'let geoipupdate fetch it, or take its tar.gz, then "npx sublet import mmdb FILE --source maxmind"',
  },
  {
    what: 'Locations by IPinfo (Lite)',
    why: 'needs a token',
    instead: 'add "mmdb:ipinfo=https://ipinfo.io/data/ipinfo_lite.mmdb?token=…"; operators can read it there',
  },
  {
    what: 'RADB, ALTDB, NTTCOM, LEVEL3, JPIRR, TC',
    why: 'published by FTP alone, which is not spoken here',
    instead: 'fetch them by a program of your own, then "npx sublet import rpsl FILE"',
  },
  {
    what: 'Sanctions of the EU and of the UN',
    why: 'their formats are not read yet',
    instead: 'look companies up by hand before you activate them',
  },
  {
    what: 'Spamhaus ZEN and other lists that are asked by DNS',
    why: 'need a contract or a key, and are not files',
    instead: 'nothing; DROP is what may be used freely',
  },
  {
    what: 'UCEPROTECT',
    why: 'comes without encryption, so that whoever stands between could list a block; lists whole networks, too',
    instead: 'add "uceprotect=http://wget-mirrors.uceprotect.net/rbldnsd-all/dnsbl-3.uceprotect.net.gz"; it only warns',
  },
]
