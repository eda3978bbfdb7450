import type pg from 'pg'
import { newUuid } from '../../src/kernel/uuid.ts'

/** As an operator would start it, by the job that runs it. */
export function importing(
  database: pg.Client,
  url: string,
): { readonly running: boolean; readonly done: Promise<void> } {
  const state = { running: true, done: Promise.resolve() }
  const uuid = newUuid()
  const work = async (): Promise<void> => {
    await database.query(
      `insert into network_import (uuid, kind, origin, status, forced, actor_kind, actor_id, asked_at, refusals)
       values ($1, 'pfx2as', $2, 'waiting', true, 'system', 'bench', now(), '[]')`,
      [uuid, url],
    )
    await database.query(`select graphile_worker.add_job('import_asked_source', json_build_object('uuid', $1::text))`, [
      uuid,
    ])
    for (;;) {
      const { rows } = await database.query<{ status: string; failure: string | null }>(
        'select status, failure from network_import where uuid = $1',
        [uuid],
      )
      const { status, failure } = rows[0] ?? { status: 'failed', failure: 'gone' }
      if (status === 'failed') throw new Error(failure ?? '')
      if (status === 'done' && !(await isWorking(database))) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  state.done = work().finally(() => (state.running = false))
  return state
}

/** An import is followed by checks of offers and a walk over prefixes: they are part of what it costs others. */
async function isWorking(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query('select from graphile_worker.jobs where run_at <= now() limit 1')
  return rows.length > 0
}
