import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { firstAddress, knownPrefix, prefixAround } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { seal } from '../../kernel/secrets/sealing.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { openServer } from '../backend/backends.actions.ts'
import { DnsFault, type NameServer } from '../backend/backend.rules.ts'
import { dnsAudit } from '../dns.events.ts'
import { dnsProblem } from '../dns.problems.ts'
import { hurryZones } from '../send/queue.store.ts'
import { wakeServer } from '../send/send.actions.ts'
import { zoneNameOf } from '../zone/owner.rules.ts'
import { dnsServerStates } from './server.states.ts'
import {
  changeServer as writeChange,
  dropRecordsAt,
  findOwnServer,
  insertServer,
  isInUse,
  listServers,
  lockAndCountServers,
  lockOwnServer,
  offeredBlocks,
  zoneNamesAt,
  type DnsServer,
  type ServerView,
} from './server.store.ts'
import { targetOf } from './target.actions.ts'
import { acceptable, reachOf, type ServerWish } from './wish.actions.ts'

const mostServers = 20

export async function createServer(ctx: Context, tenant: string, wish: ServerWish): Promise<ServerView> {
  const { secret, ...server } = acceptable(ctx, wish)
  if ((await lockAndCountServers(ctx, tenant)) >= mostServers) throw dnsProblem('too_many_dns_servers')
  const made = await insertServer(ctx, {
    ...server,
    uuid: newUuid(),
    tenant_uuid: tenant,
    secret_sealed: await seal(ctx, secret),
    status: dnsServerStates.initial,
    created_at: ctx.realNow,
  })
  await record(ctx, made, 'created')
  return { ...made, waiting: 0, zone_faults: [] }
}

/** What is absent stays as it is; how it is spoken to does not change. */
interface ServerChange extends Partial<Omit<ServerWish, 'kind'>> {
  readonly status?: 'active' | 'paused'
}

/** Nothing is known of how it answers. */
const anew = { failures: 0, fault: null, failing_since: null, rests_until: null }

export async function changeServer(
  ctx: Context,
  tenant: string,
  uuid: string,
  change: ServerChange,
): Promise<ServerView> {
  const before = await locked(ctx, tenant, uuid)
  const { status = before.status, ...wish } = change
  const {
    secret,
    kind: _kind,
    ...server
  } = acceptable(ctx, {
    title: before.title,
    kind: before.kind,
    address: before.address,
    key_name: before.key_name,
    algorithm: before.algorithm,
    secret: targetOf(ctx, before).secret,
    ...wish,
  })
  if (Object.keys(wish).length > 0) {
    const sealed = wish.secret === undefined ? {} : { secret_sealed: await seal(ctx, secret) }
    await writeChange(ctx, uuid, { ...server, ...sealed, ...anew })
    await record(ctx, { ...before, ...server }, 'changed')
  }
  if (status !== before.status) await moveTo(ctx, before, status === 'active' ? 'activate' : 'pause')
  await hurryZones(ctx, uuid)
  await wakeServer(ctx, uuid)
  return showServer(ctx, tenant, uuid)
}

const moveTo = (ctx: Context, { uuid, tenant_uuid: tenant, status: from }: DnsServer, trigger: 'activate' | 'pause') =>
  moveAll(ctx, dnsServerStates, 'dns_server', trigger, [{ uuid, tenant, from }])

export async function removeServer(ctx: Context, tenant: string, uuid: string): Promise<void> {
  const { status: from } = await locked(ctx, tenant, uuid)
  if (await isInUse(ctx, uuid)) throw dnsProblem('dns_server_in_use')
  await dropRecordsAt(ctx, uuid)
  const row = { uuid, tenant, from, set: { secret_sealed: null } }
  await moveAll(ctx, dnsServerStates, 'dns_server', 'remove', [row])
}

export async function showServer(ctx: Context, tenant: string, uuid: string): Promise<ServerView> {
  const server = await findOwnServer(ctx, tenant, uuid)
  if (!server) throw kernelProblem('not_found')
  return server
}

export const showServers = listServers

async function locked(ctx: Context, tenant: string, uuid: string): Promise<DnsServer> {
  const server = await lockOwnServer(ctx, tenant, uuid)
  if (!server) throw kernelProblem('not_found')
  return server
}

const record = (ctx: Context, { uuid, tenant_uuid: tenant, kind, address }: DnsServer, verb: 'created' | 'changed') =>
  audit(ctx, {
    action: dnsAudit(`dns_server.${verb}`),
    subject: { kind: 'dns_server', uuid },
    tenant,
    data: { kind, address },
  })

export interface ZoneTest {
  readonly zone: string
  readonly serial: number | null
  readonly fault: string | null
}

const mostTested = 8

/** Between transactions: its zones are read, and an update is rehearsed that changes nothing. */
export async function testServer(ctx: Context, tenant: string, uuid: string): Promise<ZoneTest[]> {
  const server = await showServer(ctx, tenant, uuid)
  const names = await namesToTry(ctx, server)
  try {
    const speaking = await openServer(targetOf(ctx, server), reachOf(ctx))
    try {
      const tests: ZoneTest[] = []
      for (const name of names) tests.push(await tried(speaking, name))
      if (tests.some(({ fault }) => fault === null)) await welcome(ctx, server)
      return tests
    } finally {
      speaking.close()
    }
  } catch (error) {
    if (!(error instanceof DnsFault)) throw error
    throw dnsProblem('dns_server_fault', { message: `The name server ${error.message}.` })
  }
}

/** It answers, so what waits for it need not wait any longer. */
const welcome = (ctx: Context, { uuid, rests_until }: DnsServer): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (rests_until !== null) await writeChange(tx, uuid, { rests_until: null })
    await hurryZones(tx, uuid)
    await wakeServer(tx, uuid)
  })

/** Those of the zones we write, or else of what the company offers. */
async function namesToTry(ctx: Context, { uuid, tenant_uuid: tenant }: DnsServer): Promise<string[]> {
  const known = await zoneNamesAt(ctx, uuid, mostTested)
  if (known.length > 0) return known
  const blocks = await offeredBlocks(ctx, tenant, mostTested)
  return blocks.map((block) => zoneNameOf(prefixAround(firstAddress(knownPrefix(block)), 24)))
}

async function tried(server: NameServer, name: string): Promise<ZoneTest> {
  try {
    const zone = await server.zoneOf(name)
    await server.rehearse(zone)
    return { zone, serial: await server.serialOf(zone), fault: null }
  } catch (error) {
    if (!(error instanceof DnsFault) || error.scope === 'server') throw error
    return { zone: name, serial: null, fault: error.message }
  }
}
