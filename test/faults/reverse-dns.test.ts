import { afterAll, describe, expect, it } from 'vitest'
import { asking, opcodes, readMessage, types } from '../../src/dns/message/message.rules.ts'
import { signed, tsigErrorOf } from '../../src/dns/message/tsig.rules.ts'
import { Framed } from '../../src/kernel/outside/framed.ts'
import { until } from '../support/http-call.ts'
import { letBlock, stageLessees } from '../support/reverse-dns.ts'
import {
  keyName,
  missingProgram,
  secret,
  serverKinds,
  UpdatedNameServer,
  type ServerKind,
} from '../support/server/updated-name-server.ts'
import { stageWorld } from '../support/stages.ts'
import type { World } from '../support/world.ts'

/**
 * Reverse DNS at real name servers, on loopback. 65,536 names, and how long they take, by
 * `REVERSE_NAMES=65536 npx vitest run test/faults/reverse-dns`.
 */

const { world, env, serve } = await stageLessees()
const beside = await stageWorld({ beside: world, env })
const many = Number(process.env['REVERSE_NAMES'] ?? 1_024)
const opened: UpdatedNameServer[] = []
afterAll(async () => {
  for (const server of opened) await server.close()
})

/** Whatever the clock says, it is sent and compared now. */
async function work(on: World = world): Promise<void> {
  await on.house.pool.query(
    `update dns_server set rests_until = null; update dns_zone set rests_until = null,
     compare_at = case when compare_at is not null then now() - interval '1 s' end; select graphile_worker.add_job('tend_reverse_dns')`,
  )
  await on.runJobs()
}

async function open(kind: ServerKind, zones: readonly string[], offered: string, leased = offered) {
  const server = await UpdatedNameServer.open(kind, zones)
  opened.push(server)
  const sides = await letBlock(world, offered, leased)
  const made = await sides.holder('POST', '/servers', { title: kind, ...server.wish })
  expect(made.status).toBe(201)
  const uuid = String(made.body.data.uuid)
  const connected = await sides.holder('PUT', `/offers/${sides.offer.uuid}`, { server_uuid: uuid })
  expect(connected.body).toMatchObject({ data: { zone: expect.any(String) } })
  const state = async () => (await sides.holder('GET', `/servers/${uuid}`)).body.data
  return { ...sides, server, uuid, state }
}

const wanted = async (zone: string): Promise<string[]> => {
  const { rows } = await world.house.pool.query<{ line: string }>(
    `select r.name || '. ' || r.type || ' ' || c || '.' as line from reverse_record r join dns_zone z on z.uuid = r.zone_uuid,
     unnest(r.contents) c where z.name = $1`,
    [zone],
  )
  return rows.map(({ line }) => line).toSorted()
}

