import { kinds } from '../../src/network/kinds.rules.ts'
import { lacking, recommended } from '../../src/network/recommended.rules.ts'

/** The page about the data that is recommended. */
export function sourcesPage(): string {
  const rows = recommended.map(
    ({ kind, name, publisher, url, licence, megabytes, everyHours }) =>
      `| \`${kind}:${name}\` | ${kinds[kind].title} | ${publisher} | \`${url}\` | ${licence} | ${megabytes} MB | ${everyHours} h |`,
  )
  const lacks = lacking.map(({ what, why, instead }) => `| ${what} | ${why} | ${instead} |`)
  const total = recommended.reduce((sum, { megabytes }) => sum + megabytes, 0)
  return [
    '# Recommended data',
    '',
    'What `SUBLET_SOURCES=recommended` fetches, and `npx sublet sources --recommended` prints. `recommended,-mmdb` leaves out a kind, `recommended,-rpsl:RIPE` one source; rows of your own stand beside it, and one of the same kind and name takes its place. A source can also be paused in the portal.',
    '',
    `Sizes are rough and as the files come, some ${total} MB in all on the first day. A file that has not changed is not sent again: its \`ETag\` and \`Last-Modified\` are shown to its server. Sublet says who it is (\`User-Agent: sublet/VERSION (+SUBLET_PUBLIC_URL)\`), fetches one file at a time, and puts each off by up to a tenth of its rhythm, so that installations do not come all at once. Several installations are better served by one copy: \`SUBLET_SOURCES_MIRROR=https://mirror.example/copies\` has each file under its host and path, \`…/copies/ftp.ripe.net/ripe/asnames/asn.txt\`.`,
    '',
    'Read the terms before you rely on a source: they are named here in a few words only, and are between you and its publisher.',
    '',
    '| source | what it holds | publisher | address | licence | size | fetched every |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    '## What it lacks',
    '',
    '| what | why | instead |',
    '|---|---|---|',
    ...lacks,
    '',
  ].join('\n')
}
