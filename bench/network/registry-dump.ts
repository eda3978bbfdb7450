/**
 * A registry's database as its publisher writes it, of as many inetnums as wanted: few holders with allocations, most
 * objects assignments to their customers, names and descriptions nearly all different, holders in no order of address.
 * Packed it takes some 50 bytes for an object, as the largest real one does.
 */

/** The same numbers in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const towns =
  'Amsterdam Berlin Cádiz Dublin Esbjerg Firenze Göteborg Helsinki Izmir Jena Kyiv Lyon Milano Nice Oslo Porto'
const trades =
  'Hosting Logistics Media Bank Clinic School Telecom Energy Studio Foods Travel Legal Motors Games Books Tools'
const streets = 'Station Market Church Mill Bridge Garden Harbour Castle Forest Lake Park Tower Queen King Hill River'
const [placeNames, tradeNames, streetNames] = [towns, trades, streets].map((text) => text.split(' '))
const countries = ['NL', 'DE', 'ES', 'IE', 'DK', 'IT', 'SE', 'FI', 'TR', 'DE', 'UA', 'FR', 'IT', 'FR', 'NO', 'PT']

/** Customers of one allocation of 16,384 addresses. */
const customers = 127
const space = 1 << 14

const dotted = (address: number): string =>
  `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`

const line = (name: string, value: string): string => `${`${name}:`.padEnd(16)}${value}\n`

/** Bytes in pieces of about 256 KiB. */
export function* registryDump(inetnums: number): Generator<Buffer> {
  const next = seeded(7)
  let text = '% A registry made up for measuring.\n% Generated at 2026-11-16T23:59:00Z\n\n'
  for (let made = 0, holder = 0; made < inetnums; holder++) {
    // A step that is prime to their number: every allocation once, in no order.
    const base = ((holder * 40_503) % 65_521) * space + 2 ** 24
    const country = pick(countries, next)
    text += allocation(holder, base, country, next)
    made++
    for (let i = 0; i < customers && made < inetnums; i++, made++) {
      text += assignment(holder, base + i * 128, made, next(10) === 0 ? pick(countries, next) : country, next)
      if (text.length < 1 << 18) continue
      yield Buffer.from(text, 'latin1')
      text = ''
    }
  }
  yield Buffer.from(text, 'latin1')
}

const pick = (words: readonly string[] | undefined, next: (below: number) => number): string =>
  words?.[next(words.length)] ?? ''

const day = (next: (below: number) => number): string =>
  new Date(Date.UTC(2003, 0, 1) + next(8_000) * 86_400_000 + next(86_400) * 1_000).toISOString().replace('.000', '')

function allocation(holder: number, base: number, country: string, next: (below: number) => number): string {
  return [
    line('inetnum', `${dotted(base)} - ${dotted(base + space - 1)}`),
    line('netname', `${country}-LIR${holder}-2010${1_000 + next(1_000)}`),
    line('country', country),
    line('org', `ORG-L${holder}-TEST`),
    line('admin-c', `LA${holder}-TEST`),
    line('tech-c', `LT${holder}-TEST`),
    line('status', 'ALLOCATED PA'),
    line('mnt-by', 'TEST-NCC-HM-MNT'),
    line('mnt-by', `LIR${holder}-MNT`),
    line('mnt-routes', `LIR${holder}-MNT`),
    line('created', day(next)),
    line('last-modified', day(next)),
    line('source', 'TEST # Filtered'),
    '\n',
  ].join('')
}

function assignment(
  holder: number,
  base: number,
  made: number,
  country: string,
  next: (below: number) => number,
): string {
  const [town, trade] = [pick(placeNames, next), pick(tradeNames, next)]
  // One in twenty is a range that is no prefix.
  const last = base + (next(20) === 0 ? 5 + next(90) : ([7, 15, 31, 63, 127][next(5)] ?? 7))
  return [
    line('inetnum', `${dotted(base)} - ${dotted(last)}`),
    line('netname', `${trade.toUpperCase()}-${made.toString(36).toUpperCase()}-NET`),
    line('descr', `${trade} ${town} ${next(1_000_000).toString(36)} B.V.`),
    ...(next(2) === 0
      ? [line('descr', `${pick(streetNames, next)} street ${next(300)}, ${1_000 + next(9_000)} ${town}`)]
      : []),
    line('country', country),
    line('admin-c', `LA${holder}-TEST`),
    line('tech-c', next(10) === 0 ? `C${made}-TEST` : `LT${holder}-TEST`),
    line('status', 'ASSIGNED PA'),
    line('mnt-by', `LIR${holder}-MNT`),
    ...(next(8) === 0 ? [line('remarks', `INFRA-AW ${next(100_000)}`)] : []),
    line('created', day(next)),
    line('last-modified', day(next)),
    line('source', 'TEST # Filtered'),
    '\n',
  ].join('')
}
