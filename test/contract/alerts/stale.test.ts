import { expect, it } from 'vitest'
import { noticeStaleSources } from '../../../src/alerts/index.ts'
import { removeSource } from '../../../src/network/source.actions.ts'
import { know } from '../../support/market/facts.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { stageOffice } from '../../support/stages.ts'

/** Operators hear of data that grows too old, and nobody else does. */

const { world, office } = await stageOffice()

const setFresh = (kind: string, seconds: number | null) =>
  world.house.pool.query('update network_source set fresh_seconds = $2 where kind = $1', [kind, seconds])

async function look(): Promise<void> {
  await noticeStaleSources.run(world.ctx, {})
  await noticeStaleSources.run(world.ctx, {})
  await world.runJobs()
}

const titles = async (headers: Record<string, string>) =>
  (await world.call('GET', '/portal/me/notifications', { headers })).body.data
    .map(({ title, lead }: { title: string; lead: { path: string } }) => `${title} ${lead.path}`)
    .toReversed()

it('each source is told of once when it grows old, and once when it is fresh again', async () => {
  await know(world, 'origins', [{ prefix: '45.8.0.0/24', asn: 64_500 }])
  await know(world, 'vrps', [{ prefix: '45.8.0.0/24', asn: 64_500 }])
  await world.runJobs()
  await look()
  expect(await titles(office.operator)).toEqual([])
  const usual = (await world.house.pool.query('select kind, name, fresh_seconds from network_source order by kind'))
    .rows
  const [first, second] = usual as { kind: string; name: string; fresh_seconds: number | null }[]
  if (!first || !second) throw new Error('two sources are known')
  for (const { kind } of usual) await setFresh(kind, 60)
  await look()
  expect(await titles(office.operator)).toEqual(['2 sources are stale /operator/network'])
  await setFresh(first.kind, first.fresh_seconds)
  await look()
  const fresh = await titles(office.operator)
  expect(fresh).toHaveLength(2)
  expect(fresh[1]).toMatch(/is fresh again \/operator\/network$/)
  // One that is taken away has not become fresh.
  await world.change((ctx) => removeSource(ctx, second.kind as never, second.name))
  await look()
  expect(await titles(office.operator)).toEqual(fresh)
  for (const headers of [office.owner, office.stranger]) expect(await titles(headers)).toEqual([])
  const { rows } = await world.house.pool.query<{ email: string }>(
    `select p.email from person p join membership m on m.person_uuid = p.uuid join tenant t on t.uuid = m.tenant_uuid
     where t.role = 'operator'`,
  )
  const mails = await mailTo(world, rows[0]?.email ?? '')
  expect(mails.filter(({ subject }) => /stale|fresh again/.test(subject))).toHaveLength(2)
})
