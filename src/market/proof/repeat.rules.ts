import type { Known, RegistryRecord } from '../../network/index.ts'
import { sourceOf } from '../offer/facts.rules.ts'
import { holderNamed, type NamedHolder } from './proof.rules.ts'

/** Whether a block that was proven is still its holder's: only what is seen to speak against it counts, never silence. */

export type Standing =
  | { readonly verdict: 'kept' }
  | { readonly verdict: 'unknown' }
  | { readonly verdict: 'lost'; readonly says: string }

interface Standings {
  readonly block: string
  /** What was published is still there: enough by itself. */
  readonly published: boolean
  /** Whom the record named when it was last looked at, and by whose word. */
  readonly before: NamedHolder
  readonly record: Known<RegistryRecord | null> | null
}

export function standingOf({ block, published, before, record }: Standings): Standing {
  if (published) return { verdict: 'kept' }
  if (record === null || record.stale) return { verdict: 'unknown' }
  if (record.value === null)
    return { verdict: 'lost', says: `The registry no longer has a record of ${block} (${sourceOf(record)}).` }
  const now = holderNamed(record.value)
  // Another's word begins anew: a database and its registry write the same name differently.
  if (before.organisation === null || before.told_by !== now.told_by) return { verdict: 'kept' }
  if (isSameName(before.organisation, record.value.organisation)) return { verdict: 'kept' }
  return {
    verdict: 'lost',
    says: `The record of ${block} names ${record.value.organisation || 'nobody'}, and named ${before.organisation} before (${sourceOf(record)}).`,
  }
}

/** Registries change how they write a name. */
const isSameName = (a: string, b: string): boolean => plain(a) === plain(b)

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
