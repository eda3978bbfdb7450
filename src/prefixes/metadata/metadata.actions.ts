import { auditAll } from '../../kernel/audit.ts'
import type { AuditAction } from '../../kernel/audit-action.ts'
import type { Context } from '../../kernel/context.ts'
import { formatPrefix } from '../../kernel/ip/index.ts'
import { kernelProblem, type Problem } from '../../kernel/problems.ts'
import { describe, type Described } from '../prefix/describe.actions.ts'
import { entryFaults, keyFaults, metadataLimits } from './metadata.rules.ts'
import { addEntries, removeEntries, type Entries } from './metadata.store.ts'
import { prefixesAudit } from '../prefixes.events.ts'
import { prefixProblem } from '../prefixes.problems.ts'
import type { Section } from '../prefix/prefix.wire.ts'
import type { Root } from '../prefix/spot.rules.ts'
import { requireAllSeen, requireSeen } from '../prefix/visibility.actions.ts'

/** A company's own notes about the prefixes it sees. */

export interface Change<Metadata> {
  readonly notation: string
  readonly metadata: Metadata
}

type Sought = ReadonlySet<Section>

export async function setMetadata(
  ctx: Context,
  tenant: string,
  { notation, metadata }: Change<Entries>,
  wanted: Sought,
): Promise<Described> {
  const root = await requireSeen(ctx, tenant, notation)
  refuseFaults([['metadata', entryFaults(metadata)]])
  await write(ctx, tenant, [{ root, entries: metadata }])
  return one(await describe(ctx, tenant, [root], wanted))
}

export async function deleteMetadata(
  ctx: Context,
  tenant: string,
  { notation, metadata }: Change<readonly string[]>,
  wanted: Sought,
): Promise<Described> {
  const root = await requireSeen(ctx, tenant, notation)
  refuseFaults([['metadata', keyFaults(metadata)]])
  await erase(ctx, tenant, [{ root, keys: metadata }])
  return one(await describe(ctx, tenant, [root], wanted))
}

/** All or nothing. */
export async function setMetadataOfMany(
  ctx: Context,
  tenant: string,
  changes: readonly Change<Entries>[],
  wanted: Sought,
): Promise<Described[]> {
  const roots = await rootsOf(ctx, tenant, changes)
  refuseFaults(changes.map(({ metadata }, i) => [`${i}.metadata`, entryFaults(metadata)]))
  await write(
    ctx,
    tenant,
    roots.map((root, i) => ({ root, entries: changes[i]?.metadata ?? {} })),
  )
  return describe(ctx, tenant, roots, wanted)
}

/** All or nothing. */
export async function deleteMetadataOfMany(
  ctx: Context,
  tenant: string,
  changes: readonly Change<readonly string[]>[],
  wanted: Sought,
): Promise<Described[]> {
  const roots = await rootsOf(ctx, tenant, changes)
  refuseFaults(changes.map(({ metadata }, i) => [`${i}.metadata`, keyFaults(metadata)]))
  await erase(
    ctx,
    tenant,
    roots.map((root, i) => ({ root, keys: changes[i]?.metadata ?? [] })),
  )
  return describe(ctx, tenant, roots, wanted)
}

/** In the order given. A prefix named twice would leave open which counts. */
async function rootsOf(ctx: Context, tenant: string, changes: readonly Change<unknown>[]): Promise<Root[]> {
  const roots = await requireAllSeen(
    ctx,
    tenant,
    'notation',
    changes.map(({ notation }) => notation),
  )
  if (roots.length < changes.length) throw refusal([['notation', ['some prefix is named twice']]])
  return roots
}

type Faults = readonly (readonly [field: string, sentences: readonly string[]])[]

const refusal = (faults: Faults): Problem => kernelProblem('invalid_fields', { fields: Object.fromEntries(faults) })

function refuseFaults(faults: Faults): void {
  const some = faults.filter(([, sentences]) => sentences.length > 0)
  if (some.length > 0) throw refusal(some.map(([field, sentences]) => [field, sentences.map((said) => `${said}.`)]))
}

async function write(
  ctx: Context,
  tenant: string,
  notes: readonly { readonly root: Root; readonly entries: Entries }[],
): Promise<void> {
  const kept = await addEntries(
    ctx,
    tenant,
    notes.map(({ root, entries }) => ({ block: formatPrefix(root.prefix), entries })),
  )
  const full = kept.filter(({ keys }) => keys > metadataLimits.keys)
  if (full.length > 0)
    throw prefixProblem('metadata_full', {
      message: `${full.map(({ block, keys }) => `${block} would have ${keys} metadata keys`).join(', ')}; a prefix has at most ${metadataLimits.keys}.`,
    })
  await note(
    ctx,
    prefixesAudit('prefix.metadata_set'),
    notes.map(({ root, entries }) => ({ root, keys: Object.keys(entries) })),
  )
}

interface Erasure {
  readonly root: Root
  readonly keys: readonly string[]
}

async function erase(ctx: Context, tenant: string, erasures: readonly Erasure[]): Promise<void> {
  await removeEntries(
    ctx,
    tenant,
    erasures.map(({ root, keys }) => ({ block: formatPrefix(root.prefix), keys })),
  )
  await note(ctx, prefixesAudit('prefix.metadata_deleted'), erasures)
}

/** Which keys, never their values: what a holder writes down is its own. */
function note(ctx: Context, action: AuditAction, erasures: readonly Erasure[]): Promise<void> {
  const named = erasures.filter(({ keys }) => keys.length > 0)
  return auditAll(
    ctx,
    named.map(({ root, keys }) => ({
      action,
      subject: { kind: 'prefix', uuid: null },
      data: { notation: formatPrefix(root.prefix), keys },
    })),
  )
}

function one(described: readonly Described[]): Described {
  const [only] = described
  if (!only) throw new Error('nothing was described')
  return only
}
