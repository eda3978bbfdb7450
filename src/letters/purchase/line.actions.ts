import { audit, auditAll } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { fromNumber } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addSeconds } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { asnSentence, networkFacts, validateAsns } from '../../network/index.ts'
import {
  deleteLetterLine,
  deleteLines,
  insertLetterLine,
  keepLinesLonger,
  lettersLapsed,
  setLineClaims,
  shrinkLines,
  takeClaimedLines,
  unsetLineClaims,
  wantedLines,
  type LetterLine,
} from './line.store.ts'
import { lettersAudit } from '../letters.events.ts'
import { issueLines } from '../letter/issue.actions.ts'
import type { Letter } from '../letter/letter.store.ts'
import { companyFault } from './company.rules.ts'
import { partLetters, type CartLetters, type EndedLetters } from './line.rules.ts'
import { lettersProblem } from '../letters.problems.ts'
import {
  faultsAt,
  leaseFault,
  lengthFault,
  mostLetters,
  readSubnets,
  writingFaults,
  type Faults,
} from '../letter/subnet.rules.ts'
import { inOneLine } from '../signing/statement.rules.ts'
import { leasedSubnets, subnetsInLines, subnetsWithLetters } from '../letter/subnet.store.ts'

export { lettersLapsed, type CartLetters, type EndedLetters, type LetterLine }

/** Letters on their way to be bought: in the cart, and claimed by an order. Whoever calls has the cart, or the order. */

/** What a letter says and what is to be done for it; the subnets as they were written. */
interface LetterWish extends Pick<
  LetterLine,
  'asn' | 'company_name' | 'max_length' | 'info' | 'create_inetnum' | 'whois_exposed' | 'roa' | 'radb' | 'route'
> {
  readonly subnets: readonly string[]
}

/** What is in a company's cart, the oldest first, and what is no longer: a letter ends with its lease, also here. */
export async function lettersInCart(ctx: Context, tenant: string): Promise<CartLetters> {
  return partLetters(await wantedLines(ctx, tenant))
}

export async function removeEnded(ctx: Context, tenant: string, ended: readonly EndedLetters[]): Promise<void> {
  await shrinkLines(
    ctx,
    ended.flatMap(({ left }) => left ?? []),
  )
  await deleteLines(
    ctx,
    ended.filter(({ left }) => left === null).map(({ line }) => line),
  )
  await auditAll(
    ctx,
    ended.map(({ line: uuid, asn, subnets }) => ({
      action: lettersAudit('letter_line.removed'),
      subject: { kind: 'letter_line', uuid },
      tenant,
      data: { asn, subnets, reason: 'lease_ended' },
    })),
  )
}

/** Where in the request a refusal finds the fields of a wish. */
const inBody = 'product_fields'

export async function addLetters(ctx: Context, tenant: string, wish: LetterWish): Promise<void> {
  await requireRoom(ctx, tenant, wish.subnets.length)
  const { leases: _, ...line } = await wanted(ctx, tenant, wish)
  const { holdMinutes } = ctx.house.config
  await insertLetterLine(ctx, {
    ...line,
    price_minor: priceOf(ctx) * line.subnets.length,
    created_at: ctx.now,
    until: addSeconds(ctx.now, holdMinutes * 60),
  })
  const { uuid, asn, subnets } = line
  await audit(ctx, {
    action: lettersAudit('letter_line.added'),
    subject: { kind: 'letter_line', uuid },
    tenant,
    data: { asn, subnets },
  })
}

/** Where letters cost nothing, nobody needs a cart for them. */
export async function requestLetters(ctx: Context, tenant: string, wish: LetterWish): Promise<Letter[]> {
  if (priceOf(ctx) > 0) throw lettersProblem('letters_cost')
  return issueLines(ctx, null, [await wanted(ctx, tenant, wish)])
}

const priceOf = ({ house: { config } }: Context): number => fromNumber(config.letterPrice, config.currency).minor

/** As a line of the cart would be, if all of it can be issued. */
async function wanted(ctx: Context, tenant: string, wish: LetterWish) {
  const subnets = subnetsOf(wish)
  const company_name = companyOf(wish)
  const uuid = newUuid()
  const checked = { uuid, path: inBody, asn: wish.asn, company_name, max_length: wish.max_length, subnets }
  const { leases, names } = await requireIssuable(ctx, tenant, [checked])
  const as_name = names.get(wish.asn) ?? null
  return { ...wish, company_name, uuid, tenant_uuid: tenant, as_name, subnets, leases: [...(leases.get(uuid) ?? [])] }
}

/** One line, as it will stand on the letter. */
function companyOf({ company_name }: LetterWish): string {
  const fault = companyFault(company_name)
  if (fault !== null)
    throw lettersProblem('letter_company_invalid', { fields: { [`${inBody}.company_name`]: [fault] } })
  return inOneLine(company_name)
}

function subnetsOf({ subnets }: LetterWish): string[] {
  const read = readSubnets(subnets)
  const fields = faultsAt(`${inBody}.subnets`, writingFaults(read))
  if (Object.keys(fields).length > 0) throw lettersProblem('letter_subnets_invalid', { fields })
  return read.flatMap((subnet) => subnet ?? [])
}

