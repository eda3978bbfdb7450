import { realNow, stopwatch } from '../../kernel/clock.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { Problem } from '../../kernel/problems.ts'
import { bump } from '../../kernel/pulse.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { datedAhead, freshFor, isUrl, nameOf, readUrl, shrinkage } from './import.rules.ts'
import { importStates } from './import.states.ts'
import {
  findImport,
  ImportLocks,
  insertImport,
  listRunning,
  lockOf,
  noteProgress,
  type Import,
} from './import.store.ts'
import { isKind, titleOf, type KindName } from '../kinds.rules.ts'
import { networkProblem } from '../network.problems.ts'
import { folderOf, serveSnapshot, snapshotRow } from '../snapshot/snapshot.actions.ts'
import { findFetched, findServing, renewSource, writeSnapshot, type Serving } from '../snapshot/snapshot.store.ts'
import { maxBytesOf, withLocalFile, type LocalFile } from '../reading/local-file.ts'
import { SourceFault } from '../reading/source.ts'
import { readSource, type ImportResult, type Order, type Progress } from '../reading/read-source.ts'
import { layout } from '../tables/columns.ts'
import { userAgentOf } from '../reading/user-agent.ts'

/** Brings a file or what an address answers into the place of what a source said before: all of it or nothing. */

export interface Wanted {
  readonly kind: KindName
  /** A path or an address. */
  readonly from: string
  /** Which of its kind; null: the file tells. */
  readonly name: string | null
  readonly force: boolean
  /** Fetched and read, to see what it holds: nothing of it is kept. */
  readonly trial?: boolean
}

const noteEveryMs = 1_000

/** Written down and not begun. */
export async function askForImport(ctx: Context, { kind, from, name, force, trial = false }: Wanted): Promise<Import> {
  if (isUrl(from)) readUrl(from, kind)
  return insertImport(ctx, {
    uuid: newUuid(),
    kind,
    asked_name: name,
    name,
    origin: from,
    status: importStates.initial,
    forced: force,
    trial,
    actor_kind: ctx.actor.kind,
    actor_id: ctx.actor.id,
    asked_at: realNow(),
  })
}

/**
 * From the first byte to the swap; the import as it ended, or the refusal that ended it. A file is opened here: the
 * process that reads it may not be able to open any.
 */
export async function runImport(
  ctx: Context,
  wanted: Wanted,
  perform: (asked: Import, file: LocalFile | null) => Promise<Import> = (asked, file) =>
    performImport(ctx, asked, file),
): Promise<Import> {
  const asked = await askForImport(ctx, wanted)
  try {
    if (isUrl(asked.origin)) return await perform(asked, null)
    return await withLocalFile(asked.origin, ctx.house.config, (file) => perform(asked, file))
  } catch (error) {
    return fail(ctx, asked, error)
  }
}

/** One that waits. Opens its own transactions: what is slow stands between them. */
export async function performImport(ctx: Context, asked: Import, file: LocalFile | null): Promise<Import> {
  const locks = await ImportLocks.open(ctx.house)
  try {
    if (!(await locks.take(lockOf(asked.kind, asked.asked_name)))) throw networkProblem('import_running')
    await abandonOthers(ctx, asked)
    await moved(ctx, asked, 'begin', { started_at: realNow() })
    await bring(ctx, asked, locks, file)
  } catch (error) {
    return await fail(ctx, asked, error)
  } finally {
    await locks.close()
  }
  return (await findImport(ctx.db, asked.uuid)) ?? asked
}

