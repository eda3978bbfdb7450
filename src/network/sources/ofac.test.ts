import { describe, expect, test } from 'vitest'
import { absent, fileBytes, readInto, realFile } from '../../../test/support/market/network.ts'
import { Sanctions, SanctionsRows } from '../datasets/sanctions.ts'
import { pack, unpack } from '../tables/columns.ts'
import { readOfac } from './ofac.ts'

async function read(bytes: string | AsyncIterable<Uint8Array>) {
  const { rows, refused } = await readInto(readOfac, new SanctionsRows(), bytes)
  return { refused, count: rows.count, view: new Sanctions(unpack(pack(rows.finish()))) }
}

const nothing = Array<string>(7).fill('-0- ').join(',')
const row = (name: string, kind = '-0- ', remarks = '-0- ') =>
  `1,"${name}",${kind},"TEST-EO1",${nothing},${remarks === '-0- ' ? remarks : `"${remarks}"`}\r\n`
const end = '\x1a'

const entries = [
  row('JOINT STOCK COMPANY SEVEROVOSTOK'),
  row('GRANIT TELEPORT OOO', '-0- ', "a.k.a. 'NORDLINK SYSTEMS'; f.k.a. 'GTP'."),
  row('INSTITUTE OF PRECISE SEAFARING, NORTHERN BRANCH'),
  row('NEW TECHNOLOGIES LLC'),
  row('DOE, John', '"individual"'),
  row('SEA STAR', '"vessel"'),
]
const list = entries.join('') + end

describe('the list of sanctions', () => {
  test('is read without people, ships and aircraft', async () => {
    const { count, refused } = await read(list)
    expect([count, refused]).toEqual([4, []])
  })

  test.each([
    ['changed', list.replaceAll('"TEST-EO1",', ''), 'line 1: has 11 columns and not 12'],
    ['cut off in a row', list.slice(0, 150), 'line 2: has'],
    ['cut off after a row', entries.join(''), 'line 6: the file ends without the byte that ends it: it was cut off'],
    ['a page', '<html>', 'begins like a web page'],
    ['empty', end, 'line 1: the file ends without any row'],
  ])('is refused when it is %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })
})

describe('a name is on it', () => {
  test.each([
    ['AO "Severovostok"', 'JOINT STOCK COMPANY SEVEROVOSTOK', 'severovostok'],
    ['PJSC Severovostok', 'JOINT STOCK COMPANY SEVEROVOSTOK', 'severovostok'],
    ['Granit-Teleport, LLC', 'GRANIT TELEPORT OOO', 'granit teleport'],
    ['GRANIT TELEPORT', 'GRANIT TELEPORT OOO', 'granit teleport'],
    ['Nordlink Systems Ltd.', 'GRANIT TELEPORT OOO', 'nordlink systems'],
    [
      'Data centre of the Institute of Precise Seafaring (Northern Branch)',
      'INSTITUTE OF PRECISE SEAFARING, NORTHERN BRANCH',
      'institute precise seafaring northern branch',
    ],
  ])('%s', async (name, entry, matched) => {
    const { view } = await read(list)
    expect(view.match(name)).toEqual([{ entry, program: 'TEST-EO1', matched }])
  })

  test.each([
    ['Severovostok Ltd', 'one word, and another legal form'],
    ['Severovostok', 'one word, and none'],
    ['Granit', 'a part of a name'],
    ['Granit Teleport Museum', 'two words inside another name'],
    ['Teleport Granit', 'another order'],
    ['New Technologies LLC', 'words that tell nobody apart'],
    ['GTP', 'a short other name'],
    ['Institute of Precise Seafaring', 'not all words'],
    ['John Doe', 'a person'],
    ['', 'nothing'],
    ['LLC', 'nothing but a legal form'],
  ])('not %s: %s', async (name) => {
    const { view } = await read(list)
    expect(view.match(name)).toEqual([])
  })
})

const real = 'lists/sdn-2024-07-02.csv.gz'
describe.skipIf(absent(real))('the real list (skipped without the data)', () => {
  test('has its rows, and finds few of all AS names', { timeout: 60_000 }, async () => {
    const { view, count, refused } = await read(fileBytes(realFile(real)))
    expect([count, refused]).toEqual([7270, []])
    expect(view.match('PJSC MegaFon')).toMatchObject([{ entry: 'MEGAFON PAO', program: 'RUSSIA-EO14024' }])
    for (const name of ['Bangor Savings Bank', 'NEC Corporation', 'ABM Integrated Solutions', 'Ministry of Interior'])
      expect(view.match(name)).toEqual([])
  })
})
