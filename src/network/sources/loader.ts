import { parentPort, workerData } from 'node:worker_threads'
import { openDb, openPool } from '../../kernel/db.ts'
import { readChunks } from '../snapshot.store.ts'
import type { Errand } from './loading.ts'

/** The thread that fetches a large snapshot: what its texts leave behind is swept up here, and nobody waits for the broom. */

const longestStatementMs = 60_000

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `loading` orders
const { databaseUrl, snapshot, bytes } = workerData as Errand
const pool = openPool(databaseUrl, { poolSize: 1, statementTimeout: longestStatementMs })
try {
  const packed = await readChunks(openDb(pool), snapshot, bytes)
  parentPort?.postMessage(packed, packed === null ? [] : [packed.buffer])
} finally {
  await pool.end()
}
