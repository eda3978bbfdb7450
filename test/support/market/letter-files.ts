import { generateKeyPairSync, sign } from 'node:crypto'
import jsqr from 'jsqr'
import { sealFile } from '../../../src/letters/document/file.rules.ts'
import { letterPdf, type PaperSize } from '../../../src/letters/document/pdf.wire.ts'
import { writeStatement, type Statement } from '../../../src/letters/signing/statement.rules.ts'
import type { Page } from './pdf.ts'

/** Letters as files without a marketplace around them, and what a telephone's camera makes of them. */

export const plainStatement: Statement = {
  marketplace: 'Sublet',
  site: 'https://sublet.example',
  letter: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
  reference: 'LOA-5A6B-7C8D-9E0F',
  code: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV',
  key: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  block: '185.66.192.0/22',
  'max-length': '24',
  origin: 'AS64500',
  'origin-name': 'EXAMPLE-AS',
  company: 'Example Networks GmbH',
  lessee: 'Example Holding',
  holder: 'Old Addresses B.V. \u{fffd}',
  'holder-address': 'Keizersgracht 1, 1015 CN Amsterdam, Netherlands',
  'holder-phone': '+31 20 555 0100',
  'holder-mail': 'noc@old-addresses.example',
  signatory: 'Jane Doe',
  'signatory-role': 'Head of Networks',
  issued: '2026-11-15T10:00:00Z',
  until: '2027-11-15T10:00:00Z',
}

export const pair = generateKeyPairSync('ed25519')

export const signed = (bytes: Buffer | string): string =>
  sign(null, Buffer.from(bytes), pair.privateKey).toString('base64url')

export async function letterFile(statement: Statement = plainStatement, size: PaperSize = 'A4'): Promise<Buffer> {
  const text = writeStatement(statement)
  return sealFile(await letterPdf({ ...statement, text, signature: signed(text) }, size), signed)
}

/** What the black boxes of a page say, looked at as a picture. */
export function scanned({ content }: Pick<Page, 'content'>): string {
  const [, black = ''] = /((?:[\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+ re\n)+)\/DeviceRGB cs\n0 0 0 scn\nf/.exec(content) ?? []
  const boxes = black
    .trim()
    .split('\n')
    .map((line) => line.split(' ', 4).map(Number) as [number, number, number, number])
  const picture = new Uint8ClampedArray(side * side * 4).fill(255)
  const left = Math.min(...boxes.map(([x]) => x)) - light
  const top = Math.min(...boxes.map(([, y]) => y)) - light
  const pixel = (points: number) => Math.round(points * scale)
  for (const [x, y, width, height] of boxes)
    for (let row = pixel(y - top); row < pixel(y - top + height); row++)
      for (let column = pixel(x - left); column < pixel(x - left + width); column++)
        picture.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  return jsqr.default(picture, side, side)?.data ?? ''
}

/** Pixels to a point, the light left around, and the side of the picture. */
const scale = 4
const light = 12
const side = 128 * scale
