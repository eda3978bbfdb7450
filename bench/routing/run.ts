import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openKrill } from '../../test/support/registries/krill-standin.ts'
import { tokenFor } from '../contest.ts'
import { startSublet, type RunningSublet } from '../sublet.ts'
import { processorSeconds } from '../processor.ts'

/**
 * What 100,000 live letters cost whose ROAs stand at their registries, while there is nothing to do: processor time of the
 * server and its PostgreSQL a minute, beside the same server without them; and the look at all of it that is taken every
 * six hours, spread over their minutes. `--quick`: half a minute of each, and 10,000 letters.
 */

const json = process.argv.includes('--json')
const quick = process.argv.includes('--quick')
const letters = quick ? 10_000 : 100_000
const seconds = quick ? 30 : 120
const atMost = 1
const connectors = 10
const minutesBetweenLooks = 360
const say = (line: string) => void (json || console.log(line))

const prefixes = Array.from({ length: letters }, (_, n) => `${11 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.0/24`)
const krill = await openKrill({ resources: '11.0.0.0/8, 12.0.0.0/8' })
const sublet = await startSublet({ SUBLET_SANDBOX: '1', SUBLET_ROUTING_PRIVATE_HOSTS: '127.0.0.1' })
const database = new pg.Client(sublet.databaseUrl)
await database.connect()
try {
  await measure(sublet)
} finally {
  await database.end()
  await sublet.stop()
  await krill.standin.kill()
}

async function measure({ pid, url, demo }: RunningSublet): Promise<void> {
  await pause(10_000)
  const without = await aMinute(pid)
  say(`without letters: ${without.toFixed(2)} s of processor a minute`)
  await connect(url, demo)
  await write()
  const looked = await look(pid)
  say(`${connectors} looks at ${letters.toLocaleString('en')} ROAs: ${looked.toFixed(1)} s of processor`)
  const beside = await aMinute(pid)
  say(`with ${letters.toLocaleString('en')} letters: ${beside.toFixed(2)} s of processor a minute`)
  const cost = Math.max(0, beside - without) + looked / minutesBetweenLooks
  if (json) console.log(JSON.stringify({ without, beside, looked, cost, at_most: atMost }, null, 2))
  say(`they cost ${cost.toFixed(2)} s a minute; at most ${atMost}: ${cost < atMost ? 'holds' : 'DOES NOT HOLD'}`)
  process.exitCode = cost < atMost ? 0 : 1
}

async function aMinute(pid: number): Promise<number> {
  const before = await processorSeconds(pid)
  await pause(seconds * 1_000)
  return (((await processorSeconds(pid)) - before) * 60) / seconds
}

/** Registries of the demo world's company, tested and on. */
async function connect(url: string, { tenant, client_id, client_secret }: RunningSublet['demo']): Promise<void> {
  const authorization = `Bearer ${await tokenFor(url, client_id, client_secret)}`
  const post = async (path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/routing/${tenant}/connectors${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { data: { uuid: string } }
  }
  for (let n = 0; n < connectors; n++) {
    const { uuid } = (await post('', krill.wish())).data
    await post(`/${uuid}/test`, { switch_on: true })
  }
}

/** Letters that are released, and what they need: seen in data, and at the registry. */
async function write(): Promise<void> {
  await database.query(
    `create temporary table planned as select * from unnest($1::cidr[]) with ordinality as p (block, n)`,
    [prefixes],
  )
  await database.query(`
    insert into letter (uuid, tenant_uuid, holder_uuid, offer_uuid, lease_uuid, block, asn, company_name, max_length,
      create_inetnum, whois_exposed, roa, radb, route, code, status, created_at, released_at, released_by, statement,
      signature, key_id, company_confirmed_at)
    select gen_random_uuid(), l.tenant_uuid, l.holder_uuid, l.offer_uuid, l.uuid, p.block, 64496, 'Example', 24, false,
      false, true, false, false, 'bench-' || p.n, 'active', now(), now(), 'data', 'a', 'b', 'c', now()
    from planned p cross join (select * from lease where status = 'active' order by uuid limit 1) l`)
  await database.query(`
    insert into routing_object (uuid, tenant_uuid, connector_uuid, kind, prefix, asn, wanted, status, created_at, sent_at,
      seen_at)
    select gen_random_uuid(), c.tenant_uuid, c.uuid, 'roa', p.block, 64496, true, 'seen', now(), now(), now()
    from planned p join (select *, row_number() over (order by uuid) as n from routing_connector) c
      on c.n = p.n % ${connectors} + 1`)
  for (const table of ['letter', 'routing_object']) await database.query(`vacuum analyze ${table}`)
  const { rows } = await database.query<{ uuid: string; prefix: string }>('select uuid, prefix from routing_object')
  for (const { uuid, prefix } of rows) krill.add({ asn: 64_496, prefix, max_length: 24, comment: `Sublet ${uuid}` })
}

/** All that stands there is compared with what should. */
async function look(pid: number): Promise<number> {
  const before = await processorSeconds(pid)
  await database.query('update routing_connector set looked_at = null')
  await database.query(`select graphile_worker.add_job('wake_forgotten_connectors')`)
  for (;;) {
    const { rows } = await database.query('select from routing_connector where looked_at is null limit 1')
    if (rows.length === 0) break
    await pause(500)
  }
  const { rows: moved } = await database.query<{ status: string; n: number }>(
    `select status, count(*)::int as n from routing_object where status <> 'seen' group by 1`,
  )
  if (moved.length > 0) throw new Error(`not all stand as they should: ${JSON.stringify(moved)}`)
  return (await processorSeconds(pid)) - before
}
