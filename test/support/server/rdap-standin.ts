import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fixture } from '../market/network.ts'
import { openFileServer, type FileServer } from './file-server.ts'

/** A registry on loopback that answers as the real ones were recorded to. */

export interface RdapRegistry extends Pick<FileServer, 'url' | 'asked' | 'close'> {
  /** Settings of a world that asks this one about everything. */
  readonly env: Readonly<Record<string, string>>
  /** From now on this is answered about a block. */
  says(block: string, answer: object | string): void
  answers(block: string, how: (request: IncomingMessage, response: ServerResponse) => void): void
  /** How often it was asked about a block. */
  count(block: string): number
}

export async function openRdapRegistry(): Promise<RdapRegistry> {
  const server = await openFileServer()
  const pathOf = (block: string) => `/ip/${block}`
  return {
    url: server.url,
    asked: server.asked,
    close: () => server.close(),
    env: { SUBLET_RDAP: server.url, SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1', SUBLET_RDAP_PER_MINUTE: '1000' },
    says: (block, answer) => {
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
      server.serve(pathOf(block), text, { 'content-type': 'application/rdap+json' })
    },
    answers: (block, how) => void server.serve(pathOf(block), how),
    count: (block) => server.asked.filter(({ path }) => path === pathOf(block)).length,
  }
}

export const recorded = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(fixture(`rdap/${name}.json`), 'utf8'))

interface RoughAnswer {
  readonly start: string
  readonly end: string
  readonly type?: string
  readonly holder?: string
  readonly handle?: string
  readonly remarks?: readonly string[]
  readonly parentHandle?: string
  readonly port43?: string
  /** Of each contact, instead of one of its own. */
  readonly contactHandle?: string
  /** By role. */
  readonly mails?: Readonly<Record<string, string>>
}

/** A record in the form of RIPE's newer answers. */
export const anAnswer = (given: RoughAnswer): Record<string, unknown> => ({
  objectClassName: 'ip network',
  handle: `${given.start} - ${given.end}`,
  startAddress: given.start,
  endAddress: given.end,
  ipVersion: 'v4',
  name: 'HOLDER-NET',
  type: given.type ?? 'ALLOCATED PA',
  country: 'NL',
  ...(given.parentHandle && { parentHandle: given.parentHandle }),
  port43: given.port43 ?? 'whois.ripe.net',
  remarks: [{ description: given.remarks ?? ['Holder Ltd'] }],
  entities: [
    {
      handle: given.handle ?? 'ORG-HOLD1-RIPE',
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['fn', {}, 'text', given.holder ?? 'Holder Ltd'],
          ['kind', {}, 'text', 'org'],
        ],
      ],
    },
    ...Object.entries(
      given.mails ?? { abuse: 'abuse@holder.example', administrative: 'hostmaster@holder.example' },
    ).map(([role, email], n) => ({
      handle: given.contactHandle ?? `C${n}-RIPE`,
      roles: [role],
      vcardArray: [
        'vcard',
        [
          ['fn', {}, 'text', role],
          ['kind', {}, 'text', 'group'],
          ['email', {}, 'text', email],
        ],
      ],
    })),
  ],
})
