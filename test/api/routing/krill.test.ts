import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitAsn } from '../../support/market/letters.ts'
import { openKrill } from '../../support/registries/krill-standin.ts'
import { krillProgram, openRealKrill } from '../../support/registries/real-krill.ts'
import { announce, stageRouting } from '../../support/registries/stage.ts'
import type { World } from '../../support/world.ts'

/** The same at our stand-in and, where SUBLET_TEST_KRILL names its program, at a real Krill: what we believe of it is so. */

type Krill = Awaited<ReturnType<typeof openRealKrill>>

async function openStandin(): Promise<Krill> {
  const krill = await openKrill()
  const keyOf = ({ asn, prefix, max_length }: Parameters<Krill['remove']>[0]) => `${prefix}-${max_length} => ${asn}`
  return {
    wish: krill.wish,
    roas: async () => krill.roas(),
    commentOf: async (key) => krill.commentOf(key),
    add: async (payload) => krill.add(payload),
    remove: async (payload) => krill.remove(keyOf(payload)),
    kill: () => krill.standin.kill(),
    start: async () => void (await krill.standin.open()),
    close: () => krill.standin.kill(),
  }
}

const program = krillProgram()
const kinds = [
  ['our stand-in', openStandin, false],
  ['a real Krill', () => openRealKrill(program ?? ''), program === null],
] as const

const stage = await stageRouting()

const hasten = async (world: World) => {
  await world.house.pool.query(`update routing_connector set rests_until = null`)
  await world.house.pool.query(`update routing_object set due_at = now() where due_at is not null`)
  await world.house.pool.query(`select graphile_worker.add_job('wake_forgotten_connectors')`)
  await world.runJobs()
}

describe.each(kinds)('%s', (_name, open, isSkipped) => {
  const { world, call, connect, connector, letters, objects } = stage
  let krill: Krill
  let uuid: string
  beforeAll(async () => {
    if (isSkipped) return
    krill = await open()
    await krill.add({ asn: 0, prefix: '45.64.0.0/14', max_length: 24, comment: 'by hand' })
    uuid = await connect(krill.wish())
  })
  afterAll(async () => {
    if (isSkipped) return
    await call('DELETE', `/connectors/${uuid}`)
    await krill.close()
  })

  const byHand = '45.64.0.0/14-24 => 0'
  const end = async (letter: { revoke(): Promise<void> }) => {
    await letter.revoke()
    await announce(world)
    await hasten(world)
  }

  it.skipIf(isSkipped)('is read and tried before it is switched on, and says what it covers', async () => {
    const { status, resources, fault } = await connector(uuid)
    expect([status, fault, resources.length > 0]).toEqual(['on', null, true])
    for (const [change, found] of [
      [{ secret: 'another' }, 'key_refused'],
      [{ account: 'nobody' }, 'unknown_account'],
    ] as const) {
      const { body } = await call('POST', '/connectors', { ...krill.wish(), ...change })
      const tested = await call('POST', `/connectors/${body.data.uuid}/test`, {})
      expect(tested.body.data).toMatchObject({ passed: false, fault: found })
    }
  })

  it.skipIf(isSkipped)('gets a ROA with our mark, and loses it', async () => {
    const letter = await letters()
    const roa = `${letter.block}-24 => ${fitAsn}`
    expect(await krill.roas()).toEqual([byHand, roa].toSorted())
    expect(await krill.commentOf(roa)).toMatch(/^Sublet [0-9a-f-]{36}$/)
    await end(letter)
    expect(await krill.roas()).toEqual([byHand])
    expect(await krill.commentOf(byHand)).toBe('by hand')
  })

  it.skipIf(isSkipped)('gets those of a block and its parts together', async () => {
    const letter = await letters({ length: 22, max_length: 24 })
    expect(await krill.roas()).toHaveLength(8)
    await end(letter)
    expect(await krill.roas()).toEqual([byHand])
  })

  it.skipIf(isSkipped)('keeps what was there by hand, and what was made by hand meanwhile', async () => {
    const wide = { asn: fitAsn, prefix: '45.64.0.0/16', max_length: 24 }
    await krill.add(wide)
    const first = await letters()
    expect(await objects(`&within=${first.block}`)).toEqual([`adopted roa ${first.block} AS${fitAsn}`])
    await end(first)
    await krill.remove(wide)
    const second = await letters()
    const replaced = { asn: fitAsn, prefix: second.block, max_length: 24, comment: 'ours by hand' }
    await krill.add(replaced)
    await end(second)
    expect(await krill.commentOf(`${second.block}-24 => ${fitAsn}`)).toBe('ours by hand')
    await krill.remove(replaced)
  })

  it.skipIf(isSkipped)('is killed, and gets everything when it is back', async () => {
    await krill.kill()
    const letter = await letters()
    expect((await connector(uuid)).fault).toBe('unreachable')
    await krill.start()
    await hasten(world)
    await hasten(world)
    expect(await krill.roas()).toContain(`${letter.block}-24 => ${fitAsn}`)
    await end(letter)
    expect(await krill.roas()).toEqual([byHand])
  })
})
