import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { showLease } from '../../market/index.ts'
import { revokeLetters } from './letter.actions.ts'
import { isLive } from './letter.states.ts'
import { lockLetters, type Letter } from './letter.store.ts'
import { lettersProblem } from '../letters.problems.ts'
import {
  lettersNamedBy,
  lettersOfLeases,
  ownLetters,
  pageOfLease,
  pageOfLessee,
  type AskedLease,
  type LettersOfLeaseQuery,
} from './lessee.store.ts'
import { faultsAt, mostLetters } from './subnet.rules.ts'

export { lettersOfLeases, pageOfLessee as showAllLetters }

/** What a lessee does with its letters. */

export async function showLettersOf(
  ctx: Context,
  query: LettersOfLeaseQuery,
): Promise<{ rows: Letter[]; total: number }> {
  const [page] = await Promise.all([pageOfLease(ctx, query), showLease(ctx, query.lessee, query.lease)])
  return page
}

/** Letters by their own names, or all that leases have, perhaps for one number. */
export type Named = { readonly letters: readonly string[] } | { readonly leases: readonly AskedLease[] }

/** All of them or none; one that is over already stays as it is. In the order of their making. */
export async function revokeNamed(ctx: Context, lessee: string, named: Named): Promise<Letter[]> {
  const uuids = 'letters' in named ? await known(ctx, lessee, named.letters) : await meant(ctx, lessee, named.leases)
  if (uuids.length > mostLetters) throw lettersProblem('too_many_letters')
  const letters: readonly Letter[] = await lockLetters(ctx, uuids)
  const revoked = await revokeLetters(ctx, letters.filter(isLive), 'lessee', null)
  const now = new Map(revoked.map((letter) => [letter.uuid, letter]))
  return letters.map((letter) => now.get(letter.uuid) ?? letter)
}

async function known(ctx: Context, lessee: string, asked: readonly string[]): Promise<string[]> {
  const wanted = asked.map((uuid) => uuid.toLowerCase())
  const found = await ownLetters(ctx, lessee, wanted)
  const own = new Set(found)
  refuseUnknown(
    'loa_uuids',
    wanted.map((uuid) => (own.has(uuid) ? null : `there is no letter ${uuid}`)),
  )
  return found
}

async function meant(ctx: Context, lessee: string, asked: readonly AskedLease[]): Promise<string[]> {
  const found = await lettersNamedBy(ctx, lessee, asked)
  const leases = new Set(found.flatMap(({ lease, place }) => (lease === null ? [] : place)))
  const named = new Set(found.flatMap(({ letter, place }) => (letter === null ? [] : place)))
  refuseUnknown(
    'services',
    asked.map(({ lease, asn }, i) => {
      if (!leases.has(i)) return `there is no service ${lease}`
      return asn === null || named.has(i) ? null : `the service ${lease} has no letter for AS${asn}`
    }),
  )
  return [...new Set(found.flatMap(({ letter }) => letter ?? []))]
}

function refuseUnknown(path: string, faults: readonly (string | null)[]): void {
  const fields = faultsAt(path, faults)
  if (Object.keys(fields).length > 0) throw lettersProblem('letters_not_found', { fields })
}

export const nothingNamed = () =>
  kernelProblem('invalid_fields', {
    fields: { loa_uuids: ['must name at least one letter, unless services does; not both'] },
  })
