import type { SettingTable } from '../kernel/settings.ts'

const rows = {
  embargoedCountries: {
    env: 'SUBLET_EMBARGOED_COUNTRIES',
    kind: 'list',
    standard: 'CU,IR,KP',
    says: 'ISO 3166-1 codes, separated by commas: AS numbers registered there get no letters.',
  },
  sources: {
    env: 'SUBLET_SOURCES',
    kind: 'list',
    standard: '',
    says: 'Network data to fetch by itself, separated by commas: recommended (all of docs/sources.md), -kind or -kind:name to leave some of that out, kind=url or kind:name=url (a comma in an address is %2C).',
  },
  sourcesMirror: {
    env: 'SUBLET_SOURCES_MIRROR',
    kind: 'url',
    says: 'Where copies of the recommended files are, each under the host and path of its publisher. Unset: the publishers.',
  },
  freshRoutesHours: {
    env: 'SUBLET_FRESH_ROUTES_HOURS',
    kind: 'count',
    standard: '24',
    says: 'Hours after which routes and ROA payloads are stale, and what depends on them is unknown.',
  },
  freshDataHours: {
    env: 'SUBLET_FRESH_DATA_HOURS',
    kind: 'count',
    standard: '168',
    says: 'Hours after which all other network data is stale.',
  },
  minPeers: {
    env: 'SUBLET_MIN_PEERS',
    kind: 'count',
    standard: '10',
    says: "Collectors' peers that must see a route before it counts as announced.",
  },
  snapshotStorage: {
    env: 'SUBLET_SNAPSHOT_STORAGE',
    kind: 'text',
    standard: 'postgres',
    says: 'Where imported network data is kept: postgres, or files (in SUBLET_SNAPSHOT_DIR).',
  },
  snapshotDir: {
    env: 'SUBLET_SNAPSHOT_DIR',
    kind: 'folder',
    derived: true,
    says: 'Folder for imported network data, the same for all nodes. Default: snapshots in the data folder.',
  },
  importMaxMegabytes: {
    env: 'SUBLET_IMPORT_MAX_MB',
    kind: 'count',
    standard: '4096',
    says: 'Largest file that is imported, in MiB as it comes.',
  },
  importTimeout: {
    env: 'SUBLET_IMPORT_TIMEOUT_SECONDS',
    kind: 'count',
    standard: '60',
    says: 'Seconds without a word after which a download is given up.',
  },
  importPrivateHosts: {
    env: 'SUBLET_IMPORT_PRIVATE_HOSTS',
    kind: 'list',
    standard: '',
    says: 'Hosts, separated by commas, that may be fetched from although their addresses are not public.',
  },
  rdap: {
    env: 'SUBLET_RDAP',
    kind: 'text',
    derived: true,
    says: 'Whom to ask about one block at a time: iana (each registry, by its RDAP server), an address that answers for all of them, or off. Default: iana, and off in a sandbox.',
  },
  rdapBootstrap: {
    env: 'SUBLET_RDAP_BOOTSTRAP',
    kind: 'url',
    standard: 'https://data.iana.org/rdap/ipv4.json',
    says: 'Where the list of RDAP servers is fetched from, at the first start and then once a week; an old one is shipped.',
  },
  rdapPerMinute: {
    env: 'SUBLET_RDAP_PER_MINUTE',
    kind: 'count',
    standard: '10',
    says: 'Questions per minute to one RDAP server, on each node.',
  },
} as const satisfies SettingTable['rows']

type NetworkRows = typeof rows

declare module '../kernel/settings.ts' {
  interface SettingRows extends NetworkRows {}
}

export const networkSettings = {
  rows,
  derive: ({ snapshotDir, dataDir, rdap, sandbox }) => ({
    snapshotDir: snapshotDir ?? `${dataDir}/snapshots`,
    rdap: rdap ?? (sandbox ? 'off' : 'iana'),
  }),
  contradictions: (config) => {
    const { snapshotStorage: storage, snapshotDir } = config
    const found: string[] = []
    if (config.sourcesMirror !== null && !/^https?:\/\/[^/@?#]+(\/[^?#]*)?$/.test(config.sourcesMirror))
      found.push('SUBLET_SOURCES_MIRROR must be an http or https address without a name, a query or a fragment.')
    if (!['postgres', 'files'].includes(storage))
      found.push(`SUBLET_SNAPSHOT_STORAGE=${JSON.stringify(storage)} must be postgres or files.`)
    // Processes that may read all of the one must not be able to read all of the other.
    if (storage === 'files' && `${config.dataDir}/`.startsWith(snapshotDir.replace(/\/*$/, '/')))
      found.push('SUBLET_SNAPSHOT_DIR must be a folder of its own: the data folder holds the secret key.')
    if (config.importTimeout < 1 || config.importMaxMegabytes < 1)
      found.push('SUBLET_IMPORT_TIMEOUT_SECONDS and SUBLET_IMPORT_MAX_MB must be at least 1.')
    if (!/^(off|iana)$|^https?:\/\/[^/]/.test(config.rdap))
      found.push(`SUBLET_RDAP=${JSON.stringify(config.rdap)} must be iana, off or an http or https address.`)
    if (config.rdapPerMinute < 1) found.push('SUBLET_RDAP_PER_MINUTE must be at least 1; SUBLET_RDAP=off asks nobody.')
    if (config.freshRoutesHours < 1 || config.freshDataHours < 1)
      found.push('SUBLET_FRESH_ROUTES_HOURS and SUBLET_FRESH_DATA_HOURS must be at least 1.')
    return found
  },
} satisfies SettingTable
