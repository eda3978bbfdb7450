import { Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../support/http-call.ts'
import { letBlock } from '../support/reverse-dns.ts'
import { freePort } from '../support/server/free-port.ts'
import { Machine, type Server } from '../support/server/server-process.ts'
import { missingProgram, UpdatedNameServer, type ServerKind } from '../support/server/updated-name-server.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * After random changes, with kills of two nodes and of the name server in the midst of them, its zone is what the database
 * says, and its serial never went back. Larger by hand:
 * `REVERSE_CHANGES=10000 REVERSE_KILLS=10 REVERSE_SERVERS=bind9,knot,powerdns,powerdns-api npx vitest run test/faults/reverse-dns-death`.
 */

const changes = Number(process.env['REVERSE_CHANGES'] ?? 300)
const kills = Number(process.env['REVERSE_KILLS'] ?? 2)
const kinds = (process.env['REVERSE_SERVERS'] ?? 'bind9').split(',') as ServerKind[]
const patience = 180_000 + kills * 60_000 + changes * 100
/** So many lessees' programs at a time. */
const lanes = 4

let world: World
let machine: Machine
const nodes: Server[] = []
const settings = { SUBLET_SANDBOX: '1', SUBLET_DNS_PRIVATE_HOSTS: '127.0.0.1' }
beforeAll(async () => {
  machine = await Machine.open()
  world = await openWorld({ env: settings })
})
afterAll(async () => {
  for (const node of nodes) await node.end('SIGKILL')
  await machine.close()
  await world.close()
})

const startNode = async (): Promise<void> => {
  const port = String(await freePort())
  const own = { DATABASE_URL: world.databaseUrl, SUBLET_DATA_DIR: world.house.config.dataDir, SUBLET_RDAP: 'off' }
  nodes.push(await machine.start({ ...settings, ...own, SUBLET_PORT: port }))
}

/** Whatever is seen of the zone's serial, one answer after the other, until it is ended. */
function watchSerial(port: number, zone: string) {
  const asked = new Resolver({ timeout: 1_000, tries: 1 })
  asked.setServers([`127.0.0.1:${port}`])
  const seen: number[] = []
  const ended = new AbortController()
  const watching = async () => {
    while (!ended.signal.aborted) {
      await asked.resolveSoa(zone).then(
        ({ serial }) => void seen.push(serial),
        () => undefined,
      )
      await pause(50)
    }
  }
  void watching()
  return { seen, end: () => ended.abort() }
}

type Lessee = Awaited<ReturnType<typeof letBlock>>['lessee']

const below = (most: number): number => Math.floor(Math.random() * most)

/** One name set or taken away, or some of them at once, in a block that others change as well. */
async function change(lessee: Lessee, block: string): Promise<void> {
  const address = () => `${block}.${below(256)}`
  const name = () => `h-${below(1_000_000)}.example.net`
  const dice = Math.random()
  const some = () => [...new Set(Array.from({ length: 2 + below(10) }, address))]
  const { status } = await (dice < 0.3
    ? lessee('DELETE', `/reverse/names/${address()}`)
    : dice < 0.95
      ? lessee('PUT', `/reverse/names/${address()}`, { name: name() })
      : lessee('PUT', '/reverse/names', {
          names: some().map((one) => ({ address: one, name: below(3) === 0 ? null : name() })),
        }))
  expect([200, 204]).toContain(status)
}

async function changeAll(lessee: Lessee, block: string, many: number): Promise<void> {
  let left = many
  const lane = async (): Promise<void> => {
    while (left-- > 0) await change(lessee, block)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** A node and the name server, while changes come in; others take their place. */
async function strike(server: UpdatedNameServer, zone: string, which: number): Promise<void> {
  await pause(below(1_000))
  await nodes.splice(which % 2, 1)[0]?.end('SIGKILL')
  await server.stop('SIGKILL')
  await Promise.all([startNode(), server.start(zone)])
}

const linesOf = async (zone: string): Promise<string[]> => {
  const { rows } = await world.house.pool.query<{ line: string }>(
    `select r.name || '. PTR ' || r.contents[1] || '.' as line from reverse_record r
     join dns_zone z on z.uuid = r.zone_uuid where z.name = $1`,
    [zone],
  )
  return rows.map(({ line }) => line).toSorted()
}

describe.each(kinds.map((kind, n) => [kind, n] as const))('%s', (kind, n) => {
  it.skipIf(missingProgram(kind) !== null)(
    'has at last what the database says',
    { timeout: 4 * patience },
    async () => {
      const block = `45.80.${20 + n}`
      const zone = `${20 + n}.80.45.in-addr.arpa`
      const server = await UpdatedNameServer.open(kind, [zone])
      const serials = watchSerial(server.port, zone)
      try {
        const { holder, lessee, offer } = await letBlock(world, `${block}.0/24`)
        const made = await holder('POST', '/servers', { title: kind, ...server.wish })
        await holder('PUT', `/offers/${offer.uuid}`, { server_uuid: made.body.data.uuid })
        while (nodes.length < 2) await startNode()
        const share = Math.ceil(changes / (kills + 1))
        const began = performance.now()
        for (let round = 0; round < kills; round++)
          await Promise.all([changeAll(lessee, block, share), strike(server, zone, round)])
        await changeAll(lessee, block, changes - kills * share)
        const waiting = async () => (await holder('GET', `/servers/${made.body.data.uuid}`)).body.data.waiting
        await until(async () => (await waiting()) === 0, 'nothing waits', patience)
        const { lines, serial } = await server.transfer(zone)
        serials.end()
        const seconds = ((performance.now() - began) / 1_000).toFixed(0)
        const range = `${serials.seen[0]} to ${serial}`
        process.stdout.write(
          `${kind}: ${changes} changes, ${kills} kills of a node and of the server, ${seconds} s; ${lines.length} names, ` +
            `${serials.seen.length} looks at its serial, ${range}\n`,
        )
        expect(lines).toEqual(await linesOf(zone))
        const inOrder = [...serials.seen, serial]
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
      } finally {
        serials.end()
        await server.close()
      }
    },
  )
})