describe.each(serverKinds.map((kind, n) => [kind, n] as const))('%s', (kind, n) => {
  const skipped = missingProgram(kind) !== null

  it.skipIf(skipped)('has what lessees want, whoever changes it by hand, until the lease ends', async () => {
    const zone = `${10 + n}.80.45.in-addr.arpa`
    const block = `45.80.${10 + n}.0/24`
    const { lessee, server, state, lease, holder, uuid } = await open(kind, [zone], block)
    const before = await server.transfer(zone)
    await lessee('PUT', '/reverse/pattern', { block, pattern: 'host-{d}.example.net' })
    await lessee('PUT', `/reverse/names/45.80.${10 + n}.7`, { name: 'Bücher.example' })
    await lessee('DELETE', `/reverse/names/45.80.${10 + n}.8`)
    await work()
    const first = await server.transfer(zone)
    expect(first.lines).toEqual(await wanted(zone))
    expect(first.lines).toContain(`7.${zone}. PTR xn--bcher-kva.example.`)
    expect([first.lines.length, first.serial > before.serial]).toEqual([255, true])

    await server.edit(zone, `update delete 9.${zone}. PTR`, `update add 9.${zone}. 60 PTR wrong.example.`)
    await server.edit(zone, `update delete 10.${zone}. PTR`, `update add 8.${zone}. 60 PTR theirs.example.`)
    for (let turns = 0; turns < 3; turns++) await work()
    const restored = await server.transfer(zone)
    const foreign = `8.${zone}. PTR theirs.example.`
    expect(restored.lines.filter((line) => line !== foreign)).toEqual(await wanted(zone))
    expect(restored.lines).toContain(foreign)
    const { rows } = await world.house.pool.query('select * from dns_zone where name = $1', [zone])
    expect(rows[0]).toMatchObject({ foreign_sets: 1, restored_sets: 2 })
    expect((await lessee('GET', `/reverse/names/45.80.${10 + n}.9`)).body.data).toMatchObject({ state: 'seen' })

    expect((await holder('POST', `/servers/${uuid}/test`)).body.data).toEqual([
      { zone, serial: restored.serial, fault: null },
    ])
    await world.house.pool.query(`update lease set status = 'terminated', ended_at = now() where uuid = $1`, [
      lease.uuid,
    ])
    await work()
    const emptied = await server.transfer(zone)
    expect([emptied.lines, emptied.serial > restored.serial]).toEqual([[foreign], true])
    expect(await state()).toMatchObject({ failures: 0, waiting: 0 })
  })

  it.skipIf(skipped)('is handed over to servers of the lessee, also below a /24', async () => {
    const zone = `${30 + n}.80.45.in-addr.arpa`
    const block = `45.80.${30 + n}.0/24`
    const { lessee, server } = await open(kind, [zone], block)
    await lessee('PUT', '/reverse/pattern', { block, pattern: 'host-{d}.example.net' })
    await work()
    serve(`64-127.${zone}`)
    const part = { block: `45.80.${30 + n}.64/26`, name_servers: ['ns1.test', 'ns2.test'] }
    expect((await lessee('PUT', '/reverse/delegations', part)).body.data).toMatchObject({ zones: [`64-127.${zone}`] })
    await work()
    const { lines } = await server.transfer(zone)
    expect(lines).toEqual(await wanted(zone))
    expect(lines).toContain(`70.${zone}. CNAME 70.64-127.${zone}.`)
    expect(lines).toContain(`64-127.${zone}. NS ns1.test.`)
    expect(lines.filter((line) => line.includes(' PTR ')).length).toBe(192)
    const [one] = (await lessee('GET', '/reverse/delegations')).body.data
    await lessee('DELETE', `/reverse/delegations/${one.uuid}`)
    await lessee('PUT', `/reverse/names/45.80.${30 + n}.70`, { name: 'back.example.net' })
    await work()
    const after = await server.transfer(zone)
    expect(after.lines).toEqual(await wanted(zone))
    expect(after.lines).toContain(`70.${zone}. PTR back.example.net.`)
  })

  it.skipIf(skipped)('is away, and has another key, and gets everything afterwards', async () => {
    const zone = `${50 + n}.80.45.in-addr.arpa`
    const block = `45.80.${50 + n}.0/24`
    const { lessee, holder, holderOf, server, state, uuid } = await open(kind, [zone], block)
    await server.stop('SIGTERM')
    await lessee('PUT', `/reverse/names/45.80.${50 + n}.1`, { name: 'one.example.net' })
    for (let tries = 0; tries < 6; tries++) await work()
    expect(await state()).toMatchObject({ waiting: 1, fault: expect.stringContaining('could not be reached') })
    const failed = `select count(*)::int as n from outbox_event where type = 'reverse_dns.server_failed' and data->>'server_uuid' = $1`
    expect((await world.house.pool.query(failed, [uuid])).rows).toEqual([{ n: 1 }])
    const alerts = `select subject, severity from alert where cause = 'reverse_dns.server_failed' and tenant_uuid = $1`
    expect((await world.house.pool.query(alerts, [holderOf.tenant])).rows).toEqual([
      { subject: `${kind} takes no reverse DNS changes`, severity: 'critical' },
    ])
    expect((await holder('POST', `/servers/${uuid}/test`)).body).toMatchObject({ code: 'dns_server_fault' })
    await server.start(zone)
    await holder('PATCH', `/servers/${uuid}`, { secret: Buffer.from('quite another secret').toString('base64') })
    await work()
    const { rows } = await world.house.pool.query('select * from dns_zone where server_uuid = $1', [uuid])
    expect([(await state()).fault, rows[0]?.fault].join()).toMatch(/BADSIG|NOTAUTH|REFUSED|API key/)
    await holder('PATCH', `/servers/${uuid}`, { secret: server.wish['secret'] })
    await work()
    expect(await state()).toMatchObject({ waiting: 0, failures: 0, fault: null })
    expect((await server.transfer(zone)).lines).toEqual(await wanted(zone))
  })

  it.skipIf(skipped || kind === 'powerdns-api')('says so when a clock is askew', async () => {
    const zone = `${70 + n}.80.45.in-addr.arpa`
    const server = await UpdatedNameServer.open(kind, [zone])
    opened.push(server)
    const { port } = new URL(`tcp://${server.wish['address']}`)
    const deadline = AbortSignal.timeout(30_000)
    const connection = await Framed.open([{ address: '127.0.0.1', family: 4 }], Number(port), deadline)
    const question = asking({ id: 1, opcode: opcodes.query, name: zone, type: types.SOA })
    const hourAgo = new Date(Date.now() - 3_600_000)
    const key = { name: keyName, algorithm: 'hmac-sha256', secret: Buffer.from(secret, 'base64') } as const
    connection.send(signed(question, key, hourAgo).bytes)
    const answer = readMessage(await connection.next(deadline))
    connection.close()
    // PowerDNS says no more than that it does not take it.
    expect([tsigErrorOf(answer), answer.code]).toEqual(kind === 'powerdns' ? [null, 9] : ['BADTIME', 9])
  })

  it.skipIf(skipped)('gets many names from two nodes at once', async () => {
    const zone = `${90 + n}.45.in-addr.arpa`
    const block = `45.${90 + n}.0.0/16`
    const { lessee, server, state } = await open(kind, [zone], block)
    const length = 32 - Math.log2(many)
    const began = performance.now()
    const wish = { block: `45.${90 + n}.0.0/${length}`, pattern: 'h-{c}-{d}.example.net' }
    expect((await lessee('PUT', '/reverse/pattern', wish)).body).toMatchObject({ data: { set: many } })
    const asked = performance.now()
    await Promise.all([world.runJobs(), beside.runJobs()])
    await until(async () => ((await state()).waiting === 0 ? true : (await work(), null)), 'everything is sent')
    const seconds = (from: number) => ((performance.now() - from) / 1_000).toFixed(1)
    process.stdout.write(`${kind}: ${many} names in ${seconds(began)} s, ${seconds(asked)} s of them to send\n`)
    const { lines } = await server.transfer(zone)
    expect(lines.length).toBe(many)
    expect(lines).toEqual(await wanted(zone))
  })
})
