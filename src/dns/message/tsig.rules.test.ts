import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asking, MalformedMessage, nameBytes, opcodes, readMessage, readName, types } from './message.rules.ts'
import { AnswerSeal, signed, tsigErrorOf, type TsigKey } from './tsig.rules.ts'
import { updateOf } from './update.rules.ts'

const key: TsigKey = { name: 'sublet', algorithm: 'hmac-sha256', secret: Buffer.alloc(32, 7) }
const now = new Date('2026-11-17T12:00:00Z')
const zone = '2.0.192.in-addr.arpa'
const question = asking({ id: 4_711, opcode: opcodes.query, name: zone, type: types.SOA })

/** As a server would sign an answer to the question. */
function answered(requestMac: Buffer, given: { at?: Date; error?: number; with?: TsigKey } = {}): Buffer {
  const { at = now, error = 0, with: by = key } = given
  const message = Buffer.from(question)
  message.writeUInt16BE(0x8400, 2)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(requestMac.length)
  const { bytes, mac } = signed(message, by, at)
  const start = message.length
  const variables = Buffer.concat([
    nameBytes(by.name),
    Buffer.from([0, 255, 0, 0, 0, 0]),
    nameBytes(by.algorithm),
    bytes.subarray(bytes.length - 4 - 2 - mac.length - 2 - 8, bytes.length - 4 - 2 - mac.length - 2),
    Buffer.from([0, error, 0, 0]),
  ])
  const own = createHmac('sha256', by.secret)
    .update(length)
    .update(requestMac)
    .update(message)
    .update(variables)
    .digest()
  own.copy(bytes, bytes.length - 4 - 2 - mac.length)
  bytes.writeUInt8(error, bytes.length - 3)
  expect(start).toBeGreaterThan(0)
  return bytes
}

describe('a signed answer', () => {
  const { mac } = signed(question, key, now)
  const isGood = (bytes: Buffer, at = now) => new AnswerSeal(key, mac).isGood(readMessage(bytes), at)

  it('is one by the same key, to the same question, of now', () => {
    expect(isGood(answered(mac))).toBe(true)
    expect(isGood(answered(mac, { with: { ...key, secret: Buffer.alloc(32, 8) } }))).toBe(false)
    expect(isGood(answered(mac, { with: { ...key, name: 'other' } }))).toBe(false)
    expect(isGood(answered(Buffer.alloc(32)))).toBe(false)
    expect(isGood(answered(mac), new Date(now.getTime() + 301_000))).toBe(false)
    expect(isGood(question)).toBe(false)
  })

  it('is not one that was changed on the way', () => {
    const bytes = answered(mac)
    bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3)
    expect(isGood(bytes)).toBe(false)
  })

  it('may say what is wrong with ours', () => {
    expect(tsigErrorOf(readMessage(answered(mac, { error: 18 })))).toBe('BADTIME')
    expect(tsigErrorOf(readMessage(question))).toBeNull()
  })
})

describe('messages', () => {
  it('end in no endless loop and no crash, whatever comes', () => {
    const outcome = (bytes: Uint8Array): unknown => {
      try {
        return readMessage(Buffer.from(bytes)).isAnswer
      } catch (error) {
        return error instanceof MalformedMessage ? 'malformed' : error
      }
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect([true, false, 'malformed']).toContain(outcome(bytes))
      }),
    )
    const loop = Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xc0, 12, 0, 6, 0, 1])
    expect(() => readMessage(loop)).toThrow('points at itself')
  })

  it('have names that are read as they were written', () => {
    const bytes = Buffer.concat([Buffer.from([3]), Buffer.from('A.\0', 'latin1'), nameBytes('example.net')])
    expect(readName(bytes, 0)).toEqual({ name: String.raw`a\046\000.example.net`, end: bytes.length })
  })

  it('take as many changes as fit, what goes first', () => {
    const change = (n: number) => ({
      name: `${n}.${zone}`,
      type: 'PTR' as const,
      ttl: 60,
      contents: [`${'x'.repeat(60)}.${'y'.repeat(60)}.${n}.example`],
    })
    const many = Array.from({ length: 2_000 }, (_, n) => change(n))
    const { bytes, count } = updateOf(1, zone, many)
    expect(bytes.length).toBeLessThanOrEqual(64_000)
    expect(count).toBeGreaterThan(300)
    const { authorities } = readMessage(bytes)
    expect(authorities.length).toBe(2 * count)
    expect(authorities.slice(0, count).every((one) => one.class === 255 && one.length === 0)).toBe(true)
    expect(authorities[count]).toMatchObject({ name: `0.${zone}`, type: types.PTR, class: 1 })
  })
})
