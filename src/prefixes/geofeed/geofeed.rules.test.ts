import { describe, expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { feedText, readLines, type WantedLine } from './geofeed.rules.ts'

const codes = { countries: new Set(['NL', 'DE']), regions: new Set(['NL-NH', 'DE-BE']) }
const leased = knownPrefix('192.0.2.0/24')
const read = (...lines: WantedLine[]) => readLines(lines, leased, codes)

describe('lines', () => {
  it('are about the whole block unless they name a part', () => {
    expect(
      read({ country_code: 'NL', city_name: 'Amsterdam' }, { country_code: 'DE', notation: '192.0.2.128/25' }),
    ).toEqual({
      lines: [
        { block: '192.0.2.0/24', country_code: 'NL', region_code: null, city_name: 'Amsterdam', postal_code: null },
        { block: '192.0.2.128/25', country_code: 'DE', region_code: null, city_name: null, postal_code: null },
      ],
    })
  })

  it.each<[WantedLine, string, string]>([
    [{ country_code: 'XX' }, 'lines.0.country_code', 'XX is no country of ISO 3166-1'],
    [{ country_code: 'NL', region_code: 'NL-ZZ' }, 'lines.0.region_code', 'NL-ZZ is no region of ISO 3166-2'],
    [{ country_code: 'NL', region_code: 'DE-BE' }, 'lines.0.region_code', 'DE-BE is not in NL'],
    ...['=HYPERLINK("http://x","y")', '+1', '-1', '@SUM(1)', '\tA', '\r=1', 'a=b', '"a', '<b>', ' A'].map(
      (city_name): [WantedLine, string, string] => [
        { country_code: 'NL', city_name },
        'lines.0.city_name',
        'a city has letters, digits, blanks and the signs of a name',
      ],
    ),
    ...['=1', '+1', '-1', '@1', '1;2'].map((postal_code): [WantedLine, string, string] => [
      { country_code: 'NL', postal_code },
      'lines.0.postal_code',
      'a postal code has letters, digits, blanks and hyphens',
    ]),
    [{ country_code: 'NL', notation: '192.0.3.0/24' }, 'lines.0.notation', '192.0.3.0/24 is not inside 192.0.2.0/24'],
    [{ country_code: 'NL', notation: '2001:db8::/32' }, 'lines.0.notation', '2001:db8::/32 is not inside 192.0.2.0/24'],
  ])('refuses %j', (line, field, sentence) => {
    expect(read(line)).toEqual({ faults: { [field]: [sentence] } })
  })

  it('names a block once', () => {
    expect(read({ country_code: 'NL' }, { country_code: 'DE', notation: '192.0.2.0/24' })).toEqual({
      faults: { 'lines.1.notation': ['192.0.2.0/24 is named twice'] },
    })
  })
})

it('writes a line of RFC 8805, quoted where it must be', () => {
  const line = {
    block: '192.0.2.0/24',
    country_code: 'NL',
    region_code: null,
    city_name: 'a "b", c',
    postal_code: null,
  }
  expect(feedText(line)).toBe('192.0.2.0/24,NL,,"a ""b"", c",\r\n')
})

it.each([
  "'s-Hertogenbosch",
  "St. John's",
  'Łódź',
  'São Tomé',
  'København Ø',
  'Frankfurt (Oder)',
  '東京',
  'Washington, D.C.',
  '6th of October City',
])('a city may be called %s', (city_name) => {
  expect(read({ country_code: 'NL', city_name, postal_code: 'SW1A 1AA' })).toMatchObject({ lines: [{ city_name }] })
})

it('what was said before places were looked at is left out of the file, and nothing else', () => {
  const line = {
    block: '192.0.2.0/24',
    country_code: 'NL',
    region_code: 'NL-NH',
    city_name: 'Breda',
    postal_code: '=1',
  }
  expect(feedText(line)).toBe('192.0.2.0/24,NL,NL-NH,Breda,\r\n')
  expect(feedText({ ...line, city_name: '=HYPERLINK("http://x","y")', postal_code: '1015 CN' })).toBe(
    '192.0.2.0/24,NL,NL-NH,,1015 CN\r\n',
  )
})
