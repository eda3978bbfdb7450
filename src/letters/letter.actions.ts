import type { Context } from '../kernel/context.ts'
import { emitAll } from '../kernel/events.ts'
import { moveAll } from '../kernel/moves.ts'
import { letterStates } from './letter.states.ts'
import { lockLiveLettersOf, type Letter } from './letter.store.ts'
import { sealLetters } from './seal.actions.ts'

/** The life of letters after they were bought. All in sets: as many statements for five hundred as for one. */

export type ReleasedBy = NonNullable<Letter['released_by']>
export type RevokedBy = NonNullable<Letter['revoked_by']>

/** Pending ones, which the caller has locked and seen to be ready. From now on they are in force, signed and verifiable. */
export async function releaseLetters(ctx: Context, letters: readonly Letter[], by: ReleasedBy): Promise<Letter[]> {
  const seals = await sealLetters(ctx, letters)
  const released = letters.map((from, i) => ({ from, set: { released_at: ctx.now, released_by: by, ...seals[i] } }))
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

/** All that is live of leases that end now, in the transaction that ends them. */
export async function expireLettersOf(ctx: Context, leases: readonly string[]): Promise<Letter[]> {
  const set = { ended_at: ctx.now }
  return moveLetters(
    ctx,
    'expire',
    (await lockLiveLettersOf(ctx, leases)).map((from) => ({ from, set })),
  )
}

const told = { release: 'released', revoke: 'revoked', expire: 'expired' } as const

interface Moving {
  readonly from: Letter
  readonly set: Partial<Letter>
}

async function moveLetters(ctx: Context, event: keyof typeof told, moving: readonly Moving[]): Promise<Letter[]> {
  const rows = moving.map(({ from: { uuid, tenant_uuid: tenant, status, block, asn }, set }) => {
    const { revoked_by: by, reason } = set
    return { uuid, tenant, from: status, set, data: { block, asn, ...(by ? { by, reason } : {}) } }
  })
  await moveAll(ctx, letterStates, 'letter', event, rows)
  const moved = moving.map(({ from, set }) => ({
    ...from,
    ...set,
    status: letterStates.next(from.status, event) ?? from.status,
  }))
  await emitAll(
    ctx,
    moved.map((letter) => ({ type: `letter.${told[event]}`, tenant: letter.tenant_uuid, data: newsOf(letter) })),
  )
  return moved
}

export const newsOf = ({ uuid, lease_uuid, block, asn, status }: Letter) => ({ uuid, lease_uuid, block, asn, status })
