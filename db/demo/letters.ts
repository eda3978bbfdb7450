import type { Context } from '../../src/kernel/context.ts'
import { knownPrefix } from '../../src/kernel/ip/index.ts'
import { addSeconds } from '../../src/kernel/time.ts'
import { assigned, query } from '../../src/kernel/db/query.ts'
import {
  addLetters,
  confirmLetter,
  lockLetters,
  releaseLetters,
  revokeLetter,
  type LetterInPlace,
} from '../../src/letters/index.ts'
import { asns, type Network } from './numbers.ts'
import { scenes, type Scene } from './routing.ts'

/**
 * Lessees have letters for what they lease, but for one that was in a hurry. Where the ROA was published they were released
 * by data, elsewhere by the holder's word: such blocks are what health has something to say about.
 */

export interface Lessee {
  readonly tenant: string
  readonly title: string
  /** Orders what is in the cart. */
  readonly checkOut: (ctx: Context) => Promise<void>
}

/** Hours from the order to the release. */
const patience = 5

/** For those of the blocks that are to have some. */
export async function orderLetters(ctx: Context, lessee: Lessee, blocks: readonly string[]): Promise<void> {
  const wanted = scenes.filter(({ prefix, waiting }) => blocks.includes(prefix) && !waiting)
  if (!(await order(ctx, lessee, wanted))) return
  const later = { ...ctx, now: addSeconds(ctx.now, patience * 3_600) }
  await release(later, await lettersOf(later, lessee.tenant, wanted))
}

/** Nobody has done anything for these yet. */
export async function orderWaitingLetters(ctx: Context, lessee: Lessee): Promise<void> {
  await order(
    ctx,
    lessee,
    scenes.filter(({ waiting }) => waiting),
  )
}

/** The second thoughts of a lessee's holder, some time later. */
export async function revokeSome(ctx: Context): Promise<void> {
  for (const { prefix, revoked = [] } of scenes)
    for (const network of revoked) {
      const { uuid, holder } = await query<{ uuid: string; holder: string }>`
        select uuid, holder_uuid as holder from letter where block = ${prefix} and asn = ${asns[network]}`.only(ctx)
      await revokeLetter(ctx, { by: 'holder', holder }, uuid, 'The edge network is no longer used for this block.')
    }
}

/** One line of the cart for each number and length. */
async function order(ctx: Context, lessee: Lessee, wanted: readonly Scene[]): Promise<boolean> {
  const letters = wanted.flatMap((scene) => networksOf(scene).map((network) => ({ network, ...scene })))
  const lines = Map.groupBy(letters, ({ network, prefix }) => `${network} ${knownPrefix(prefix).length}`)
  for (const [first, ...others] of lines.values())
    if (first)
      await addLetters(ctx, lessee.tenant, {
        asn: asns[first.network],
        company_name: lessee.title,
        max_length: knownPrefix(first.prefix).length,
        info: null,
        create_inetnum: first.waiting ?? false,
        whois_exposed: true,
        roa: true,
        radb: first.waiting ?? false,
        route: true,
        subnets: [first, ...others].map(({ prefix }) => prefix),
      })
  if (lines.size > 0) await lessee.checkOut(ctx)
  return lines.size > 0
}

const networksOf = ({ letters = [], revoked = [] }: Scene): Network[] => [...letters, ...revoked]

async function lettersOf(ctx: Context, tenant: string, wanted: readonly Scene[]): Promise<LetterInPlace[]> {
  const blocks = wanted.map(({ prefix }) => prefix)
  const rows = await query<{ uuid: string }>`
    select uuid from letter where tenant_uuid = ${tenant} and status = 'pending'
      and block = any (${blocks}::cidr[])`.rows(ctx)
  return lockLetters(
    ctx,
    rows.map(({ uuid }) => uuid),
  )
}

async function release(ctx: Context, letters: readonly LetterInPlace[]): Promise<void> {
  const seen = letters.filter((letter) => isIn('roas', letter))
  await releaseLetters(ctx, seen, 'data')
  await noteSeen(ctx, seen)
  for (const { uuid, holder_uuid: holder } of letters.filter((letter) => !seen.includes(letter)))
    await confirmLetter(ctx, { by: 'holder', holder }, uuid)
}

/** The data of that day is gone; what it showed is written into the checklist. */
async function noteSeen(ctx: Context, letters: readonly LetterInPlace[]): Promise<void> {
  for (const registered of [true, false]) {
    const alike = letters.filter((letter) => isIn('routes', letter) === registered).map(({ uuid }) => uuid)
    const change = { vrp_seen_at: ctx.now, ...(registered && { route_seen_at: ctx.now }) }
    await query`update letter set ${assigned(change)} where uuid = any (${alike}::uuid[])`.changed(ctx)
  }
}

function isIn(what: 'roas' | 'routes', { block, asn }: LetterInPlace): boolean {
  const networks = scenes.find(({ prefix }) => prefix === block)?.[what] ?? []
  return networks.some((network) => network !== 'nobody' && asns[network] === asn)
}