async function bring(ctx: Context, asked: Import, locks: ImportLocks, file: LocalFile | null): Promise<void> {
  const { kind, asked_name: name, forced } = asked
  if (!isKind(kind)) throw networkProblem('import_failed', { message: `${kind} is no kind of file.` })
  // A file is for whoever runs the machine to hand over: by an endpoint it would be read out to people who may not open it.
  if (file === null && !isUrl(asked.origin)) throw networkProblem('url_refused')
  const known = await (name === null ? findFetched(ctx.db, kind, asked.origin) : findServing(ctx.db, kind, name))
  const order = { kind, from: asked.origin, file, ...termsOf(ctx), ...validators(asked, known) }
  const result = await readSource(order, noting(ctx, asked))
  const found = result.packed === null && known ? known.name : nameOf(name, result.source)
  if (!(await locks.take(lockOf(kind, found)))) throw networkProblem('import_running')
  const before = await findServing(ctx.db, kind, found)
  if (asked.trial) await tell(ctx, asked, found, result, before)
  else if (isUnchanged(before, result) && !forced) await renew(ctx, asked, kind, found, result, before)
  else await replace(ctx, asked, { kind, name: found, result, before })
}

const termsOf = ({
  house: { config },
}: Context): Pick<Order, 'privateHosts' | 'maxBytes' | 'silenceMs' | 'userAgent'> => ({
  privateHosts: config.importPrivateHosts.map((host) => host.toLowerCase()),
  maxBytes: maxBytesOf(config),
  silenceMs: config.importTimeout * 1_000,
  userAgent: userAgentOf(config),
})

/** Only for the same address, and only when what we have can still be read. */
function validators(
  { origin, forced, trial }: Import,
  known: Serving | undefined,
): Pick<ImportResult, 'etag' | 'lastModified'> {
  if (known === undefined || forced || trial || known.url !== origin || known.layout !== layout)
    return { etag: null, lastModified: null }
  return { etag: known.etag, lastModified: known.lastModified }
}

const isUnchanged = (before: Serving | undefined, { packed, sha256 }: ImportResult): before is Serving =>
  before !== undefined && before.layout === layout && (packed === null || before.sha256.toString('hex') === sha256)

/** Not on every word: a row that is written too often is in the way of those who read it. */
function noting(ctx: Context, asked: Import): (progress: Progress) => void {
  let noted = Number.NEGATIVE_INFINITY
  return (progress) => {
    if (stopwatch() - noted < noteEveryMs) return
    noted = stopwatch()
    const { read: bytes_read, total: bytes_total, rows } = progress
    noteProgress(ctx, asked.uuid, { bytes_read, bytes_total, rows }).catch((error: unknown) =>
      ctx.house.log.warn({ err: error }, "an import's progress could not be noted"),
    )
  }
}

async function renew(
  ctx: Context,
  asked: Import,
  kind: KindName,
  name: string,
  result: ImportResult,
  { rows, snapshot }: Serving,
): Promise<void> {
  const at = realNow()
  await inTransaction({ ...ctx, realNow: at }, async (tx) => {
    await renewSource(tx, kind, name, { checked_at: at, fresh_seconds: freshFor(kind, ctx.house.config) })
    await bump(tx.db, 'network')
    await ended(tx, asked, name, result, { rows, snapshot_uuid: snapshot, unchanged: true })
  })
}

/** Of a trial: what an import would keep, or the refusal that would end it. */
async function tell(
  ctx: Context,
  asked: Import,
  name: string,
  result: ImportResult,
  before: Serving | undefined,
): Promise<void> {
  const { rows } = result
  refuseDoubtful(asked, before, result)
  const outcome = { rows, snapshot_uuid: null, unchanged: isUnchanged(before, result) }
  await inTransaction({ ...ctx, realNow: realNow() }, (tx) => ended(tx, asked, name, result, outcome))
}

/** What came with the program is a sample, and may give way to less. */
function refuseDoubtful({ forced }: Import, before: Serving | undefined, result: ImportResult): void {
  const isSample = before === undefined || before.freshSeconds === null
  const doubt = datedAhead(result.takenAt, realNow()) ?? (isSample ? null : shrinkage(before, result))
  if (doubt !== null && !forced) throw doubt
}

interface Replacement {
  readonly kind: KindName
  readonly name: string
  readonly result: ImportResult
  readonly before: Serving | undefined
}

