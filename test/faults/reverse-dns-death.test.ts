import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../support/http-call.ts'
import { letBlock } from '../support/reverse-dns.ts'
import { freePort } from '../support/server/free-port.ts'
import { Machine, type Server } from '../support/server/server-process.ts'
import { missingProgram, UpdatedNameServer, type ServerKind } from '../support/server/updated-name-server.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * After random changes, with kills of two nodes and of the name server, its zone is what the database says, and its serial
 * never went back. Larger by hand:
 * `REVERSE_CHANGES=10000 REVERSE_KILLS=10 REVERSE_SERVERS=bind9,knot,powerdns,powerdns-api npx vitest run --project faults reverse-dns-death`.
 */

const changes = Number(process.env['REVERSE_CHANGES'] ?? 300)
const kills = Number(process.env['REVERSE_KILLS'] ?? 2)
const kinds = (process.env['REVERSE_SERVERS'] ?? 'bind9').split(',') as ServerKind[]
const patience = 180_000 + kills * 60_000

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

/** Whatever is seen of the zone's serial, until it is ended. */
function watchSerial(port: number, zone: string) {
  const asked = new Resolver({ timeout: 1_000, tries: 1 })
  asked.setServers([`127.0.0.1:${port}`])
  const seen: number[] = []
  const timer = setInterval(
    () =>
      void asked.resolveSoa(zone).then(
        ({ serial }) => void seen.push(serial),
        () => undefined,
      ),
    100,
  )
  return { seen, end: () => clearInterval(timer) }
}

describe.each(kinds.map((kind, n) => [kind, n] as const))('%s', (kind, n) => {
  it.skipIf(missingProgram(kind) !== null)(
    'has at last what the database says',
    { timeout: 4 * patience },
    async () => {
      const zone = `${20 + n}.80.45.in-addr.arpa`
      const server = await UpdatedNameServer.open(kind, [zone])
      const serials = watchSerial(server.port, zone)
      try {
        const { holder, lessee, offer } = await letBlock(world, `45.80.${20 + n}.0/24`)
        const made = await holder('POST', '/servers', { title: kind, ...server.wish })
        await holder('PUT', `/offers/${offer.uuid}`, { server_uuid: made.body.data.uuid })
        while (nodes.length < 2) await startNode()
        const rounds = kills + 1
        for (let round = 0; round < rounds; round++) {
          for (let change = 0; change < changes / rounds; change++) {
            const path = `/reverse/names/45.80.${20 + n}.${Math.floor(Math.random() * 256)}`
            const { status } = await (Math.random() < 0.3
              ? lessee('DELETE', path)
              : lessee('PUT', path, { name: `h-${round}-${change}.example.net` }))
            expect([200, 204]).toContain(status)
          }
          if (round === kills) break
          await nodes.splice(round % 2, 1)[0]?.end('SIGKILL')
          await server.stop('SIGKILL')
          await Promise.all([startNode(), server.start(zone)])
        }
        const waiting = async () => (await holder('GET', `/servers/${made.body.data.uuid}`)).body.data.waiting
        await until(async () => (await waiting()) === 0, 'nothing waits', patience)
        const { rows } = await world.house.pool.query<{ line: string }>(
          `select r.name || '. PTR ' || r.contents[1] || '.' as line from reverse_record r
         join dns_zone z on z.uuid = r.zone_uuid where z.name = $1`,
          [zone],
        )
        const { lines, serial } = await server.transfer(zone)
        expect(lines).toEqual(rows.map(({ line }) => line).toSorted())
        expect([...serials.seen, serial]).toEqual([...serials.seen, serial].toSorted((a, b) => a - b))
      } finally {
        serials.end()
        await server.close()
      }
    },
  )
})
