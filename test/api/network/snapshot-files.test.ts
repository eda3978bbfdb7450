import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { noticeDueSources, networkFacts } from '../../../src/network/index.ts'
import { know } from '../../support/market/facts.ts'
import { openWorld, type World } from '../../support/world.ts'

/** SUBLET_SNAPSHOT_STORAGE=files: the same answers, from a folder that nodes share. */

const env = { SUBLET_SNAPSHOT_STORAGE: 'files' }
let world: World
let beside: World
beforeAll(async () => {
  world = await openWorld({ env })
  beside = await openWorld({ env, beside: world })
})
afterAll(async () => {
  await beside.close()
  await world.close()
})

const folder = () => world.house.config.snapshotDir
const origins = ({ house }: World) =>
  networkFacts({ house })
    .vrps(knownPrefix('45.8.0.0/24'))
    ?.value.map(({ asn }) => asn)

it('keeps snapshots out of the database, for every node', async () => {
  await know(world, 'vrps', [{ prefix: '45.8.0.0/24', asn: 64_501 }])
  await beside.hear()
  expect([origins(world), origins(beside)]).toEqual([[64_501], [64_501]])
  const { rows } = await world.house.pool.query('select count(*)::int as chunks from network_snapshot_chunk')
  expect(rows).toEqual([{ chunks: 0 }])
  expect(await readdir(folder())).toHaveLength(1)
})

it('sweeps away what serves no more, an hour later', async () => {
  await know(world, 'vrps', [{ prefix: '45.8.0.0/24', asn: 64_502 }])
  await writeFile(join(folder(), 'of-somebody-else.txt'), '')
  await noticeDueSources.run(world.ctx, {})
  expect(await readdir(folder())).toHaveLength(3)
  const long = new Date(Date.now() - 2 * 3_600_000)
  for (const name of await readdir(folder())) await utimes(join(folder(), name), long, long)
  await noticeDueSources.run(world.ctx, {})
  expect(await readdir(folder())).toHaveLength(2)
  expect(origins(world)).toEqual([64_502])
})
