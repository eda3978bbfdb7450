import type { Context } from '../../kernel/context.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { kernelProblem, Problem } from '../../kernel/problems.ts'
import { abandonDead, askForImport, performImport } from './import.actions.ts'
import { readUrl } from './import.rules.ts'
import { findImport, ImportLocks, listImports, lockOf, type Import, type ImportQuery } from './import.store.ts'
import type { KindName } from '../kinds.rules.ts'
import { networkProblem } from '../network.problems.ts'
import type { LocalFile } from '../reading/local-file.ts'
import { showFeeds } from '../feed/feed.actions.ts'

/** Imports that somebody asks for and does not wait for. */

interface Asked {
  readonly kind: KindName
  readonly name?: string
  /** Unless given, the one from which the source is fetched by itself. */
  readonly url?: string
  readonly force?: boolean
  readonly trial?: boolean
}

/** Refused at once when it is being imported already; all else is found out on the way. */
export async function startImport(
  ctx: Context,
  { kind, url, force = false, trial = false, ...asks }: Asked,
): Promise<Import> {
  const name = asks.name ?? null
  const [only, another] = (await showFeeds(ctx)).filter(
    (each) => each.kind === kind && (name === null || each.name === name),
  )
  const from = url ?? (another === undefined ? only?.url : undefined)
  if (from === undefined) throw networkProblem('source_unknown')
  if (url === undefined && only?.pausedAt && !trial) throw networkProblem('source_paused')
  readUrl(from, kind)
  const called = url === undefined ? (only?.name ?? name) : name
  const asked = await askForImport(ctx, { kind, from, name: called, force, trial })
  await refuseRunning(ctx, asked)
  await enqueue(ctx, performAskedImport, { uuid: asked.uuid })
  return asked
}

async function refuseRunning(ctx: Context, { kind, asked_name }: Import): Promise<void> {
  const locks = await ImportLocks.open(ctx.house)
  try {
    if (!(await locks.take(lockOf(kind, asked_name)))) throw networkProblem('import_running')
  } finally {
    await locks.close()
  }
}

export async function showImport(ctx: Context, uuid: string): Promise<Import> {
  const found = await findImport(ctx.db, uuid)
  if (!found) throw kernelProblem('not_found')
  return found
}

export const showImports = (ctx: Context, query: ImportQuery): Promise<{ rows: Import[]; total: number }> =>
  listImports(ctx, query)

/** Of one that has failed: nothing was wrong but that another of its source ran. */
export const isRefusedAsRunning = ({ failure }: Import): boolean => failure === networkProblem('import_running').message

/** Its failure is written down with it, so the job is done either way. Only a command hands over a file. */
export const performAskedImport = job<{ uuid: string; file?: LocalFile | null }>({
  name: 'import_asked_source',
  lane: 'imports',
  run: async (ctx, { uuid, file = null }) => {
    const asked = await findImport(ctx.db, uuid)
    if (asked?.status === 'waiting') await noted(ctx, () => performImport(ctx, asked, file))
    // A job that comes again after its process has died finds what that one has left.
    else if (asked?.status === 'running') await abandonDead(ctx)
  },
})

/** A failed import is news for the log, and no reason to try the job again. */
export async function noted(ctx: Context, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Problem)) ctx.house.log.error({ err: error }, 'an import has failed by our own fault')
    else ctx.house.log.warn({}, `an import has failed: ${error.message}`)
  }
}
