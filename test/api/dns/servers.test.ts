import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../support/server/free-port.ts'
import { outcomeOf } from '../../support/portal.ts'
import { connectSilently, dnsCall, letBlock, nowhere } from '../../support/reverse-dns.ts'
import { stageWorld } from '../../support/stages.ts'

const world = await stageWorld({ env: { SUBLET_DNS_PRIVATE_HOSTS: '127.0.0.1', SUBLET_SANDBOX: '0' } })
const company = await world.client(['dns'])
const call = dnsCall(world, company)
const publicServer = { ...nowhere, address: 'ns1.example.net:53' }

describe('createDnsServer, getDnsServer and listDnsServers', () => {
  it('keep the secret sealed, and show it nowhere', async () => {
    const { status, body } = await call('POST', '/servers', publicServer)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      own: true,
      kind: 'rfc2136',
      algorithm: 'hmac-sha256',
      status: 'active',
      failures: 0,
    })
    const one = await call('GET', `/servers/${body.data.uuid}`)
    const list = await call('GET', '/servers')
    expect(list.body.data).toContainEqual(one.body.data)
    const { rows } = await world.house.pool.query('select * from dns_server, audit_entry')
    for (const text of [list.text, one.text, JSON.stringify(rows)]) expect(text).not.toContain(publicServer.secret)
    const other = dnsCall(world, await world.client(['dns']))
    expect(outcomeOf(await other('GET', `/servers/${body.data.uuid}`))).toBe('404 not_found')
    expect((await other('GET', '/servers')).body.data).toEqual([])
  })

  it('show those of the operator to everybody', async () => {
    const operator = await world.tenant('Operator', 'operator')
    const token = await world.token(await world.key(operator, ['dns']))
    const made = await dnsCall(world, { tenant: operator, bearer: { authorization: `Bearer ${token}` } })(
      'POST',
      '/servers',
      publicServer,
    )
    const seen = (await call('GET', '/servers')).body.data.find(
      (one: { uuid: string }) => one.uuid === made.body.data.uuid,
    )
    expect(seen).toMatchObject({ own: false })
    expect(outcomeOf(await call('GET', `/servers/${made.body.data.uuid}`))).toBe('404 not_found')
  })

  it('say which zones are refused: of one that is for everybody, the company’s own alone', async () => {
    const ours = await letBlock(world, '45.90.0.0/24')
    const server = await connectSilently(world, ours)
    await ours.lessee('PUT', '/reverse/names/45.90.0.1', { name: 'one.example.net' })
    const refuse = `update dns_zone set fault = 'refused it (REFUSED)', failures = 1 where server_uuid = $1`
    await world.house.pool.query(refuse, [server])
    const faults = [{ zone: '0.90.45.in-addr.arpa', fault: 'The name server refused it (REFUSED).' }]
    expect((await ours.holder('GET', `/servers/${server}`)).body.data).toMatchObject({
      fault: null,
      zone_faults: faults,
    })
    const operator = await world.tenant('Operator of zones', 'operator')
    await world.house.pool.query('update dns_server set tenant_uuid = $2 where uuid = $1', [server, operator])
    const seenBy = async (who: typeof call) =>
      (await who('GET', '/servers')).body.data.find(({ uuid }: { uuid: string }) => uuid === server)?.zone_faults
    expect([await seenBy(ours.holder), await seenBy(call)]).toEqual([faults, []])
  })

  it.each([
    [{ address: '10.0.0.1' }, 'address', 'Private'],
    [{ address: '127.0.0.2:53' }, 'address', 'Loopback'],
    [{ address: '[::1]:53' }, 'address', 'Loopback'],
    [{ address: 'localhost' }, 'address', 'this machine'],
    [{ address: 'ns1.example.net:99999' }, 'address', 'port'],
    [{ address: 'http://ns1.example.net' }, 'address', 'host'],
    [{ key_name: null }, 'key_name', 'TSIG'],
    [{ key_name: 'no key' }, 'key_name', 'TSIG'],
    [{ secret: 'not base64!' }, 'secret', 'base64'],
    [{ secret: 'c2hvcnQ=' }, 'secret', 'base64'],
    [{ kind: 'powerdns', address: 'ns1.example.net:53' }, 'address', 'web address'],
    [{ kind: 'powerdns', address: 'http://ns1.example.net' }, 'address', 'https'],
    [{ kind: 'powerdns', address: 'https://a:b@ns1.example.net' }, 'address', 'password'],
    [{ kind: 'powerdns', address: 'https://ns1.example.net/?a=b' }, 'address', 'query'],
    [{ kind: 'powerdns', address: 'https://169.254.169.254/' }, 'address', 'Link local'],
    [{ kind: 'powerdns', address: 'https://ns1.example.net', secret: 'naïve' }, 'secret', 'API key'],
  ])('refuse %j', async (given, field, why) => {
    const answer = await call('POST', '/servers', { ...publicServer, ...given })
    expect(outcomeOf(answer)).toBe('422 dns_server_refused')
    expect(answer.body.errors[field]?.[0]).toContain(why)
  })

  it('make at most 20 of them, also at the same time', async () => {
    const own = dnsCall(world, await world.client(['dns']))
    const made = await Promise.all(
      Array.from({ length: 21 }, async () => String(outcomeOf(await own('POST', '/servers', publicServer)))),
    )
    expect(made.toSorted().slice(-2)).toEqual(['201', '422 too_many_dns_servers'])
  })
})

