import type { DemoCredentials } from '../../db/demo.ts'
import type { Config } from '../kernel/config.ts'

/** What a person sees when the server is up, and what to paste next. */
export function banner(config: Config, demo: DemoCredentials | null, firstRun: string | null = null): string {
  const url = config.publicUrl
  const lines = [
    '',
    'Sublet is ready.',
    '',
    `  Portal   ${url}/`,
    `  Docs     ${url}/docs`,
    `  API      ${url}/billing/v1/…   (described in ${url}/openapi.json)`,
    '',
    ...(demo ? firstCalls(url, demo) : [...(firstRun === null ? [] : firstOperator(url, firstRun)), ...firstCommands]),
    '',
    config.embedded ? `Data is kept in ${config.dataDir}. Stop with Ctrl-C.` : 'Stop with Ctrl-C.',
    '',
  ]
  return lines.join('\n')
}

/** The ticket stands behind the #, which browsers send to nobody. */
const firstOperator = (url: string, ticket: string): string[] => [
  'Nobody runs this marketplace yet. Make its company and your account here, once, within 24 hours:',
  '',
  `  ${url}/first-run#${ticket}`,
  '',
]

const firstCommands = [
  'First commands:',
  '',
  '  npx sublet doctor                 what is missing before a first block can be leased, and what to do about it',
  '  npx sublet sources --recommended  the network data that SUBLET_SOURCES=recommended fetches',
  '  npx sublet settings               the settings in force',
  '  npx sublet --help                 all others',
]

function firstCalls(url: string, demo: DemoCredentials): string[] {
  const form = `grant_type=client_credentials&client_id=${demo.client_id}&client_secret=${demo.client_secret}`
  return [
    'Get a token (paste this):',
    '',
    `  TOKEN=$(curl -s ${url}/oauth2/token -d '${form}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    '',
    'Use it:',
    '',
    `  curl -s -H "Authorization: Bearer $TOKEN" ${url}/billing/v1/${demo.tenant}`,
    '',
    `Demo people: ${demo.people.join(', ')}; password ${demo.password}`,
  ]
}