/** Kept first, and swept away later if it never serves; then it takes the place of the old one in a moment. */
async function replace(ctx: Context, asked: Import, { kind, name, result, before }: Replacement): Promise<void> {
  const { packed, rows, parts, refused, refusals, takenAt, etag, lastModified } = result
  if (packed === null) throw networkProblem('import_failed', { message: 'The server says it is unchanged; force it.' })
  refuseDoubtful(asked, before, result)
  const at = realNow()
  const row = snapshotRow(
    { ...ctx, realNow: at },
    {
      kind,
      name,
      title: titleOf(kind, name),
      origin: asked.origin,
      takenAt: takenAt === undefined || takenAt > at ? at : takenAt,
      dated: takenAt !== undefined,
      rows,
      parts,
      refused,
      refusals,
      sha256: Buffer.from(result.sha256, 'hex'),
      size: packed.size,
    },
  )
  await inTransaction(ctx, (tx) => writeSnapshot(tx, row, packed, folderOf(ctx.house)))
  const url = isUrl(asked.origin) ? asked.origin : null
  await inTransaction({ ...ctx, realNow: realNow() }, async (tx) => {
    await serveSnapshot(tx, row, { freshFor: freshFor(kind, ctx.house.config), url, etag, lastModified })
    await ended(tx, asked, name, result, { rows, snapshot_uuid: row.uuid, unchanged: false })
  })
}

function ended(
  ctx: Context,
  asked: Import,
  name: string,
  { read, total, refused, refusals }: ImportResult,
  outcome: Pick<Import, 'rows' | 'snapshot_uuid' | 'unchanged'>,
): Promise<void> {
  const counted = { bytes_read: read, bytes_total: total, refused, refusals }
  const set = { ended_at: ctx.realNow, name, ...counted, ...outcome }
  return moved(ctx, { ...asked, status: 'running' }, 'finish', set)
}

type ImportTrigger = 'begin' | 'finish' | 'fail' | 'abandon'

function moved(
  ctx: Context,
  { uuid, status, kind, origin, trial }: Import,
  trigger: ImportTrigger,
  set: Record<string, unknown>,
) {
  return inTransaction({ ...ctx, realNow: realNow() }, (tx) =>
    moveAll(tx, importStates, 'network_import', trigger, [
      { uuid, tenant: null, from: status, data: { kind, origin, ...(trial && { trial }) }, set },
    ]),
  )
}

/** Written down, unless it has been, and thrown. */
async function fail(ctx: Context, { uuid }: Import, error: unknown): Promise<never> {
  const problem = problemOf(error)
  const failure = problem?.message ?? `This is a defect of ours: ${String(error)}`
  const current = await findImport(ctx.db, uuid)
  if (current && importStates.can(current.status, 'fail'))
    await moved(ctx, current, 'fail', { ended_at: realNow(), failure })
  throw problem ?? error
}

/** What went wrong outside this program; null: it did inside. */
function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  if (error instanceof SourceFault) return networkProblem('import_failed', { message: sentence(error.message) })
  return null
}

const sentence = (text: string): string =>
  `${text.replace(/^: /, '').replace(/^(?:line|byte|after)\b/, (first) => `${first.charAt(0).toUpperCase()}${first.slice(1)}`)}${/[.!?]$/.test(text) ? '' : '.'}`

/** Whose lock we have cannot be running any more. */
async function abandonOthers(ctx: Context, asked: Import): Promise<void> {
  for (const other of await listRunning(ctx.db))
    if (other.uuid !== asked.uuid && other.kind === asked.kind && other.asked_name === asked.asked_name)
      await abandoned(ctx, other)
}

const abandoned = (ctx: Context, left: Import): Promise<void> =>
  moved(ctx, left, 'abandon', {
    ended_at: realNow(),
    failure: 'The process that imported it ended before it was done; what there was before keeps serving.',
  })

/** Those whose process has died: nobody has their lock. */
export async function abandonDead(ctx: Context): Promise<void> {
  const running = await listRunning(ctx.db)
  if (running.length === 0) return
  const locks = await ImportLocks.open(ctx.house)
  try {
    for (const each of running)
      if (await locks.take(lockOf(each.kind, each.asked_name))) {
        const current = await findImport(ctx.db, each.uuid)
        if (current?.status === 'running') await abandoned(ctx, current)
      }
  } finally {
    await locks.close()
  }
}
