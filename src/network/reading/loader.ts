import { parentPort, workerData } from 'node:worker_threads'
import { yieldAsThread } from '../../kernel/work/priority.ts'
import { connect } from '../../kernel/db/switchboard.ts'
import { copyChunks } from '../snapshot/chunks.store.ts'
import type { Errand } from './loading.ts'

/** The thread that fetches a large snapshot. It imports next to nothing, for it begins anew each time. */

const longestStatementMs = 60_000

yieldAsThread()
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `loading` orders
const { databaseUrl, snapshot, into } = workerData as Errand
const client = await connect(databaseUrl, { statementTimeout: longestStatementMs })
try {
  parentPort?.postMessage(await copyChunks(client, snapshot, into), [])
} finally {
  await client.end()
}
