import { realNow } from '../../kernel/clock.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { addSeconds } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { emit } from '../../kernel/work/events.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { openServer } from '../backend/backends.actions.ts'
import { DnsFault, type NameServer } from '../backend/backend.rules.ts'
import { dnsEvents } from '../dns.events.ts'
import { changeServer, type DnsServer } from '../server/server.store.ts'
import { targetOf } from '../server/target.actions.ts'
import { reachOf } from '../server/wish.actions.ts'
import { compareZone } from './compare.rules.ts'
import { isBehind, restUntil, toldAfter } from './pause.rules.ts'
import {
  allSets,
  changeZone,
  dueZones,
  heldUntil,
  holdServer,
  keepHolding,
  nextDue,
  noteCompared,
  noteSent,
  releaseServer,
  wantedSets,
  type DnsZone,
} from './queue.store.ts'

/** Brings what is wanted to a name server, one run at a time for each: sent, noted, compared (ADR 115). */

/** In seconds: nobody else speaks to it meanwhile, said anew every third of it; then others have their turn. */
const hold = 15
const turn = 60
const shortest = 1
/** A zone is compared so long after a change, and then so often. */
const comparedAfter = 20
const comparedEvery = 3_600
const zonesAtOnce = 64
const ttl = 3_600

export const sendReverseDns = job<{ server: string }>({
  name: 'send_reverse_dns',
  lane: 'nameservers',
  run: (ctx, { server }) => serve(ctx, server),
})

/** In the transaction that has something for it. */
export const wakeServer = (ctx: Context, server: string, at?: Date): Promise<void> =>
  enqueue(ctx, sendReverseDns, { server }, { key: `dns-${server}`, ...(at && { at }) })

async function serve(ctx: Context, uuid: string): Promise<void> {
  const busyUntil = await heldUntil(ctx, uuid, realNow())
  if (busyUntil) {
    // Whoever holds it looks again after letting go, unless it was killed.
    await enqueue(ctx, sendReverseDns, { server: uuid }, { key: `dns-${uuid}-held`, at: busyUntil })
    return
  }
  const run = newUuid()
  try {
    await serveInTurn(ctx, uuid, run)
  } finally {
    await releaseServer(ctx, uuid, run)
  }
  await planNext(ctx, uuid)
}

async function planNext(ctx: Context, uuid: string): Promise<void> {
  const due = await nextDue(ctx, uuid, realNow())
  if (!due) return
  const soonest = addSeconds(realNow(), shortest)
  await wakeServer(ctx, uuid, due > soonest ? due : soonest)
}

async function serveInTurn(ctx: Context, uuid: string, run: string): Promise<void> {
  const now = realNow()
  const server = await holdServer(ctx, uuid, run, { now, until: addSeconds(now, hold) })
  if (!server) return
  const hand = holding(ctx, uuid, run)
  try {
    const zones = await dueZones(ctx, uuid, realNow(), zonesAtOnce)
    if (zones.length > 0) await serveZones(ctx, server, zones, hand)
  } catch (error) {
    if (!(error instanceof DnsFault)) throw error
    await inTransaction(ctx, (tx) => noteServerFault(tx, server, error.message))
  } finally {
    hand.end()
  }
}

/** What a run has in its hand: false once somebody else has it. */
interface Hand {
  isOurs: boolean
  end(): void
}

/** A process that is killed or stopped says nothing any more, and loses it. */
function holding(ctx: Context, uuid: string, run: string): Hand {
  const say = async (): Promise<void> => {
    hand.isOurs = await keepHolding(ctx, uuid, run, addSeconds(realNow(), hold)).catch(() => false)
  }
  const timer = setInterval(() => void say(), (hold * 1_000) / 3)
  const hand = { isOurs: true, end: () => clearInterval(timer) }
  return hand
}

async function serveZones(ctx: Context, server: DnsServer, zones: readonly DnsZone[], hand: Hand): Promise<void> {
  const until = addSeconds(realNow(), turn)
  const speaking = await openServer(targetOf(ctx, server), reachOf(ctx))
  try {
    for (const zone of zones) {
      if (!hand.isOurs || realNow() > until) return
      await serveZone(ctx, server, zone, speaking, hand)
    }
  } finally {
    speaking.close()
  }
}

