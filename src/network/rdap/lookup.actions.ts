import type { Context } from '../../kernel/context.ts'
import type { House } from '../../kernel/house.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { slot } from '../../kernel/slot.ts'
import { addSeconds } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import type { Known, RegistryRecord } from '../fact.rules.ts'
import { networkFacts } from '../facts.memory.ts'
import { isAbout, readAnswer, type RdapRecord } from './answer.rules.ts'
import { addressOf } from './bootstrap.actions.ts'
import { keepAnswer, lastAnswer, lastFailure, pauseHost, type RdapAnswerRow } from './evidence.store.ts'
import { RdapFault, type RdapFaultCode } from './fault.rules.ts'
import { request } from './question.actions.ts'
import { asRegistryRecord } from './record.rules.ts'

/** A registry is asked about one block (ADR 83). Never inside a transaction: a stranger's server takes its time. */

export interface Lookup {
  /** Null: the registry has no record, or was not heard. */
  readonly record: RdapRecord | null
  /** Who said so, and when; null: nobody has. */
  readonly said: { readonly source: string; readonly at: Date } | null
  /** Why there is no answer; null: there is one. */
  readonly fault: { readonly code: RdapFaultCode; readonly sentence: string; readonly retryAfter: number | null } | null
}

/** After a failure the same question is not put again at once, whoever asks. */
const restSeconds = 30
const patienceMs = 10_000

/** What the registry says, or said at most so many seconds ago. */
export async function lookUp(ctx: Context, block: Prefix, withinSeconds: number): Promise<Lookup> {
  if (!isRdapOn(ctx)) return failure(new RdapFault('off'))
  const text = formatPrefix(block)
  const known = () => justHeard(ctx, text, withinSeconds)
  // Looked at once more when it is our turn: whoever asked before may have been answered meanwhile.
  return (await known()) ?? together(ctx, text, async () => (await known()) ?? askNow(ctx, block))
}

/** An answer that is young enough, or a failure that is too young to ask again; null: neither. */
async function justHeard(ctx: Context, block: string, withinSeconds: number): Promise<Lookup | null> {
  const kept = await lastAnswer(ctx, block)
  if (kept && kept.asked_at > addSeconds(ctx.realNow, -withinSeconds)) return lookupOf(kept)
  const failed = await lastFailure(ctx, block, restSeconds)
  return failed ? failedLookup(failed) : null
}

/** What the registry said last, however long ago; nobody is asked. */
export async function heardOf(ctx: Context, block: Prefix): Promise<Lookup> {
  if (!isRdapOn(ctx)) return failure(new RdapFault('off'))
  const kept = await lastAnswer(ctx, formatPrefix(block))
  return kept ? lookupOf(kept) : failure(new RdapFault('not_asked'))
}

export const isRdapOn = ({ house }: { readonly house: House }): boolean => house.config.rdap !== 'off'

const underWay = slot(() => new Map<string, Promise<Lookup>>())

/** Two who ask the same at the same time hear the same. */
function together(ctx: Context, block: string, ask: () => Promise<Lookup>): Promise<Lookup> {
  const asking = underWay(ctx)
  const known = asking.get(block)
  if (known) return known
  const begun = ask().finally(() => asking.delete(block))
  asking.set(block, begun)
  return begun
}

async function askNow(ctx: Context, block: Prefix): Promise<Lookup> {
  const address = await addressOf(ctx, block)
  const kept = { uuid: newUuid(), block: formatPrefix(block), url: address ?? '', asked_at: ctx.realNow }
  try {
    if (address === null) throw new RdapFault('no_server')
    const answer = await request(ctx, address, patienceMs)
    if (answer.text !== null) read(answer.text, block)
    const outcome = answer.text === null ? ('absent' as const) : ('found' as const)
    const row = { ...kept, outcome, url: answer.url, fault: null, detail: null, body: answer.text }
    await keepAnswer(ctx, row)
    return lookupOf(row)
  } catch (error) {
    if (!(error instanceof RdapFault)) throw error
    if (error.pause && error.code === 'rate_limited')
      await pauseHost(ctx, error.pause.host, addSeconds(ctx.realNow, error.pause.seconds))
    // That nobody was asked is no evidence of anything.
    if (error.code !== 'busy')
      await keepAnswer(ctx, { ...kept, outcome: 'failed', fault: error.code, detail: error.message, body: null })
    return failure(error)
  }
}

function read(text: string, block: Prefix): RdapRecord {
  const trimmed = text.trimStart()
  // PostgreSQL's texts hold no NUL, and neither does JSON.
  if (!trimmed.startsWith('{') || trimmed.includes('\0')) throw new RdapFault('not_json')
  let answer: unknown
  try {
    answer = JSON.parse(trimmed)
  } catch {
    throw new RdapFault('cut_off')
  }
  const record = readAnswer(answer)
  if (record === null) throw new RdapFault('not_a_record')
  if (!isAbout(record, block)) throw new RdapFault('other_block', record.range)
  return record
}

const lookupOf = ({ body, url, asked_at, block }: RdapAnswerRow): Lookup => ({
  record: body === null ? null : readAnswer(JSON.parse(body)),
  said: { source: sourceOf(url, block), at: asked_at },
  fault: null,
})

const sourceOf = (url: string, block: string): string => `RDAP of ${URL.parse(url)?.hostname ?? block}`

const failure = (fault: RdapFault): Lookup => ({
  record: null,
  said: null,
  fault: { code: fault.code, sentence: fault.message, retryAfter: fault.pause?.seconds ?? null },
})

const failedLookup = ({ fault, detail }: RdapAnswerRow): Lookup => ({
  record: null,
  said: null,
  fault: { code: fault as RdapFaultCode, sentence: detail ?? '', retryAfter: restSeconds },
})

/** The imported databases' record, else what the registry itself said last; nobody is asked. */
export async function knownRecord(
  ctx: Context,
  block: Prefix,
  registry?: string,
): Promise<Known<RegistryRecord | null> | null> {
  const imported = networkFacts(ctx).registryRecord(block, registry)
  if (imported?.value || !isRdapOn(ctx)) return imported
  const kept = await lastAnswer(ctx, formatPrefix(block))
  if (!kept) return imported
  const { record, said } = lookupOf(kept)
  const freshUntil = addSeconds(kept.asked_at, ctx.house.config.freshDataHours * 3_600)
  return {
    source: said?.source ?? '',
    takenAt: kept.asked_at,
    stale: freshUntil < ctx.realNow,
    value: record && asRegistryRecord(record, block),
  }
}
