import { readFile } from 'node:fs/promises'
import type { NewCartItem } from '@sublet/client'
import {
  asnsOf,
  buy,
  cheapest,
  companyName,
  leaseOf,
  leases,
  letterFor,
  note,
  notationOf,
  notes,
  say,
} from './company.ts'

/**
 * `sublet apply`: a file says what shall be leased and who announces it, and this leases what is missing. It ends nothing.
 *
 *   SUBLET_URL=… SUBLET_CLIENT_ID=… SUBLET_CLIENT_SECRET=… SUBLET_COMPANY=… node apply.ts sublet.json [--yes]
 *
 * Without `--yes` it only says what it would do. Each block is noted as part of its group (`group` in its metadata); blocks
 * that are in no group are taken before others are leased, so that a run that was cut off is gone on with.
 */

interface Group {
  readonly name: string
  readonly prefix_length: number
  readonly count: number
  /** For each address and month. */
  readonly most_per_ip?: number
  /** AS numbers that shall have a letter for each block. */
  readonly asns?: readonly number[]
}

interface Wanted {
  readonly groups: readonly Group[]
}

const [file = 'sublet.json', flag] = process.argv.slice(2)
const { groups } = JSON.parse(await readFile(file, 'utf8')) as Wanted
const isMeant = flag === '--yes'
let changes = 0

/** Says it, and does it if that is meant. */
async function change(line: string, act: () => Promise<unknown>): Promise<void> {
  changes++
  say(`${isMeant ? '' : 'would '}${line}`)
  if (isMeant) await act()
}

async function blocksOf({ name, prefix_length, count, most_per_ip }: Group): Promise<string[]> {
  const mine = (await leases(['active'])).filter(({ billing_service }) => billing_service.cidr === prefix_length)
  const noted = await notes(mine.map(notationOf))
  const groupOf = (notation: string) => noted.get(notation)?.['group']
  const own = mine.map(notationOf).filter((notation) => groupOf(notation) === name)
  const spare = mine.map(notationOf).filter((notation) => groupOf(notation) === undefined)
  while (own.length < count) {
    const notation = spare.shift() ?? (await leaseOne(prefix_length, most_per_ip))
    if (notation === undefined) {
      sayMore(count - own.length - 1, prefix_length)
      break
    }
    await change(`add ${notation} to ${name}`, () => note(notation, { group: name }))
    own.push(notation)
  }
  return own
}

/** Those that would be found after the first are not known yet. */
function sayMore(count: number, prefix_length: number): void {
  changes += count
  if (count > 0) say(`would lease ${count} more /${prefix_length}`)
}

/** Nothing where it is only said. */
async function leaseOne(prefix_length: number, most_per_ip?: number): Promise<string | undefined> {
  const block = await cheapest(prefix_length, most_per_ip)
  const notation = `${block.address}/${block.cidr}`
  await change(`lease ${notation} for ${block.price} ${block.currency} a month`, () => buy([leaseOf(block)]))
  return isMeant ? notation : undefined
}

async function announce({ asns = [] }: Group, blocks: readonly string[]): Promise<void> {
  const known = new Map((await leases(['active'])).map((lease) => [notationOf(lease), asnsOf(lease)]))
  const company = await companyName()
  const letters: NewCartItem[] = []
  for (const notation of blocks)
    for (const asn of asns)
      if (!known.get(notation)?.includes(asn))
        await change(`order a letter for AS${asn} to announce ${notation}`, async () =>
          letters.push(letterFor(notation, asn, company)),
        )
  if (letters.length > 0) await buy(letters)
}

for (const group of groups) await announce(group, await blocksOf(group))
const counted = `${changes} change${changes === 1 ? '' : 's'}`
say(changes === 0 ? 'Nothing to do.' : `${counted}${isMeant ? '.' : ', none made; add --yes.'}`)
