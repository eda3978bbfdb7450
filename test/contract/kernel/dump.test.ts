import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { fillDemoWorld } from '../../../db/demo.ts'
import { closeHouse, migrateHouse, openHouse, openSealed } from '../../../src/app/build.ts'
import { readConfig } from '../../../src/app/config.ts'
import { contextOf, system, type Context } from '../../../src/kernel/context.ts'
import { brokenPromises, rowCounts } from '../../support/market/books.ts'
import { emptyDatabase } from '../../support/database.ts'
import { findDumpTools } from '../../support/server/dump-tools.ts'

/** The whole demo world through PostgreSQL's own `pg_dump` and `psql`, on a server they can dump. */

const embeddedVersion = 18
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sublet-dump-world-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

async function inHouse<T>(url: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const config = readConfig({ SUBLET_DATA_DIR: dataDir, SUBLET_LOG_LEVEL: 'silent', SUBLET_AUTO_ACTIVATE: '1' })
  const house = await openHouse(config, url)
  try {
    return await work(contextOf(house, { actor: system('test') }))
  } finally {
    await closeHouse(house)
  }
}

const look = (url: string) =>
  inHouse(url, async (ctx) => ({ broken: await brokenPromises({ ctx }), rows: await rowCounts(ctx) }))

it('comes back whole, and keeps every promise', { timeout: 240_000 }, async ({ skip }) => {
  const tools = await findDumpTools(inject('postgresUrl'), embeddedVersion)
  if (typeof tools === 'string') {
    skip(tools)
    return
  }
  try {
    const original = await emptyDatabase(tools.serverUrl)
    await inHouse(original.url, async (ctx) => {
      await migrateHouse(ctx.house)
      await openSealed(ctx.house)
      await fillDemoWorld(ctx)
    })
    const before = await look(original.url)
    expect(before.rows['public.invoice']).toBeGreaterThan(60)
    const restored = await emptyDatabase(tools.serverUrl)
    await tools.dumpAndLoad(original.url, restored.url)
    expect(await look(restored.url)).toEqual(before)
    process.stdout.write(`pg_dump ${tools.version}: ${before.rows['public.invoice']} invoices came back\n`)
    await original.drop()
    await restored.drop()
  } finally {
    await tools.close()
  }
})