async function serveZone(
  ctx: Context,
  server: DnsServer,
  zone: DnsZone,
  speaking: NameServer,
  hand: Hand,
): Promise<void> {
  try {
    const sent = await sendWanted(ctx, zone, speaking, hand)
    const isDue = zone.compare_at !== null && zone.compare_at <= realNow()
    if (isDue && sent === 0 && hand.isOurs) await compare(ctx, zone, speaking)
    await inTransaction(ctx, (tx) => noteAnswered(tx, server, zone))
  } catch (error) {
    if (!(error instanceof DnsFault) || error.scope === 'server') throw error
    await inTransaction(ctx, (tx) => noteZoneFault(tx, server, zone, error.message))
  }
}

/** Until nothing waits. What was taken and not noted is sent again, which changes nothing there. */
async function sendWanted(ctx: Context, zone: DnsZone, speaking: NameServer, hand: Hand): Promise<number> {
  let sent = 0
  while (hand.isOurs) {
    const wanted = await wantedSets(ctx, zone.uuid, speaking.most)
    if (wanted.length === 0) return sent
    const count = await speaking.apply(
      zone.name,
      wanted.map(({ name, type, contents }) => ({ name, type, contents, ttl })),
    )
    const versions = wanted.slice(0, count).map(({ version }) => version)
    sent += count
    await inTransaction(ctx, async (tx) => {
      await noteSent(tx, zone.uuid, versions)
      await changeZone(tx, zone.uuid, { sent_at: realNow(), compare_at: addSeconds(realNow(), comparedAfter) })
    })
  }
  return sent
}

/** Our sets are read before the zone: what changes meanwhile has another version, and is not judged by it. */
async function compare(ctx: Context, zone: DnsZone, speaking: NameServer): Promise<void> {
  const kept = await allSets(ctx, zone.uuid)
  const content = await speaking.read(zone.name)
  const { seen, restored, foreign } = compareZone(kept, content)
  if (zone.serial !== null && isBehind(content.serial, zone.serial))
    ctx.house.log.warn({ zone: zone.name, before: zone.serial, now: content.serial }, 'the serial of a zone went back')
  await inTransaction(ctx, async (tx) => {
    await noteCompared(tx, zone.uuid, { seen, restored })
    const now = realNow()
    await changeZone(tx, zone.uuid, {
      serial: content.serial,
      compared_at: now,
      compare_at: addSeconds(now, restored.length > 0 ? comparedAfter : comparedEvery),
      foreign_sets: foreign,
      restored_sets: zone.restored_sets + restored.length,
    })
  })
}

async function noteAnswered(ctx: Context, server: DnsServer, zone: DnsZone): Promise<void> {
  const { uuid, tenant_uuid: tenant, title, failures } = server
  const now = realNow()
  const well = { failures: 0, fault: null, rests_until: null }
  if (zone.failures > 0) await changeZone(ctx, zone.uuid, well)
  await changeServer(ctx, uuid, { ...well, failing_since: null, answered_at: now })
  if (failures >= toldAfter)
    await emit(ctx, dnsEvents('reverse_dns.server_recovered', tenant, { server_uuid: uuid, title }))
}

async function noteServerFault(ctx: Context, server: DnsServer, fault: string): Promise<void> {
  const { uuid, tenant_uuid: tenant, title } = server
  const failures = server.failures + 1
  const now = realNow()
  const failing_since = server.failing_since ?? now
  await changeServer(ctx, uuid, { failures, fault, failing_since, rests_until: restUntil(failures, now) })
  if (failures === toldAfter)
    await emit(ctx, dnsEvents('reverse_dns.server_failed', tenant, { server_uuid: uuid, title, fault }))
}

async function noteZoneFault(ctx: Context, server: DnsServer, zone: DnsZone, fault: string): Promise<void> {
  const failures = zone.failures + 1
  await changeZone(ctx, zone.uuid, { failures, fault, rests_until: restUntil(failures, realNow()) })
  const { uuid: server_uuid, tenant_uuid: tenant, title } = server
  if (failures === toldAfter)
    await emit(ctx, dnsEvents('reverse_dns.zone_failed', tenant, { server_uuid, title, zone: zone.name, fault }))
}
