import { gzipSync } from 'node:zlib'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { recommended } from '../../../src/network/index.ts'
import { mmdbOf } from '../market/mmdb.ts'
import { openFileServer } from '../server/file-server.ts'

/** The publishers of the recommended data: a small file of today for each of them, in its own format. */

interface Mirror {
  readonly env: Readonly<Record<string, string>>
  /** Somebody publishes a ROA, which is in the next file. */
  publishRoa(prefix: string, asn: number): void
  close(): Promise<void>
}

/** Who announces what the lessee leases. */
export const lesseeAsn = 13_335

export async function openMirror(): Promise<Mirror> {
  const files = await openFileServer()
  const roas = [{ asn: 64_500, prefix: '192.0.2.0/24', maxLength: 24, ta: 'ripe', expires: 1_925_000_000 }]
  for (const { kind, name, url } of recommended) {
    const path = url.replace('https://', '/').replace('{YYYY-MM}', newestMonth())
    if (kind !== 'vrps') files.serve(path, packed(path, fileOf(kind, name)))
    else files.serve(path, (_request, response) => void response.end(vrpsOf(roas)))
  }
  return {
    env: { SUBLET_SOURCES_MIRROR: files.url },
    publishRoa: (prefix, asn) => void roas.push({ asn, prefix, maxLength: 24, ta: 'apnic', expires: 1_925_000_000 }),
    close: () => files.close(),
  }
}

const packed = (path: string, content: string | Buffer) => (path.endsWith('.gz') ? gzipSync(content) : content)

const seconds = () => Math.floor(Date.now() / 1_000)
const day = () => new Date().toISOString().slice(0, 10).replaceAll('-', '')

/** As the product reckons: some publish a month's file late. */
const newestMonth = () => new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 'YYYY-MM'.length)

const vrpsOf = (roas: readonly object[]): string =>
  JSON.stringify({ metadata: { buildtime: new Date().toISOString(), vrps: roas.length }, roas })

function fileOf(kind: string, name: string): string | Buffer {
  const six = name.endsWith('6')
  const about = `{"type":"metadata","timestamp":${seconds()},"size":1,"records":1}\n`
  switch (kind) {
    case 'riswhois':
      return `% RIS whois\n64500\t${six ? '2001:db8::/32' : '192.0.2.0/24'}\t300\n`
    case 'delegated':
      return `2|${name}|${day()}|1|19830613|${day()}|+0000\n${name}|NL|asn|${name === 'arin' ? lesseeAsn : 64_500}|1|20200101|allocated|A1\n`
    case 'rpsl':
      return `inetnum: 192.0.2.0 - 192.0.2.255\nnetname: EXAMPLE\ncountry: NL\nstatus: ASSIGNED PA\nmnt-by: EXAMPLE-MNT\nsource: ${name}\n`
    case 'mmdb':
      return mmdbOf([[knownPrefix('192.0.2.0/24'), { country: { iso_code: 'NL' } }]], { built: seconds() })
    case 'asn-names':
      return `${lesseeAsn} LESSEE-AS, NL\n`
    case 'drop':
      return `{"cidr":"${six ? '2001:db8::/32' : '192.0.2.0/24'}","sblid":"SBL1","rir":"test"}\n${about}`
    case 'asn-drop':
      return `{"asn":64500,"rir":"test","domain":"example.net","cc":"NL","asname":"EXAMPLE"}\n${about}`
    case 'ofac':
      return `1,"UNFRIENDLY SHIPPING COMPANY",-0- ,"TEST-EO1",${Array<string>(7).fill('-0- ').join(',')},-0- \r\n\x1a`
    default:
      throw new Error(`nobody publishes ${kind}`)
  }
}
