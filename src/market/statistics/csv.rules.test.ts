import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.rules.ts'

/** A reader written from RFC 4180 §2 alone. */
function readLine(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

describe('csvLine', () => {
  it('ends with CRLF, and quotes only what needs it', () => {
    expect(csvLine(['a b', 'x,y', 'say "hi"', 'two\nlines', null, 12.5, ''])).toBe(
      'a b,"x,y","say ""hi""","two\nlines",,12.5,\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=cmd|" /C calc"!A0'])('keeps %j from running', (text) => {
    expect(readLine(csvLine(['first', text]))).toEqual(['first', `'${text}`])
  })

  it('leaves numbers alone, and text that only contains such a sign', () => {
    expect(csvLine([-5, 'a=b', "'=1", ' =1'])).toBe("-5,a=b,'=1, =1\r\n")
  })

  it('is read back as it was written, and never begins with what runs', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const read = readLine(csvLine(cells))
        expect(read.map((cell, i) => (cell === `'${cells[i]}` ? cells[i] : cell))).toEqual(cells)
        expect(read.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
      }),
    )
  })
})
