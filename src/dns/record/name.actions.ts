import { auditAll } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import {
  addressCount,
  children,
  firstAddress,
  formatAddress,
  knownPrefix,
  parsePrefix,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { emitAll } from '../../kernel/work/events.ts'
import { delegationsOf } from '../delegation/delegation.store.ts'
import { dnsAudit, dnsEvents } from '../dns.events.ts'
import { dnsProblem } from '../dns.problems.ts'
import { readHostName } from '../name/host-name.rules.ts'
import { addressIn, type LineFault, type NameLine, type ReadLines } from '../name/lines.rules.ts'
import { nameByPattern, patternFault } from '../name/pattern.rules.ts'
import { lockConnections, type Connection } from '../offer/offer.store.ts'
import { wakeServer } from '../send/send.actions.ts'
import { ptrName, zoneAround, zoneNameOf } from '../zone/owner.rules.ts'
import { blocksAround, coveringIn } from './covering.rules.ts'
import {
  listBlocks,
  listNames,
  lockLeases,
  namesAt,
  namesInBatches,
  takeNames,
  writeRecords,
  zonesFor,
  type LeasedBlock,
  type NewRecord,
  type ReverseName,
} from './record.store.ts'

/** Names of leased addresses: one, many by a file, or all of a block by a pattern. */

interface NameChange {
  readonly address: string
  readonly before: string | null
  readonly after: string | null
}

export interface NamePlan {
  readonly changes: readonly NameChange[]
  readonly unchanged: number
  readonly faults: readonly LineFault[]
}

type Refusal = 'reverse_not_leased' | 'reverse_not_connected' | 'reverse_delegated'

interface Planned extends NamePlan {
  readonly refusals: readonly Refusal[]
  readonly writes: readonly (NameChange & { readonly lease: LeasedBlock; readonly connection: Connection })[]
}

const words: Readonly<Record<Refusal, string>> = {
  reverse_not_leased: 'is in no block that your company leases',
  reverse_not_connected: 'is in a block whose holder has connected no name server',
  reverse_delegated: 'is delegated to name servers of your own',
}

const hostPrefix = (address: string): Prefix => knownPrefix(`${address}/32`)

/** Compares what is wished with what is there, and with what may be. */
async function plan(ctx: Context, tenant: string, { lines, faults }: ReadLines): Promise<Planned> {
  const parts = [...new Set(lines.map(({ address }) => address.slice(0, address.lastIndexOf('.'))))]
  const leases = await lockLeases(ctx, tenant, blocksAround(parts.map((part) => knownPrefix(`${part}.0/24`))))
  const connections = await lockConnections(ctx, [...new Set(leases.map(({ offer_uuid }) => offer_uuid))])
  const leaseOf = coveringIn(leases)
  const isDelegated = coveringIn(
    await delegationsOf(
      ctx,
      leases.map(({ uuid }) => uuid),
    ),
  )
  const known = await namesAt(
    ctx,
    tenant,
    lines.map(({ address }) => `${address}/32`),
  )
  const before = new Map(known.map(({ block, contents }) => [block, contents[0] ?? null]))
  const writes: Planned['writes'][number][] = []
  const refused: { line: number; refusal: Refusal; address: string }[] = []
  for (const { line, address, name: after } of lines) {
    const host = hostPrefix(address)
    const lease = leaseOf(host)
    const connection = lease && connections.get(lease.offer_uuid)
    if (!lease) refused.push({ line, refusal: 'reverse_not_leased', address })
    else if (!connection) refused.push({ line, refusal: 'reverse_not_connected', address })
    else if (isDelegated(host)) refused.push({ line, refusal: 'reverse_delegated', address })
    else writes.push({ address, before: before.get(`${address}/32`) ?? null, after, lease, connection })
  }
  const changes = writes.filter((one) => one.before !== one.after)
  const found = refused.map(({ line, refusal, address }) => ({ line, fault: `${address} ${words[refusal]}` }))
  return {
    changes,
    writes: changes,
    unchanged: writes.length - changes.length,
    faults: [...faults, ...found].toSorted((a, b) => a.line - b.line),
    refusals: refused.map(({ refusal }) => refusal),
  }
}

async function carryOut(ctx: Context, tenant: string, { writes }: Planned): Promise<void> {
  if (writes.length === 0) return
  const set = writes.flatMap((one) => (one.after === null ? [] : [{ ...one, after: one.after }]))
  const gone = writes.filter(({ after }) => after === null)
  const zoned = set.map((one) => {
    const address = firstAddress(hostPrefix(one.address))
    const block = zoneAround(address, one.connection.zone_length)
    return { ...one, name: ptrName(address), zoneName: zoneNameOf(block), zoneBlock: block }
  })
  const wanted = new Map(
    zoned.map(({ connection, lease, zoneName, zoneBlock }) => [
      `${connection.server_uuid} ${zoneName}`,
      { tenant: lease.holder_uuid, server: connection.server_uuid, name: zoneName, block: textOf(zoneBlock) },
    ]),
  )
  const zones = await zonesFor(ctx, [...wanted.values()])
  const records = zoned.map(({ connection, zoneName, name, lease, address, after }): NewRecord => ({
    zone: zones.get(`${connection.server_uuid} ${zoneName}`) ?? '',
    name,
    type: 'PTR',
    lease,
    block: `${address}/32`,
    contents: [after],
  }))
  await writeRecords(ctx, records)
  await takeNames(
    ctx,
    tenant,
    gone.map(({ address }) => `${address}/32`),
  )
  await tell(ctx, tenant, writes)
  for (const server of new Set(writes.map(({ connection }) => connection.server_uuid))) await wakeServer(ctx, server)
}

const textOf = (block: Prefix): string => `${formatAddress(firstAddress(block))}/${block.length}`

async function tell(ctx: Context, tenant: string, writes: Planned['writes']): Promise<void> {
  const byLease = Map.groupBy(writes, ({ lease }) => lease)
  const told = [...byLease].map(([lease, ofIt]) => ({
    lease_uuid: lease.uuid,
    block: lease.block,
    set: ofIt.filter(({ after }) => after !== null).length,
    removed: ofIt.filter(({ after }) => after === null).length,
  }))
  await auditAll(
    ctx,
    told.map(({ lease_uuid: uuid, ...data }) => ({
      action: dnsAudit('reverse_dns.changed'),
      subject: { kind: 'lease', uuid },
      tenant,
      data,
    })),
  )
  await emitAll(
    ctx,
    told.map((data) => dnsEvents('reverse_dns.changed', tenant, data)),
  )
}

/** One name; null takes it away. */
export async function setName(ctx: Context, tenant: string, text: string, name: string | null): Promise<void> {
  const address = knownAddress(text)
  const read = name === null ? null : readHostName(name)
  if (read?.fault) throw dnsProblem('reverse_name_refused', { fields: { name: [read.fault] } })
  const planned = await plan(ctx, tenant, { lines: [{ line: 1, address, name: read?.name ?? null }], faults: [] })
  const [refusal] = planned.refusals
  // The address stands in the path: whose it is nobody is told.
  if (refusal === 'reverse_not_leased') throw kernelProblem('not_found')
  if (refusal) throw dnsProblem(refusal)
  await carryOut(ctx, tenant, planned)
}

const mostSaid = 100

/** All lines or none; a rehearsal says what is wrong and changes nothing. */
export async function setNames(ctx: Context, tenant: string, read: ReadLines, rehearsal: boolean): Promise<NamePlan> {
  const planned = await plan(ctx, tenant, read)
  if (rehearsal) return planned
  if (planned.faults.length > 0) {
    const said = planned.faults.slice(0, mostSaid).map(({ line, fault }) => [`line ${line}`, [fault]])
    throw dnsProblem('reverse_lines_refused', { fields: Object.fromEntries(said) })
  }
  await carryOut(ctx, tenant, planned)
  return planned
}

const mostByPattern = 65_536

interface PatternWish {
  readonly block: string
  /** Null takes all names of the block away. */
  readonly pattern: string | null
  readonly rehearsal: boolean
}

export async function setByPattern(ctx: Context, tenant: string, wish: PatternWish): Promise<NamePlan> {
  const block = blockIn(wish.block)
  const { pattern } = wish
  const fault = pattern === null ? null : patternFault(pattern)
  if (fault !== null) throw dnsProblem('reverse_name_refused', { fields: { pattern: [fault] } })
  if (addressCount(block) > mostByPattern) throw dnsProblem('reverse_block_too_large')
  const lines: NameLine[] = []
  for (const host of children(block, 32)) {
    const address = firstAddress(host)
    const name = pattern === null ? null : nameByPattern(pattern, address).name
    lines.push({ line: lines.length + 1, address: formatAddress(address), name })
  }
  const planned = await plan(ctx, tenant, { lines, faults: [] })
  const [refusal] = planned.refusals
  if (refusal) throw dnsProblem(refusal)
  if (!wish.rehearsal) await carryOut(ctx, tenant, planned)
  return planned
}

/** A block of IPv4 as it is written in a path or a body. */
export function blockIn(text: string): Prefix {
  const parsed = parsePrefix(text)
  if (parsed.ok && parsed.value.family === 4) return parsed.value
  throw kernelProblem('invalid_fields', { fields: { block: ['is no IPv4 block'] } })
}

function knownAddress(text: string): string {
  const address = addressIn(text)
  if (address === null) throw kernelProblem('not_found')
  return address
}

export async function showName(ctx: Context, tenant: string, text: string): Promise<ReverseName> {
  const block = `${knownAddress(text)}/32`
  const { rows } = await listNames(ctx, { tenant, block, perPage: 1, offset: 0 })
  const [name] = rows
  if (!name) throw kernelProblem('not_found')
  return name
}

export async function showNames(
  ctx: Context,
  { block, ...wish }: Parameters<typeof listNames>[1],
): Promise<{ rows: ReverseName[]; total: number }> {
  return listNames(ctx, { ...wish, block: within(block) })
}

const within = (block: string | null): string | null => (block === null ? null : textOf(blockIn(block)))

/** The same from the first to the last. */
export const allNames = (ctx: Context, tenant: string, block: string | null): AsyncGenerator<readonly ReverseName[]> =>
  namesInBatches(ctx, { tenant, block: within(block) })

export const showBlocks = listBlocks
