/**
 * A process to kill: starts PostgreSQL in the folder named first, says so on one line, and stays.
 * With a second argument it does so under that entry of the accounts, which a start would only fall back to.
 */
import { writeSync } from 'node:fs'

import { accounts, chooseAccount } from '../../../src/kernel/postgres/account.ts'
import { findBinaries } from '../../../src/kernel/postgres/binaries.ts'
import { ensureCluster } from '../../../src/kernel/postgres/cluster.ts'
import { ownFolders, prepareDataFolder, prepareSocketFolder } from '../../../src/kernel/postgres/folders.ts'
import { startOrAdopt } from '../../../src/kernel/postgres/start-or-adopt.ts'
import { startPostgres } from '../../../src/kernel/postgres/index.ts'

async function startUnder(index: number, dataDir: string): Promise<{ url: string; started: boolean }> {
  const dataFolder = await prepareDataFolder(dataDir)
  const binaries = await findBinaries()
  const { majorVersion } = await chooseAccount(binaries, dataFolder)
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const account = accounts(self, self)[index]
  if (!account) throw new Error(`no account ${index}`)
  await ownFolders(dataFolder, account)
  await ensureCluster({ dataFolder, account, binaries, majorVersion, durable: false })
  const socketFolder = await prepareSocketFolder(dataFolder, account)
  return await startOrAdopt({ dataFolder, socketFolder, account, binaries, settings: {} }, () => undefined)
}

const [dataDir = '', index] = process.argv.slice(2)
const { url, started } =
  index === undefined ? await startPostgres({ dataDir }) : await startUnder(Number(index), dataDir)
writeSync(1, `${JSON.stringify({ url, started })}\n`)
setInterval(() => undefined, 60_000)