async function requireRoom(ctx: Context, tenant: string, more: number): Promise<void> {
  const there = (await wantedLines(ctx, tenant)).reduce((sum, { subnets }) => sum + subnets.length, 0)
  if (there + more > mostLetters)
    throw lettersProblem('too_many_letters', {
      message: `A cart takes ${mostLetters} letters; yours has ${there}. Order them first.`,
    })
}

interface Issuable extends Pick<LetterLine, 'uuid' | 'asn' | 'company_name' | 'max_length' | 'subnets'> {
  readonly path: string
}

interface Issued {
  /** Of each line's subnets. */
  readonly leases: ReadonlyMap<string, readonly string[]>
  /** Of the AS numbers, where they are known. */
  readonly names: ReadonlyMap<number, string | null>
}

/** All that must hold when letters are put into the cart, and again when they are ordered. */
async function requireIssuable(ctx: Context, tenant: string, lines: readonly Issuable[]): Promise<Issued> {
  const asked = lines.flatMap(({ uuid: line, asn, subnets }) => subnets.map((block) => ({ line, asn, block })))
  const blocks = asked.map(({ block }) => block)
  const [leased, verdicts, issued, wanted] = await Promise.all([
    leasedSubnets(ctx, tenant, blocks),
    validateAsns(
      ctx,
      lines.map(({ asn }) => asn),
    ),
    subnetsWithLetters(ctx, asked),
    subnetsInLines(ctx, tenant, asked),
  ])
  const leaseOf = new Map(leased.map((lease) => [lease.subnet, lease]))
  refuseIf('letter_subnets_invalid', lines, ({ subnets }) =>
    faultsAt(
      'subnets',
      subnets.map((subnet) => leaseFault(subnet, leaseOf.get(subnet))),
    ),
  )
  refuseIf('letter_length_invalid', lines, ({ max_length, subnets }) => {
    const fault = lengthFault(max_length, subnets)
    return fault === null ? {} : { max_length: [fault] }
  })
  refuseIf('asn_not_fit', lines, ({ asn }) => {
    const verdict = verdicts.get(asn)
    return verdict?.valid ? {} : { asn: [`AS${asn} ${asnSentence(verdict ?? { status: 'unknown', lacking: [] })}`] }
  })
  refuseIf('letter_company_sanctioned', lines, ({ company_name }) => {
    const [match] = networkFacts(ctx).sanctionsOn([company_name])?.value ?? []
    return match ? { company_name: [`${company_name} is under sanctions as ${match.entry}`] } : {}
  })
  const nameOf = ({ asn, block }: { asn: number; block: string }) => `AS${asn} ${block}`
  const taken = new Set([...issued, ...wanted].map(nameOf))
  refuseIf('letter_exists', lines, ({ asn, subnets }) =>
    faultsAt(
      'subnets',
      subnets.map((block) => (taken.has(nameOf({ asn, block })) ? `${block} has a letter for AS${asn}` : null)),
    ),
  )
  return {
    leases: new Map(
      lines.map(({ uuid, subnets }) => [uuid, subnets.map((subnet) => leaseOf.get(subnet)?.lease_uuid ?? '')]),
    ),
    names: new Map([...verdicts].map(([asn, { name }]) => [asn, name])),
  }
}

function refuseIf(
  code: Parameters<typeof lettersProblem>[0],
  lines: readonly Issuable[],
  faultsOf: (line: Issuable) => Faults,
): void {
  const fields = lines.flatMap((line) =>
    Object.entries(faultsOf(line)).map(([field, sentences]) => [`${line.path}.${field}`, sentences] as const),
  )
  if (fields.length > 0) throw lettersProblem(code, { fields: Object.fromEntries(fields) })
}

export async function removeLetters(ctx: Context, tenant: string, uuid: string): Promise<void> {
  if (!(await deleteLetterLine(ctx, tenant, uuid))) throw kernelProblem('not_found')
  await audit(ctx, { action: lettersAudit('letter_line.removed'), subject: { kind: 'letter_line', uuid }, tenant })
}

/** The longest a cart keeps them, however often it changes: as long as a block. */
const longestMinutes = 120

export async function keepLetters(ctx: Context, tenant: string): Promise<void> {
  const { holdMinutes } = ctx.house.config
  await keepLinesLonger(ctx, tenant, {
    until: addSeconds(ctx.now, holdMinutes * 60),
    longestMinutes: Math.max(longestMinutes, holdMinutes),
  })
}

/** What was true when they were put into the cart must be so still. */
export async function claimLetters(
  ctx: Context,
  tenant: string,
  order: string,
  lines: readonly LetterLine[],
): Promise<void> {
  if (lines.length === 0) return
  const asked = lines.map((line) => ({ ...line, path: `items.${line.uuid}` }))
  const { leases } = await requireIssuable(ctx, tenant, asked)
  await setLineClaims(
    ctx,
    order,
    lines.map(({ uuid }) => ({ uuid, leases: [...(leases.get(uuid) ?? [])] })),
  )
}

/** The buyer may try again: they are in the cart as before. */
export async function returnLetters(ctx: Context, order: string): Promise<void> {
  await unsetLineClaims(ctx, order, addSeconds(ctx.now, ctx.house.config.holdMinutes * 60))
}

/** The order is over. */
export async function dropLetters(ctx: Context, order: string): Promise<void> {
  await takeClaimedLines(ctx, order)
}
