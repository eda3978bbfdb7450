import { createSocket } from 'node:dgram'
import { describe, expect, it } from 'vitest'
import { addressesOf, hostOf, inwardOf, publishedAddressesOf } from './reach.ts'

const soon = () => AbortSignal.timeout(10_000)
const looked = (...addresses: readonly string[]) => addresses.map((address) => ({ address, family: 4 }))

describe('an address of the public internet', () => {
  it.each(['198.35.26.96', '1.1.1.1', '2001:4860:4860::8888', '2a00:1450:4001:80b::200e'])('is %s', (address) => {
    expect(inwardOf(looked(address))).toBeNull()
  })

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:198.35.26.96',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '2002:a00:1::1',
    '2001:0:a00:1::1',
    'fe80::1%eth0',
    'fd00::1',
    'ff02::1',
    'fec0::1',
    '4000::1',
    'no address',
  ])('is not %s', (address) => {
    expect(inwardOf(looked('198.35.26.96', address))).toMatchObject({ address })
  })
})

describe('a host', () => {
  it.each([
    ['https://Hooks.Example.NET/', 'hooks.example.net'],
    ['https://[2A00::1]:8443/', '2a00::1'],
    ['https://0x7f.1/', '127.0.0.1'],
  ])('of %s is %s', (url, host) => {
    expect(hostOf(new URL(url))).toBe(host)
  })

  it('that is an address is not asked for', async () => {
    const found = [{ address: '192.0.2.1', family: 4 }]
    expect(await addressesOf('192.0.2.1', soon())).toEqual(found)
    expect(await publishedAddressesOf('192.0.2.1', ['127.0.0.1:9'], soon())).toEqual(found)
  })

  it('is given up at the deadline, however long its name server is silent', async () => {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve))
    const silent = [`127.0.0.1:${socket.address().port}`]
    const asked = Promise.allSettled(
      Array.from({ length: 8 }, () => publishedAddressesOf('hooks.example.net', silent, AbortSignal.timeout(200))),
    )
    // The machine's own look-ups, of which two wait at a time, are free meanwhile.
    expect((await addressesOf('localhost', soon())).length).toBeGreaterThan(0)
    const givenUp = { status: 'rejected', reason: new Error('timed out') }
    expect(await asked).toEqual(Array.from({ length: 8 }, () => givenUp))
    socket.close()
  })
})