describe('changeDnsServer, testDnsServer and removeDnsServer', () => {
  it('change what is named, pause and set active again', async () => {
    const { body } = await call('POST', '/servers', publicServer)
    const path = `/servers/${body.data.uuid}`
    const changed = await call('PATCH', path, { title: 'Second', address: 'ns2.example.net', algorithm: 'hmac-sha512' })
    expect(changed.body.data).toMatchObject({ title: 'Second', address: 'ns2.example.net', algorithm: 'hmac-sha512' })
    expect((await call('PATCH', path, { status: 'paused' })).body.data.status).toBe('paused')
    expect((await call('PATCH', path, { status: 'paused' })).body.data.status).toBe('paused')
    expect((await call('PATCH', path, { status: 'active' })).body.data.status).toBe('active')
    expect(outcomeOf(await call('PATCH', path, { address: '10.0.0.1' }))).toBe('422 dns_server_refused')
    expect(outcomeOf(await call('DELETE', path))).toBe(204)
    for (const method of ['GET', 'DELETE']) expect(outcomeOf(await call(method, path))).toBe('404 not_found')
    expect(outcomeOf(await call('POST', `${path}/test`))).toBe('404 not_found')
  })

  it('say what is wrong with one that does not answer', async () => {
    const ours = await letBlock(world, '45.87.0.0/24')
    const made = await ours.holder('POST', '/servers', { ...nowhere, address: `127.0.0.1:${await freePort()}` })
    const answer = await ours.holder('POST', `/servers/${made.body.data.uuid}/test`)
    expect(outcomeOf(answer)).toBe('422 dns_server_fault')
    expect(answer.body.message).toBe('The name server could not be reached (ECONNREFUSED).')
  })
})

describe('connectOfferDns, disconnectOfferDns and listDnsOffers', () => {
  it('connect only what is there, and active, and answers', async () => {
    const { holder, offer, lessee } = await letBlock(world, '45.88.0.0/24')
    const made = await holder('POST', '/servers', { ...nowhere, address: `127.0.0.1:${await freePort()}` })
    const server_uuid = made.body.data.uuid
    const path = `/offers/${offer.uuid}`
    expect(outcomeOf(await holder('PUT', path, { server_uuid }))).toBe('422 dns_server_fault')
    await holder('PATCH', `/servers/${server_uuid}`, { status: 'paused' })
    expect(outcomeOf(await holder('PUT', path, { server_uuid }))).toBe('422 dns_server_paused')
    expect(outcomeOf(await holder('PUT', path, { server_uuid: offer.uuid }))).toBe('404 not_found')
    expect(outcomeOf(await lessee('PUT', path, { server_uuid }))).toBe('404 not_found')
    expect(outcomeOf(await holder('DELETE', path))).toBe('404 not_found')
  })

  it('connect to a server that has the zone, unless names stand at another', async () => {
    const api = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ serial: 7, soa_edit_api: 'DEFAULT', rrsets: [] }))
    })
    await new Promise<void>((resolve) => void api.listen(0, '127.0.0.1', resolve))
    const { port } = api.address() as AddressInfo
    const powerdns = { title: 'API', kind: 'powerdns', address: `http://127.0.0.1:${port}`, secret: 'a key' }
    try {
      const ours = await letBlock(world, '45.79.0.0/24')
      const made = await ours.holder('POST', '/servers', powerdns)
      const path = `/offers/${ours.offer.uuid}`
      const connected = await ours.holder('PUT', path, { server_uuid: made.body.data.uuid })
      expect(connected.body.data).toMatchObject({ zone_length: 24, zone: '0.79.45.in-addr.arpa' })
      await ours.lessee('PUT', '/reverse/names/45.79.0.1', { name: 'one.example.net' })
      const second = await ours.holder('POST', '/servers', powerdns)
      const moved = await ours.holder('PUT', path, { server_uuid: second.body.data.uuid })
      expect(outcomeOf(moved)).toBe('422 offer_has_reverse_names')
    } finally {
      api.close()
    }
  })

  it('keep a server that is in use, and an offer with names in it', async () => {
    const ours = await letBlock(world, '45.89.0.0/24')
    const server = await connectSilently(world, ours)
    expect(outcomeOf(await ours.holder('DELETE', `/servers/${server}`))).toBe('422 dns_server_in_use')
    await ours.lessee('PUT', '/reverse/names/45.89.0.1', { name: 'one.example.net' })
    const { body } = await ours.holder('GET', '/offers')
    expect(body.data).toMatchObject([
      { offer_uuid: ours.offer.uuid, block: '45.89.0.0/24', server_title: 'Primary', names: 1 },
    ])
    expect(outcomeOf(await ours.holder('DELETE', `/offers/${ours.offer.uuid}`))).toBe('422 offer_has_reverse_names')
    await ours.lessee('DELETE', '/reverse/names/45.89.0.1')
    expect(outcomeOf(await ours.holder('DELETE', `/offers/${ours.offer.uuid}`))).toBe(204)
    expect(outcomeOf(await ours.holder('DELETE', `/servers/${server}`))).toBe(204)
  })
})
