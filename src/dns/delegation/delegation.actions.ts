import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { contains, firstAddress, formatPrefix, knownPrefix, prefixAround, type Prefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { emit } from '../../kernel/work/events.ts'
import { dnsAudit, dnsEvents } from '../dns.events.ts'
import { dnsProblem } from '../dns.problems.ts'
import { readHostName } from '../name/host-name.rules.ts'
import { lockConnections, type Connection } from '../offer/offer.store.ts'
import { blocksAround } from '../record/covering.rules.ts'
import { blockIn } from '../record/name.actions.ts'
import { lockLeases, serversOf, takeWithin, writeRecords, zonesFor, type LeasedBlock } from '../record/record.store.ts'
import { wakeServer } from '../send/send.actions.ts'
import { delegatedNames, delegationSets, zoneAround, zoneNameOf } from '../zone/owner.rules.ts'
import {
  changeDelegation,
  deleteDelegation,
  delegationsOf,
  insertDelegation,
  listDelegations,
  lockDelegation,
  type Delegation,
} from './delegation.store.ts'
import { lameServers } from './lame.actions.ts'

/** Reverse names of a leased block, or a part of it, on the lessee's own name servers. */

interface DelegationView extends Delegation {
  readonly zones: readonly string[]
}

interface Ground {
  readonly lease: LeasedBlock
  readonly connection: Connection
}

/** The servers are asked between transactions, so the lease is looked at before and after. */
export async function delegate(
  ctx: Context,
  tenant: string,
  wish: { readonly block: string; readonly name_servers: readonly string[] },
): Promise<DelegationView> {
  const block = blockIn(wish.block)
  const servers = readServers(wish.name_servers)
  const { connection } = await inTransaction(ctx, (tx) => groundFor(tx, tenant, block))
  const zones = delegatedNames(block, connection.zone_length)
  const lame = await lameServers(ctx, servers, zones[0] ?? '')
  if (lame.length > 0) throw dnsProblem('delegation_servers_refused', { fields: { name_servers: lame } })
  const kept = await inTransaction(ctx, async (tx) => keep(tx, tenant, block, servers))
  return { ...kept, zones }
}

function readServers(given: readonly string[]): string[] {
  const read = given.map((text) => ({ text, ...readHostName(text) }))
  const faults = read.flatMap(({ text, name, fault }) => {
    if (fault !== null) return [`“${text.slice(0, 60)}” ${fault}`]
    // Their addresses would have to be found in what they are to answer for.
    return name.endsWith('.in-addr.arpa') ? [`${name} is itself in a reverse zone`] : []
  })
  const names = [...new Set(read.flatMap(({ name }) => name ?? []))].toSorted()
  if (faults.length === 0 && names.length < 2) faults.push('name two different ones at least')
  if (faults.length > 0) throw dnsProblem('delegation_servers_refused', { fields: { name_servers: faults } })
  return names
}

async function groundFor(ctx: Context, tenant: string, block: Prefix): Promise<Ground> {
  const around = block.length > 24 ? prefixAround(firstAddress(block), 24) : block
  const leases = await lockLeases(ctx, tenant, blocksAround([around]))
  const lease = leases.find((one) => contains(knownPrefix(one.block), block))
  if (!lease) throw dnsProblem('reverse_not_leased')
  const connection = (await lockConnections(ctx, [lease.offer_uuid])).get(lease.offer_uuid)
  if (!connection) throw dnsProblem('reverse_not_connected')
  return { lease, connection }
}

async function keep(ctx: Context, tenant: string, block: Prefix, servers: string[]): Promise<Delegation> {
  const ground = await groundFor(ctx, tenant, block)
  const { uuid: lease } = ground.lease
  const text = formatPrefix(block)
  const before = (await delegationsOf(ctx, [lease])).find((one) => one.block === text)
  const delegation = {
    uuid: before?.uuid ?? newUuid(),
    tenant_uuid: tenant,
    lease_uuid: lease,
    block: text,
    name_servers: servers,
    created_at: before?.created_at ?? ctx.realNow,
  }
  if (before) await changeDelegation(ctx, before.uuid, servers)
  else await insertDelegation(ctx, delegation)
  await takeWithin(ctx, lease, text, ['PTR'])
  await write(ctx, ground, block, servers)
  await audit(ctx, {
    action: dnsAudit('reverse_dns.delegated'),
    subject: { kind: 'lease', uuid: lease },
    tenant,
    data: { block: text, name_servers: servers },
  })
  await emit(ctx, dnsEvents('reverse_dns.delegated', tenant, { lease_uuid: lease, block: text, name_servers: servers }))
  await wakeServer(ctx, ground.connection.server_uuid)
  return delegation
}

async function write(ctx: Context, { lease, connection }: Ground, block: Prefix, servers: string[]): Promise<void> {
  const { server_uuid: server, zone_length: length } = connection
  const sets = delegationSets(block, length, servers).map((set) => {
    const zone = zoneAround(firstAddress(set.block), length)
    return { ...set, zoneName: zoneNameOf(zone), zoneBlock: formatPrefix(zone) }
  })
  const wanted = new Map(
    sets.map(({ zoneName: name, zoneBlock }) => [name, { tenant: lease.holder_uuid, server, name, block: zoneBlock }]),
  )
  const zones = await zonesFor(ctx, [...wanted.values()])
  const records = sets.map(({ name, type, block: of, contents, zoneName }) => ({
    zone: zones.get(`${server} ${zoneName}`) ?? '',
    name,
    type,
    lease,
    block: formatPrefix(of),
    contents,
  }))
  await writeRecords(ctx, records)
}

export async function endDelegation(ctx: Context, tenant: string, uuid: string): Promise<void> {
  const delegation = await lockDelegation(ctx, tenant, uuid)
  if (!delegation) throw kernelProblem('not_found')
  const { lease_uuid: lease, block } = delegation
  await deleteDelegation(ctx, uuid)
  await takeWithin(ctx, lease, block, ['NS', 'CNAME'])
  await audit(ctx, {
    action: dnsAudit('reverse_dns.delegation_ended'),
    subject: { kind: 'lease', uuid: lease },
    tenant,
    data: { block },
  })
  await emit(ctx, dnsEvents('reverse_dns.delegation_ended', tenant, { lease_uuid: lease, block }))
  for (const server of await serversOf(ctx, lease)) await wakeServer(ctx, server)
}

export const showDelegations = listDelegations
