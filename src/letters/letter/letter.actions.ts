import type { Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { isLive, letterStates } from './letter.states.ts'
import { liveLettersOfOrder, lockLetters, lockLettersOfEnded, type Letter } from './letter.store.ts'
import { tellOfLetters } from './news.actions.ts'
import { sealLetters } from '../signing/seal.actions.ts'

/** The life of letters after they were bought. All in sets: as many statements for five hundred as for one. */

type ReleasedBy = NonNullable<Letter['released_by']>
type RevokedBy = NonNullable<Letter['revoked_by']>

/**
 * Pending ones, which the caller has locked and seen to be ready. From now on they are in force, signed and verifiable. A
 * word may be given despite what our data does not show.
 */
export async function releaseLetters(
  ctx: Context,
  letters: readonly Letter[],
  by: ReleasedBy,
  despite: Letter['released_despite'] = null,
): Promise<Letter[]> {
  const seals = await sealLetters(ctx, letters)
  const released = letters.map((letter, i) => ({
    from: letter,
    set: {
      released_at: ctx.now,
      released_by: by,
      released_despite: despite,
      asn_valid_at: letter.asn_valid_at ?? ctx.now,
      authorised_at: letter.authorised_at ?? ctx.now,
      ...seals[i],
    },
  }))
  return moveLetters(ctx, 'release', released)
}

/** Live ones, which the caller has locked. */
export async function revokeLetters(
  ctx: Context,
  letters: readonly Letter[],
  by: RevokedBy,
  reason: string | null,
): Promise<Letter[]> {
  const set = { revoked_at: ctx.now, revoked_by: by, reason, ended_at: ctx.now }
  return moveLetters(
    ctx,
    'revoke',
    letters.map((from) => ({ from, set })),
  )
}

/** The marketplace gives the money back, and takes the letters. */
export async function revokeLettersOfOrder(ctx: Context, order: string, reason: string): Promise<void> {
  const letters = await lockLetters(ctx, await liveLettersOfOrder(ctx, order))
  await revokeLetters(ctx, letters.filter(isLive), 'operator', reason)
}

/** All that is live of leases that have ended, in the transaction that ended them and as of the same time. */
export async function expireLettersOf(ctx: Context, leases: readonly string[]): Promise<Letter[]> {
  const ended = await lockLettersOfEnded(ctx, leases)
  return moveLetters(
    ctx,
    'expire',
    ended.map(({ letter, endedAt }) => ({ from: letter, set: { ended_at: endedAt } })),
  )
}

const told = { release: 'released', revoke: 'revoked', expire: 'expired' } as const

/** In whose log it stands: a lessee's does not name the holder's key. */
const whoseDeed = ({ tenant_uuid, holder_uuid }: Letter, set: Partial<Letter>): string =>
  set.revoked_by === 'holder' || set.released_by === 'holder' ? holder_uuid : tenant_uuid

interface Moving {
  readonly from: Letter
  readonly set: Partial<Letter>
}

async function moveLetters(ctx: Context, trigger: keyof typeof told, moving: readonly Moving[]): Promise<Letter[]> {
  const rows = moving.map(({ from, set }) => {
    const { uuid, status, block, asn } = from
    const { revoked_by: by, reason, released_despite: despite } = set
    const data = { block, asn, ...(by ? { by, reason } : {}), ...(despite ? { despite } : {}) }
    return { uuid, tenant: whoseDeed(from, set), from: status, set, data }
  })
  await moveAll(ctx, letterStates, 'letter', trigger, rows)
  const moved = moving.map(({ from, set }) => ({
    ...from,
    ...set,
    status: letterStates.next(from.status, trigger) ?? from.status,
  }))
  await tellOfLetters(ctx, told[trigger], moved)
  return moved
}
