import { describe, expect, test } from 'vitest'
import { pieces, readInto } from '../../../test/support/market/network.ts'
import { endOfData, errorReport, pduOf, roaPdu, routerKey } from '../../../test/support/server/rtr-cache.ts'
import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { VrpRows, Vrps } from '../datasets/vrps.ts'
import { SourceFault } from '../reading/source.ts'
import { readVrps } from './vrps.ts'

const read = (bytes: Uint8Array, size?: number) => readInto(readVrps, new VrpRows(), pieces(bytes, size))

const first = { prefix: '192.0.2.0/24', maxLength: 25, asn: 64_496 }
const roas = [
  first,
  { prefix: '198.51.100.128/25', maxLength: 25, asn: 0 },
  { prefix: '2001:db8::/32', maxLength: 48, asn: 4_294_967_295 },
]
const response = (version = 1) => pduOf(version, 3, 4711)
const whole = (version = 1) =>
  Buffer.concat([response(version), ...roas.map((roa) => roaPdu(version, roa)), endOfData(version, 4711, 7)])
const around = (...pdus: readonly Buffer[]) => Buffer.concat([response(), ...pdus, endOfData(1, 4711, 7)])

describe("a cache's answer", () => {
  test.each([0, 1])('is read in version %i, in pieces of any size', async (version) => {
    for (const size of [1, 7, 20, 65_536]) {
      const { rows, refused, revision, takenAt } = await read(whole(version), size)
      const view = new Vrps(rows.finish())
      const all = ['192.0.2.0/24', '198.51.100.128/25', '2001:db8::/32'].flatMap((prefix) =>
        view
          .covering(knownPrefix(prefix))
          .map((vrp) => [formatPrefix(vrp.prefix), vrp.maxLength, vrp.asn, vrp.ta, vrp.expires]),
      )
      expect(all).toEqual([
        ['192.0.2.0/24', 25, 64_496, '', null],
        ['198.51.100.128/25', 25, 0, '', null],
        ['2001:db8::/32', 48, 4_294_967_295, '', null],
      ])
      expect([refused, revision, takenAt]).toEqual([[], `rtr ${version} 4711 7`, undefined])
    }
  })

  test('has keys of routers and notices in it, which say nothing about routes', async () => {
    const notice = pduOf(1, 0, 4711, Buffer.alloc(4))
    const { rows } = await read(around(routerKey(), ...roas.map((roa) => roaPdu(1, roa)), notice))
    expect(rows.count).toBe(3)
  })

  test('ends with its End of Data, whatever comes after', async () => {
    expect((await read(Buffer.concat([whole(), Buffer.from('rubbish')]))).rows.count).toBe(3)
  })

  const four = (change: (pdu: Buffer) => void): Buffer => {
    const pdu = roaPdu(1, { prefix: '192.0.2.0/24', maxLength: 24, asn: 64_496 })
    change(pdu)
    return around(pdu)
  }
  test.each([
    ['no Cache Response', endOfData(1, 4711, 7), 'byte 0: the PDU that begins here is no Cache Response'],
    [
      'another version within',
      around(roaPdu(0, first)),
      'byte 8: the PDU that begins here is of another version of RTR than the first',
    ],
    ['a version to come', around(pduOf(2, 4, 0, Buffer.alloc(12))), 'is of a version of RTR that was not asked for'],
    [
      'a type to come',
      around(pduOf(1, 11, 0, Buffer.alloc(4))),
      'byte 8: the PDU that begins here is of no type that a cache sends',
    ],
    ['a question', around(pduOf(1, 2, 0)), 'is of no type that a cache sends'],
    ['a second beginning', around(response()), 'byte 8: the PDU that begins here is out of place in an answer'],
    ['a Cache Reset', around(pduOf(1, 8, 0)), 'is out of place in an answer'],
    [
      'the end of another session',
      Buffer.concat([response(), endOfData(1, 4712, 7)]),
      'is of another session than the answer',
    ],
    [
      'the end of version 0 in version 1',
      Buffer.concat([response(), pduOf(1, 7, 4711, Buffer.alloc(4))]),
      'has another length than its type has',
    ],
    [
      'a key in version 0',
      Buffer.concat([response(0), pduOf(0, 9, 0, Buffer.alloc(115))]),
      'is of no type that a cache sends',
    ],
    [
      'a key of 4 GB',
      around(Buffer.from([1, 9, 1, 0, 0xff, 0xff, 0xff, 0xff])),
      'has another length than its type has',
    ],
    ['a prefix of no length', around(Buffer.from([1, 4, 0, 0, 0, 0, 0, 0])), 'has another length than its type has'],
    ['a prefix withdrawn', four((pdu) => pdu.writeUInt8(0, 8)), 'withdraws what was never announced'],
    ['a length beyond 32', four((pdu) => pdu.fill(33, 9, 11)), 'has no length and maximum length up to 32'],
    ['a maximum below the length', four((pdu) => pdu.writeUInt8(23, 10)), 'has no length and maximum length up to 32'],
    ['bits beyond the length', four((pdu) => pdu.writeUInt8(1, 15)), 'has a prefix with bits beyond its length'],
    [
      'an error',
      around(errorReport(1, 1, 'the secret text of the cache')),
      /ends the answer: the cache reports an error: it has an error of its own$/,
    ],
  ])('is refused with %s', async (_, bytes, why) => {
    const error = await read(bytes).then(String, (thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SourceFault)
    expect(String(error)).toMatch(why)
    expect(String(error)).not.toContain('secret')
  })

  test('is refused when it is cut, wherever that is', async () => {
    const bytes = whole()
    for (let length = 1; length < bytes.length; length++)
      await expect(read(bytes.subarray(0, length))).rejects.toThrow(
        'the answer ends without its End of Data: it was cut off',
      )
  })

  test('with any byte changed is refused or read, and nothing else', async () => {
    const bytes = whole()
    for (let at = 0; at < bytes.length; at++)
      for (const value of [0, 1, 0x7f, 0xff]) {
        const changed = Buffer.from(bytes)
        changed.writeUInt8(value, at)
        const outcome = await read(changed).catch((error: unknown) => error)
        expect(outcome instanceof Error && !(outcome instanceof SourceFault), `byte ${at} as ${value}`).toBe(false)
      }
  })
})
