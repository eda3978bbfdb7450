import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from '../../test/support/csv.ts'
import { column, csvHead, csvLines } from './csv.ts'

const readLine = (line: string): string[] => readCsv(line)[0] ?? []

/** One row, whose columns are all text. */
const lineOf = (cells: readonly (string | null)[]): string =>
  csvLines(Object.fromEntries(cells.map((cell, i) => [i, column.text(() => cell)])), [null], 'USD')

describe('text', () => {
  it('ends its line with CRLF, and has quotes only where it needs them', () => {
    expect(lineOf(['a b', 'x,y', 'say "hi"', 'two\nlines', null, ''])).toBe('a b,"x,y","say ""hi""","two\nlines",,\r\n')
  })

  it.each([
    '=1+1',
    '+1',
    '-1',
    '-12.50',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\n=1',
    '=cmd|" /C calc"!A0',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
  ])('is kept from running: %j', (text) => {
    expect(readLine(lineOf(['first', text]))).toEqual(['first', `'${text}`])
  })

  it('stays as it is where it only contains such a sign', () => {
    expect(lineOf(['a=b', "'=1", ' =1', '1-2'])).toBe("a=b,'=1, =1,1-2\r\n")
  })

  it('is read back as it was written, and never begins with what runs', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const read = readLine(lineOf(cells))
        expect(read.map((cell, i) => (cell === `'${cells[i]}` ? cells[i] : cell))).toEqual(cells)
        expect(read.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
      }),
    )
  })
})

describe('a table', () => {
  interface Row {
    readonly name: string
    readonly minor: number
    readonly count: number | null
    readonly at: Date | null
  }
  const columns = {
    name: column.text(({ name }: Row) => name),
    amount: column.amount(({ minor }: Row) => minor),
    currency: column.currency,
    count: column.whole(({ count }: Row) => count),
    'at, UTC': column.time(({ at }: Row) => at),
  }

  it('names its columns first', () => {
    expect(csvHead(columns)).toBe('name,amount,currency,count,"at, UTC"\r\n')
  })

  it('writes each column by its kind: a number keeps its minus, a text that looks like one is text', () => {
    const rows: Row[] = [
      { name: '-5', minor: -500, count: -5, at: new Date('2026-11-17T09:55:00.999Z') },
      { name: 'x', minor: 7, count: null, at: null },
    ]
    expect(csvLines(columns, rows, 'USD')).toBe("'-5,-5.00,USD,-5,2026-11-17T09:55:00Z\r\nx,0.07,USD,,\r\n")
    expect(csvLines(columns, rows.slice(1), 'JPY')).toBe('x,7,JPY,,\r\n')
  })
})
