import { describe, expect, test } from 'vitest'
import { readInto } from '../../../test/support/market/network.ts'
import { asNames } from '../datasets/as-names.ts'
import { readAsnNames } from './asn-names.ts'

async function read(text: string | Uint8Array) {
  const { rows, refused } = await readInto(readAsnNames, asNames.collect(), text)
  return { view: asNames.open(rows.finish()), refused, count: rows.count }
}

describe('names of AS numbers', () => {
  test('as RIPE writes them', async () => {
    const { view, refused } = await read(
      '1 LVLT-1 - Level 3 Parent, LLC, US\n23456 AS_TRANS\r\n\n64496 -Reserved AS-, ZZ\nAS7 DSTL, GB\n8 HAS, commas,SE\n',
    )
    expect(refused).toEqual([])
    expect(view.of(1)).toEqual({ name: 'LVLT-1 - Level 3 Parent, LLC', countryCode: 'US' })
    expect(view.of(23_456)).toEqual({ name: 'AS_TRANS', countryCode: null })
    expect(view.of(64_496)).toEqual({ name: '-Reserved AS-', countryCode: null })
    expect(view.of(7)).toEqual({ name: 'DSTL', countryCode: 'GB' })
    expect(view.of(8)).toEqual({ name: 'HAS, commas', countryCode: 'SE' })
    expect(view.of(2)).toBeNull()
  })

  test('as CSV, quotes and all, in UTF-8', async () => {
    const { view, refused } = await read(
      Buffer.from('"asn","name","source"\n1,"Level 3, Inc.","DB-IP"\n2,"Telefónica ""T""","PeeringDB"\n'),
    )
    expect(refused).toEqual([])
    expect(view.of(1)).toEqual({ name: 'Level 3, Inc.', countryCode: null })
    expect(view.of(2)).toEqual({ name: 'Telefónica "T"', countryCode: null })
  })

  test('in Latin-1, and with a country in the CSV', async () => {
    expect((await read('3 TELEF\u00d3NICA, ES\n')).view.of(3)?.name).toBe('TELEFÓNICA')
    expect((await read('name,cc,asn\nA,SE,9\n')).view.of(9)).toEqual({ name: 'A', countryCode: 'SE' })
  })

  test.each([
    ['4294967296 A, SE', 'has no AS number'],
    ['x A, SE', 'has no AS number'],
    ['5', 'is not "64500 NAME, CC"'],
    ['1 ANOTHER, SE', 'has an AS number that a line before it names otherwise'],
  ])('%j is left out', async (line, why) => {
    const { refused, view } = await read(`1 ONE, SE\n${line}\n1 ONE, SE\n`)
    expect(refused).toEqual([`line 2: ${why}`])
    expect(view.of(1)).toEqual({ name: 'ONE', countryCode: 'SE' })
  })

  test.each([
    ['1,"open', 'has an open quote, not 2 fields'],
    ['1,a,b', 'has 3 fields, not 2 fields'],
    ['1,', 'has no name'],
  ])('%j is left out of a CSV', async (line, why) => {
    expect((await read(`asn,name\n${line}\n2,b\n`)).refused).toEqual([`line 2: ${why}`])
  })

  test.each([
    ['', 'byte 0: the file is empty'],
    ['<html>', 'line 1: begins like a web page'],
    ['number,title\n1,a\n', 'line 1: is neither'],
    ['asn,name\n', 'line 1: the file ends'],
  ])('%j is refused whole', async (text, why) => {
    await expect(read(text)).rejects.toThrow(why)
  })
})
