import { readdirSync, readFileSync } from 'node:fs'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { isKind, type KindName } from '../../../src/network/kinds.rules.ts'
import { mmdbOf } from './mmdb.ts'
import { fixture } from './network.ts'

/** A small file in the form of each real source, named after it: `kind.name.ending`. */
export interface Sample {
  readonly kind: KindName
  readonly name: string
  readonly ending: string
  readonly bytes: Buffer
}

const written = readdirSync(fixture('samples')).map((file): Sample => {
  const [kind = '', ...rest] = file.split('.')
  const ending = rest.pop() ?? ''
  const name = rest.join('.')
  if (!isKind(kind)) throw new Error(`${file} is named after no kind`)
  return { kind, name, ending, bytes: readFileSync(fixture(`samples/${file}`)) }
})

const inCountry = (code: string) => ({ country: { iso_code: code, names: { en: code } } })

/** Those of binary formats are made, or are dumps that real daemons have written. */
export const samples: readonly Sample[] = [
  ...written,
  { kind: 'mrt', name: 'bird', ending: 'mrt', bytes: readFileSync(fixture('mrt/bird-mrtdump_rib')) },
  { kind: 'mrt', name: 'quagga', ending: 'mrt', bytes: readFileSync(fixture('mrt/quagga_rib')) },
  {
    kind: 'mmdb',
    name: 'dbip',
    ending: 'mmdb',
    bytes: Buffer.from(
      mmdbOf([
        [knownPrefix('192.0.2.0/24'), inCountry('NL')],
        [knownPrefix('198.51.100.0/25'), inCountry('DE')],
        [knownPrefix('2001:db8::/32'), inCountry('FR')],
      ]),
    ),
  },
]
