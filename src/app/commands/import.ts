import { Argument, Command } from 'commander'
import { stopwatch } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problems.ts'
import type { Context } from '../../kernel/context.ts'
import { StartRefusal } from '../../kernel/refusal.ts'
import {
  isRefusedAsRunning,
  isSourceName,
  kindNames,
  performAskedImport,
  runImport,
  showImport,
  type KindName,
  type Progress,
} from '../../network/index.ts'
import { beginHeavy, handedOver } from '../../kernel/work/heavy-jobs.ts'
import { heavyProgram } from '../build.ts'
import { within } from '../../kernel/patience.ts'
import { look, print, type Output } from './run.ts'

/** What a script can tell apart: the file was no good, or it is being imported already. */
const failed = 1
const busy = 2

interface Options extends Output {
  readonly source?: string
  readonly force?: boolean
}

type Imported = Awaited<ReturnType<typeof runImport>>

export function importCommand(): Command {
  return new Command('import')
    .description('bring in network data; what there was serves until all of it is there')
    .addArgument(new Argument('<kind>', 'what the file holds').choices(kindNames))
    .argument('<file or url>', 'plain, gzip or bzip2')
    .option('--source <name>', 'which source of its kind this is; many files tell themselves')
    .option('--force', 'also when it has less than half the rows of the last one, or none')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits 0 when it is imported or unchanged, 1 when not, 2 when another import of it runs.')
    .action(async (kind: KindName, from: string, options: Options) => {
      if (options.source !== undefined && !isSourceName(options.source))
        throw new StartRefusal('--source takes up to 64 letters, digits, dots, hyphens and underscores.')
      const bar = options.json ? null : progressBar(process.stderr)
      const wanted = { kind, from, name: options.source ?? null, force: options.force ?? false }
      try {
        const done = await look((ctx) =>
          runImport(ctx, wanted, (asked, file) => importBeside(ctx, asked, file, bar?.show)),
        )
        bar?.end()
        if (done.status === 'done') return print(options, answerOf(done), summary(done))
        console.error(done.failure)
        process.exitCode = isRefusedAsRunning(done) ? busy : failed
      } catch (error) {
        bar?.end()
        if (!(error instanceof Problem)) throw error
        console.error(error.message)
        process.exitCode = failed
      }
    })
}

const lookEveryMs = 250

/** By a process that can open no other file; what it writes down of the import is all that we hear. */
async function importBeside(
  ctx: Context,
  { uuid }: Imported,
  file: { readonly fd: number } | null,
  show: (progress: Progress) => void = () => undefined,
): Promise<Imported> {
  const payload = { uuid, file: file && { ...file, fd: handedOver } }
  const only = { name: performAskedImport.name, payload, actor: ctx.actor.id ?? '' }
  const child = beginHeavy(heavyProgram(ctx.house), ctx.house, only, file?.fd)
  const ended = new Promise<string>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(String(signal ?? code)))
  })
  for (let how: string | null = null; how === null;) {
    how = await within(lookEveryMs, ended)
    const { bytes_read: read, bytes_total: total, rows, ...current } = await showImport(ctx, uuid)
    if (read > 0 && current.status === 'running') show({ read, total, rows })
    if (how !== null && current.status !== 'done' && current.status !== 'failed')
      throw new Error(`the process that imports has ended by itself (${how})`)
  }
  return showImport(ctx, uuid)
}

const answerOf = ({ uuid, kind, name, origin, unchanged, rows, refused, refusals, bytes_read }: Imported) => ({
  uuid,
  kind,
  name,
  origin,
  unchanged,
  rows,
  refused,
  refusals,
  bytes: bytes_read,
})

const count = (n: number): string => n.toLocaleString('en')

function summary(done: Imported): string {
  const { kind, name, rows, refused, unchanged, bytes_read } = done
  const refusals = done.refusals as readonly { where: string; why: string }[]
  const more = refused - refusals.length
  const seconds = Math.max(1, (done.ended_at?.getTime() ?? 0) - (done.started_at?.getTime() ?? 0)) / 1_000
  return [
    unchanged
      ? `${kind} ${name} is unchanged: ${count(rows)} rows serve on.`
      : `${kind} ${name}: ${count(rows)} rows from ${count(bytes_read)} bytes in ${seconds.toFixed(1)} s (${count(Math.round(rows / seconds))} rows/s).`,
    ...(refused > 0 ? [`${count(refused)} rows were left out:`] : []),
    ...refusals.map(({ where, why }) => `  ${where}: ${why}`),
    ...(more > 0 ? [`  and ${count(more)} more`] : []),
  ].join('\n')
}

interface Bar {
  readonly show: (progress: Progress) => void
  readonly end: () => void
}

const width = 30
const lineEveryMs = 5_000

/** A bar that moves on a terminal; a line now and then for whoever keeps a log. */
function progressBar(out: NodeJS.WriteStream): Bar {
  // From the first word on: before it, a process begins.
  let startedAt: number | null = null
  let saidAt = 0
  let open = false
  const show = ({ read, total, rows }: Progress): void => {
    startedAt ??= saidAt = stopwatch()
    const rate = Math.round(rows / Math.max(0.001, (stopwatch() - startedAt) / 1_000))
    const share = total === null || total === 0 ? null : Math.min(1, read / total)
    const text = `${share === null ? '' : `${Math.floor(share * 100)} %  `}${count(read)} bytes  ${count(rows)} rows  ${count(rate)} rows/s`
    if (out.isTTY) {
      const filled = Math.round((share ?? 0) * width)
      out.write(`\r\u001b[K${share === null ? '' : `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] `}${text}`)
      open = true
    } else if (stopwatch() - saidAt >= lineEveryMs) {
      saidAt = stopwatch()
      out.write(`${text}\n`)
    }
  }
  return { show, end: () => void (open && out.write('\r\u001b[K')) }
}
