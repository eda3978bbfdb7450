import { describe, expect, test } from 'vitest'
import { pieces } from '../../../test/support/market/network.ts'
import { kindNames, type KindName } from '../kinds.rules.ts'
import { gather } from '../reading/gather.ts'

/**
 * Whoever has a file imported hears what is wrong with it, and may not be somebody who may read it: no refusal quotes
 * it. Each kind is given secrets in the place of every field it has, and of the whole file.
 */

const secrets = [
  '7f3ac91be05d2846aa71f0c3d9e8b5642f17c8a09be3d5461c7ef29038ad54b6',
  'kQ.zP_wLxV-tRmHj',
  '918273645546372819',
]

/** A line of each kind that is read without a fault, its fields apart, and what stands around it. */
const samples: Readonly<
  Record<KindName, { head?: string; fields: readonly string[]; between: string; around?: [string, string] }>
> = {
  riswhois: { fields: ['64500', '192.0.2.0/24', '3'], between: '\t' },
  mrt: { fields: ['\0\0\0\0\0\x0d\0\x02\0\0\0\x09', '\0\0\0\x18', '\xc0\0\x02\0\0'], between: '' },
  pfx2as: { fields: ['192.0.2.0', '24', '64500'], between: '\t' },
  vrps: {
    head: 'ASN,IP Prefix,Max Length,Trust Anchor,Expires\n',
    fields: ['AS64500', '192.0.2.0/24', '24', 'ripe', '1789657200'],
    between: ',',
  },
  delegated: {
    head: '2|apnic|20260206|1|19830613|20260205|+1000\n',
    fields: ['apnic', 'JP', 'ipv4', '192.0.2.0', '256', '20200101', 'allocated'],
    between: '|',
  },
  rpsl: {
    fields: [
      'route:',
      ' 192.0.2.0/24\n',
      'origin:',
      ' AS64500\n',
      'source:',
      ' RIPE\n',
      '\ninetnum:',
      ' 192.0.2.0/24\n',
    ],
    between: '',
  },
  geofeed: { fields: ['192.0.2.0/24', 'NL', 'NL-NH', 'Amsterdam', ''], between: ',' },
  mmdb: { fields: ['', '\xab\xcd\xefMaxMind.com', '\xe1\x4anode_count\xc1\x01'], between: '' },
  'country-ranges': { head: '192.0.2.0,192.0.2.1,NL\n', fields: ['192.0.3.0', '192.0.3.255', 'NL'], between: ',' },
  'asn-ranges': { head: '192.0.2.0,192.0.2.1,1,A\n', fields: ['192.0.3.0', '192.0.3.255', '7', 'A'], between: ',' },
  'asn-names': { head: '1 A, NL\n', fields: ['64500', 'EXAMPLE,', 'NL'], between: ' ' },
  drop: { fields: ['"cidr":"192.0.2.0/24"', '"sblid":"1"'], between: ',', around: ['{', '}'] },
  'asn-drop': { fields: ['"asn":64500', '"asname":"A"'], between: ',', around: ['{', '}'] },
  uceprotect: { fields: ['192.0.2.0/24', '127.0.0.2', 'text'], between: ':' },
  ofac: { fields: Array.from({ length: 12 }, (_, i) => `"${i}"`), between: ',' },
}

function* filesOf(kind: KindName, secret: string): Generator<string> {
  const { head = '', fields, between, around = ['', ''] } = samples[kind]
  const line = (parts: readonly string[]): string => `${head}${around[0]}${parts.join(between)}${around[1]}\n`
  yield secret
  yield `${secret}\n`.repeat(30)
  for (const separator of [',', '|', '\t', ' ', ':', '"', '/', '_'])
    yield `${Array(12).fill(secret).join(separator)}\n`.repeat(3)
  yield `{"${secret}": "${secret}"}\n`
  yield `{"type":"metadata","records":${secret},"timestamp":"${secret}"}\n`
  yield `{"type":"metadata","records":"${secret}"}\n`
  yield `{"metadata": {"uniquevrps": ${secret}}, "roas": [{"asn": "${secret}", "prefix": "${secret}"}]}`
  yield `{"roas": [{"asn": 1, "prefix": "${secret}"}, {"asn": 1, "prefix": "192.0.2.0/24", "maxLength": "${secret}"}]}`
  yield `{"roas": [{"asn": 1, "prefix": "192.0.2.0/24", "expires": "${secret}"}, {${secret}}]}`
  yield `{"CIDR":"${secret}","ASN":1,"Hits":1}\n{"CIDR":"192.0.2.0/24","ASN":"${secret}","Hits":1}\n`
  yield `{"CIDR":"192.0.2.0/24","ASN":1,"Hits":"${secret}"}\n{${secret}\n`
  yield `${head}${secret}\n`
  for (const [at] of fields.entries()) {
    yield line(fields.with(at, secret))
    yield line(fields.with(at, `"${secret}"`))
    yield line(fields.with(at, `${fields[at]}${secret}`))
    yield line(fields).repeat(2) + line(fields.with(at, secret))
  }
  if (head !== '')
    for (const [at, word] of head.split(/[|,]/).entries())
      yield (
        head
          .split(/[|,]/)
          .with(at, secret)
          .join(head.includes('|') ? '|' : ',') + line([word])
      )
}

/** All that anybody would hear of the file. */
async function heardOf(kind: KindName, file: string): Promise<string> {
  try {
    return JSON.stringify((await gather(kind, 'a-file', () => pieces(file))).refusals)
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack}` : String(error)
  }
}

const windows = (secret: string): string[] =>
  Array.from({ length: secret.length - 5 }, (_, at) => secret.slice(at, at + 6))

describe.each(kindNames)('what is wrong with a file of kind %s', (kind) => {
  test('is said without a word of the file', async () => {
    let heard = 0
    for (const secret of secrets)
      for (const file of filesOf(kind, secret)) {
        const words = await heardOf(kind, file)
        if (words !== '[]') heard++
        const lower = words.toLowerCase()
        const told = windows(secret).filter((part) => lower.includes(part.toLowerCase()))
        expect(told, `${JSON.stringify(file)} was answered ${words}`).toEqual([])
      }
    // Else it was read without a fault, and nothing was shown.
    expect(heard).toBeGreaterThan(30)
  })
})
