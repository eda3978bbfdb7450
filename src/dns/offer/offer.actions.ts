import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { firstAddress, knownPrefix, prefixAround } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { openServer } from '../backend/backends.actions.ts'
import { DnsFault } from '../backend/backend.rules.ts'
import { dnsAudit } from '../dns.events.ts'
import { dnsProblem } from '../dns.problems.ts'
import { findUsableServer, lockServerInUse, type DnsServer } from '../server/server.store.ts'
import { targetOf } from '../server/target.actions.ts'
import { reachOf } from '../server/wish.actions.ts'
import { zoneLengthOf, zoneNameOf, type ZoneLength } from '../zone/owner.rules.ts'
import {
  connect,
  disconnect,
  hasLiveNames,
  listConnections,
  lockConnection,
  offerToConnect,
  type Connection,
} from './offer.store.ts'

/** Which name server has the reverse zones of an offer. */

interface Connected extends Connection {
  readonly zone: string
}

/** The server is asked between transactions: which zone has the block's first names, and whether we may change it. */
export async function connectOffer(ctx: Context, tenant: string, offer: string, uuid: string): Promise<Connected> {
  const block = await offerToConnect(ctx, tenant, offer)
  const server = await findUsableServer(ctx, tenant, uuid)
  if (block === undefined || !server) throw kernelProblem('not_found')
  if (server.status !== 'active') throw dnsProblem('dns_server_paused')
  const zone = await zoneAt(ctx, server, block)
  const length = lengthOf(zone, block)
  const connection = {
    offer_uuid: offer,
    tenant_uuid: tenant,
    server_uuid: uuid,
    zone_length: length,
    connected_at: ctx.realNow,
  }
  await inTransaction(ctx, (tx) => keep(tx, connection, zone))
  return { ...connection, zone }
}

async function keep(ctx: Context, connection: Connection, zone: string): Promise<void> {
  const { offer_uuid: offer, tenant_uuid: tenant, server_uuid: server, zone_length: length } = connection
  if (!(await lockServerInUse(ctx, server))) throw kernelProblem('not_found')
  const before = await lockConnection(ctx, tenant, offer)
  const moves = before && (before.server_uuid !== server || before.zone_length !== length)
  if (moves && (await hasLiveNames(ctx, offer))) throw dnsProblem('offer_has_reverse_names')
  await connect(ctx, connection)
  await record(ctx, tenant, offer, 'dns_connected', { server, zone })
}

async function zoneAt(ctx: Context, server: DnsServer, block: string): Promise<string> {
  const name = zoneNameOf(prefixAround(firstAddress(knownPrefix(block)), 24))
  try {
    const speaking = await openServer(targetOf(ctx, server), reachOf(ctx))
    try {
      const zone = await speaking.zoneOf(name)
      await speaking.rehearse(zone)
      return zone
    } finally {
      speaking.close()
    }
  } catch (error) {
    if (!(error instanceof DnsFault)) throw error
    throw dnsProblem('dns_server_fault', { message: `The name server ${error.message}.` })
  }
}

function lengthOf(zone: string, block: string): ZoneLength {
  const length = zoneLengthOf(zone)
  if (length !== null) return length
  throw dnsProblem('dns_server_fault', {
    message: `The name server has ${block} in the zone ${zone}; only zones of in-addr.arpa at octets are written.`,
  })
}

export async function disconnectOffer(ctx: Context, tenant: string, offer: string): Promise<void> {
  if (!(await lockConnection(ctx, tenant, offer))) throw kernelProblem('not_found')
  if (await hasLiveNames(ctx, offer)) throw dnsProblem('offer_has_reverse_names')
  await disconnect(ctx, tenant, offer)
  await record(ctx, tenant, offer, 'dns_disconnected', {})
}

export const showConnections = listConnections

const record = (
  ctx: Context,
  tenant: string,
  uuid: string,
  verb: 'dns_connected' | 'dns_disconnected',
  data: Record<string, unknown>,
): Promise<void> => audit(ctx, { action: dnsAudit(`offer.${verb}`), subject: { kind: 'offer', uuid }, tenant, data })
