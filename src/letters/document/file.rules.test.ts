import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { letterFile, pair, plainStatement, signed } from '../../../test/support/market/letter-files.ts'
import { attachedText, examine, sealFile } from './file.rules.ts'
import { letterPdf } from './pdf.wire.ts'
import { readStatement, writeStatement } from '../signing/statement.rules.ts'

const keys = new Map([[plainStatement.key, pair.publicKey]])
const text = writeStatement(plainStatement)
const attached = Buffer.from(attachedText(text, signed(text)))

let file: Buffer
let from: number
beforeAll(async () => {
  file = await letterFile()
  from = file.indexOf(attached)
})

/** What is found when a byte is another. */
const changed = (place: number, byte: number) => {
  const copy = Buffer.from(file)
  copy[place] = byte
  return examine(copy, keys).is
}

const flips = (byte: number) => [byte ^ 0x01, byte ^ 0x20, byte ^ 0x80, 0xff]

describe('a letter as a file', () => {
  it('is genuine as it was made, and says what was signed', () => {
    expect(from).toBeGreaterThan(0)
    expect(examine(file, keys)).toEqual({ is: 'genuine', statement: plainStatement })
    expect(file.subarray(-6).toString()).toBe('%%EOF\n')
  })

  it('is genuine in the form that letters had first, too', async () => {
    const old = `SUBLET LETTER OF AUTHORISATION, VERSION 1
marketplace: Sublet
site: https://sublet.example
letter: 019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f
code: 0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV
key: ${plainStatement.key}
block: 192.0.2.0/24
max-length: 24
origin: AS64500
origin-name:
company: Example Networks
lessee: Example Holding
holder: Old Addresses B.V.
issued: 2026-11-15T10:00:00Z
`
    const statement = readStatement(old)
    if (!statement) throw new Error('the first form cannot be read')
    const page = await letterPdf({ ...statement, text: old, signature: signed(old) })
    expect(examine(sealFile(page, signed), keys)).toEqual({ is: 'genuine', statement })
  })

  it(
    'is not with any byte of the statement or the signature changed, whatever the page around it',
    { timeout: 30_000 },
    () => {
      const found = new Set<string>()
      for (let i = 0; i < attached.length; i++)
        for (const byte of flips(attached[i] ?? 0)) if (byte !== attached[i]) found.add(changed(from + i, byte))
      // Each is noticed by the statement's own signature: the seal over the file is not needed for it.
      expect([...found].toSorted()).toEqual(['key_unknown', 'no_letter', 'not_signed'])
    },
  )

  it('is not with any character of the code changed to any other that codes have', { timeout: 30_000 }, () => {
    const code = from + attached.indexOf(plainStatement.code)
    for (let i = 0; i < plainStatement.code.length; i++)
      for (const character of '0123456789ABCDEFGHJKMNPQRSTVWXYZ-ilou '.replace(plainStatement.code[i] ?? '', ''))
        expect(changed(code + i, character.charCodeAt(0))).toBe('not_signed')
  })

  it('is not with the signature spelt in another way for the same bytes', () => {
    const end = from + attached.length - 2
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/='
    for (const character of alphabet.replace(String.fromCharCode(file[end] ?? 0), ''))
      expect(changed(end, character.charCodeAt(0))).toBe('not_signed')
  })

  it('is not with any byte of the page or of the file changed', { timeout: 30_000 }, () => {
    const here = (place: number) => place < from || place >= from + attached.length
    const some = Array.from({ length: Math.floor(file.length / 211) }, (_, i) => i * 211).filter(here)
    const end = Array.from({ length: 160 }, (_, i) => file.length - 160 + i)
    for (const place of [...some, ...end]) expect(changed(place, (file[place] ?? 0) ^ 0x04)).not.toBe('genuine')
  })

  it('is not with anything added, cut off, or put in its place', async () => {
    const whole = file.toString('latin1')
    const other = await letterFile({ ...plainStatement, block: '10.0.0.0/8' })
    const page = other.subarray(0, other.indexOf('%SubletSeal'))
    for (const forged of [
      Buffer.concat([file, Buffer.from('\n')]),
      file.subarray(0, -1),
      file.subarray(0, 2_000),
      Buffer.alloc(0),
      Buffer.from('%PDF-1.3\n%%EOF\n'),
      Buffer.concat([file, file]),
      Buffer.from(whole.replace(/%SubletSeal .*\n/, ''), 'latin1'),
      Buffer.concat([page, file.subarray(file.indexOf('%SubletSeal'))]),
    ])
      expect(examine(forged, keys).is).not.toBe('genuine')
  })

  it('tells a changed page from a changed statement, and believes the statement alone', () => {
    const edited = Buffer.from(file.toString('latin1').replace('/Title', '/Titel'), 'latin1')
    expect(examine(edited, keys)).toEqual({ is: 'page_changed', statement: plainStatement })
  })

  it('knows only the keys it is given', () => {
    expect(examine(file, new Map())).toEqual({ is: 'key_unknown', key: plainStatement.key })
    const foreign = generateKeyPairSync('ed25519').publicKey
    expect(examine(file, new Map([[plainStatement.key, foreign]])).is).toBe('not_signed')
  })

  it('seals nothing that has no end', () => {
    expect(() => sealFile(Buffer.from('%PDF-1.3\n'), signed)).toThrow('this is no whole PDF')
  })
})
