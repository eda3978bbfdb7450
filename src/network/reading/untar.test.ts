import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { mmdbOf } from '../../../test/support/market/mmdb.ts'
import { pieces } from '../../../test/support/market/network.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { gather } from './gather.ts'
import { SourceFault } from './source.ts'
import { unpacked } from './unpack.ts'

/** As MaxMind packs GeoLite: a folder named after the day, licences and one database (POSIX ustar). */

const block = 512

function entry(name: string, content: Uint8Array = Buffer.alloc(0), type = '0'): Buffer {
  const header = Buffer.alloc(block)
  header.write(name, 0)
  for (const [at, text] of [
    [100, '0000644\0'],
    [108, '0000000\0'],
    [116, '0000000\0'],
    [124, `${content.length.toString(8).padStart(11, '0')}\0`],
    [136, '15160000000\0'],
    [148, '        '],
    [156, type],
    [257, 'ustar\x0000'],
  ] as const)
    header.write(text, at, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return Buffer.concat([header, content, Buffer.alloc((block - (content.length % block)) % block)])
}

const database = Buffer.from(
  mmdbOf([[knownPrefix('192.0.2.0/24'), { country: { iso_code: 'NL', names: { en: 'NL' } } }]]),
)
const folder = 'GeoLite2-Country_20261116'
const end = Buffer.alloc(2 * block)
const licence = entry(`${folder}/LICENSE.txt`, Buffer.from('Use of this database…\n'.repeat(40)))
const geolite = Buffer.concat([
  entry(`${folder}/`, undefined, '5'),
  licence,
  entry(`${folder}/PaxHeaders/GeoLite2-Country.mmdb`, Buffer.from('30 mtime=1794818405.123456789\n'), 'x'),
  entry(`${folder}/GeoLite2-Country.mmdb`, database),
  entry(`${folder}/COPYRIGHT.txt`, Buffer.from('Copyright\n')),
  end,
])

const read = (bytes: Uint8Array, size?: number) =>
  gather('mmdb', 'a-file', () => unpacked(pieces(bytes, size), 'a-file'))

describe("MaxMind's archive", () => {
  test('is its database, packed or not, in pieces of any size', async () => {
    const plain = await read(database)
    for (const bytes of [geolite, gzipSync(geolite)])
      for (const size of [100, 512, 65_536]) expect((await read(bytes, size)).packed).toEqual(plain.packed)
  })

  test('is refused when it is cut, wherever that is', async () => {
    for (let length = block; length < geolite.length - end.length; length += 61)
      await expect(read(geolite.subarray(0, length))).rejects.toThrow(
        'the archive ends too early: the file was cut off',
      )
    const packed = gzipSync(geolite)
    for (const length of [packed.length - 1, packed.length - 8, packed.length >> 1])
      await expect(read(packed.subarray(0, length))).rejects.toThrow('the gzip data ends too early')
  })

  test.each([
    ['without a database', Buffer.concat([licence, end]), 'the archive ends without a file that ends in .mmdb'],
    [
      'with two',
      Buffer.concat([entry('a.mmdb', database), entry('b.mmdb', database), end]),
      'the archive has a second database',
    ],
    [
      'with a damaged header',
      Buffer.concat([licence, entry('a.mmdb', database).fill('7', 130, 132), end]),
      'is not the beginning of a file in an archive',
    ],
  ])('is refused %s', async (_, bytes, why) => {
    const error = await read(bytes).then(String, (thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SourceFault)
    expect(error).toHaveProperty('message', expect.stringContaining(why))
  })
})
