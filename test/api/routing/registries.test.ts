import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { networkSettled, runImport } from '../../../src/network/index.ts'
import { fitAsn, otherAsn } from '../../support/market/letters.ts'
import { openIrrd } from '../../support/registries/irrd-standin.ts'
import { openRipeDb } from '../../support/registries/ripe-db-standin.ts'
import { openRipeRpki } from '../../support/registries/ripe-rpki-standin.ts'
import { announce, stageRouting } from '../../support/registries/stage.ts'

/** Each registry speaks its own language; what is done there is the same. */

const { world, call, connect, connector, letters, objects, listed } = await stageRouting()
const rpki = await openRipeRpki({ roas: [{ asn: 'AS64496', prefix: '45.67.0.0/16', maximalLength: 20 }] })
const db = await openRipeDb()
const irrd = await openIrrd()
afterAll(() => Promise.all([rpki, db, irrd].map(({ standin }) => standin.kill())))
await world.house.pool.query(`update offer set registry = 'ripencc'`)

const hasten = async () => {
  await world.house.pool.query(`update routing_connector set rests_until = null`)
  await world.house.pool.query(`update routing_object set due_at = now() where due_at is not null`)
  await world.house.pool.query(`select graphile_worker.add_job('wake_forgotten_connectors')`)
  await world.runJobs()
}
const end = async (letter: { revoke(): Promise<void> }) => {
  await letter.revoke()
  await announce(world)
  await hasten()
}

describe('the RIPE NCC’s RPKI', () => {
  it('gets and loses ROAs, guarded by its entity tag', async () => {
    const uuid = await connect(rpki.wish())
    expect((await connector(uuid)).resources).toEqual(['45.64.0.0/14'])
    rpki.standin.troubles({ status: 412 })
    const letter = await letters({ length: 22, max_length: 23 })
    await hasten()
    expect(rpki.roas()).toHaveLength(4)
    expect(rpki.standin.asked.findLast(({ method }) => method === 'POST')?.headers['if-match']).toMatch(
      /^"[0-9a-f]{16}"$/,
    )
    await end(letter)
    expect(rpki.roas()).toEqual(['45.67.0.0/16-20 => AS64496'])
  })

  it('may say 403 of a prefix, which is no fault of the key', async () => {
    rpki.standin.troubles({ status: 403, body: { error: 'You are not a holder of the prefix' } })
    const letter = await letters()
    expect(await objects(`&within=${letter.block}`)).toContain(
      `refused roa ${letter.block} AS${fitAsn} (registry_refused)`,
    )
    const [connected] = (await call('GET', '/connectors')).body.data
    expect(connected).toMatchObject({ status: 'on', fault: null })
    await end(letter)
  })
})

describe('the RIPE Database', () => {
  it('gets a route object with our mark once the ROA is made, and loses it', async () => {
    await connect(db.wish())
    const letter = await letters()
    await hasten()
    const key = `${letter.block}AS${fitAsn}`
    expect(db.keys()).toEqual([key])
    expect(db.object(key)).toEqual(
      expect.arrayContaining([
        { name: 'remarks', value: expect.stringMatching(/^Sublet /) },
        { name: 'mnt-by', value: 'EXAMPLE-MNT' },
      ]),
    )
    expect((await objects(`&within=${letter.block}`)).toSorted()).toEqual([
      `made roa ${letter.block} AS${fitAsn}`,
      `made route ${letter.block} AS${fitAsn}`,
    ])
    await end(letter)
    expect(db.keys()).toEqual([])
  })

  it('is seen in its imported data, and not in that of another IRR', async () => {
    const letter = await letters()
    await hasten()
    const status = async () =>
      (await listed(`&within=${letter.block}`)).find(({ kind }: { kind: string }) => kind === 'route')?.status
    const bring = async (source: string) => {
      const from = join(world.house.config.dataDir, `${source.toLowerCase()}.db.route`)
      writeFileSync(from, `route: ${letter.block}\norigin: AS${fitAsn}\nsource: ${source}\n`)
      await runImport(world.ctx, { kind: 'rpsl', from, name: null, force: true })
      await world.hear()
      await networkSettled(world)
      await world.runJobs()
    }
    await bring('APNIC')
    expect(await status()).toBe('made')
    await bring('RIPE')
    expect(await status()).toBe('seen')
    const { rows } = await world.house.pool.query(
      `select data->>'status' as status from outbox_event where type = 'routing.seen' and data->>'prefix' = $1`,
      [letter.block],
    )
    expect(rows).toEqual([{ status: 'seen' }])
    await end(letter)
    expect(db.keys()).toEqual([])
  })

  it('keeps what somebody else has made there', async () => {
    const letter = await letters()
    await hasten()
    const own = `${letter.block}AS${fitAsn}`
    db.add(letter.block, fitAsn)
    await end(letter)
    expect([db.keys(), db.count.foreignTouched]).toEqual([[own], 0])
  })

  it('refuses an AS number with a sentence, whose places are filled', async () => {
    const letter = await letters({ asn: otherAsn })
    await hasten()
    const refused = (await listed(`&within=${letter.block}`)).find(({ kind }: { kind: string }) => kind === 'route')
    expect(refused).toMatchObject({
      status: 'refused',
      reason: 'registry_refused',
      detail: `Syntax error in AS${otherAsn}`,
    })
    await end(letter)
  })

  it('that takes the key no longer says so in a test', async () => {
    const { body } = await call('POST', '/connectors', { ...db.wish(), secret: 'old' })
    const tested = await call('POST', `/connectors/${body.data.uuid}/test`, {})
    expect(tested.body.data).toMatchObject({ passed: false, fault: 'key_refused' })
  })
})

describe('IRRd', () => {
  it('answers 200 whatever came of it, so each object is read', async () => {
    const uuid = await connect(irrd.wish())
    expect(irrd.keys()).toEqual([])
    const letter = await letters()
    await world.house.pool.query('update letter set radb = true where uuid = $1', [letter.uuid])
    await world.house.pool.query(`select graphile_worker.add_job('plan_waiting_letters')`)
    await world.runJobs()
    await hasten()
    expect(irrd.keys()).toEqual([`${letter.block}AS${fitAsn}`])
    expect(irrd.text(`${letter.block}AS${fitAsn}`)).toMatch(/^remarks: +Sublet /m)
    await end(letter)
    expect([irrd.keys(), irrd.count.foreignTouched]).toEqual([[], 0])
    const { body } = await call('POST', '/connectors', { ...irrd.wish(), secret: 'wrong' })
    const tested = await call('POST', `/connectors/${body.data.uuid}/test`, {})
    expect(tested.body.data).toMatchObject({ passed: false, fault: 'key_refused' })
    expect((await connector(uuid)).status).toBe('on')
  })
})
