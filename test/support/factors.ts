import { generate } from 'otplib'
import type { Answered, World } from './world.ts'
import { password } from './world.ts'

/** Somebody with an authenticator app, which is another program's: otplib. */

export type Headers = Readonly<Record<string, string>>

interface Guarded {
  readonly uuid: string
  readonly email: string
  readonly headers: Headers
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** What the app shows; `steps` half minutes from now. */
export function codeOf(secret: string, steps = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 * steps })
}

/** Codes used so far count no more; as if half an hour had passed. */
export async function forgetCodes(world: World, person: string): Promise<void> {
  await world.house.pool.query('update totp_factor set last_step = 0 where person_uuid = $1', [person])
}

export async function guarded(world: World, tenant: string, role: 'owner' | 'member' = 'owner'): Promise<Guarded> {
  const { uuid, email, cookie: headers } = await world.person(tenant, role)
  const begun = await world.call('POST', '/portal/me/totp', { headers })
  const { secret } = begun.body.data
  const payload = { code: await codeOf(secret) }
  const confirmed = await world.call('POST', '/portal/me/totp/confirm', { headers, payload })
  if (confirmed.status !== 200) throw new Error(`no factor: ${confirmed.text}`)
  await forgetCodes(world, uuid)
  return { uuid, email, headers, secret, recoveryCodes: confirmed.body.data.recovery_codes }
}

/** The first step: the ticket for the second. */
export async function ticketOf(world: World, email: string, secret = password): Promise<string> {
  const answer = await world.call('POST', '/portal/sign-in', { payload: { email, password: secret } })
  return answer.body.data.second_factor.ticket
}

export const bring = (world: World, payload: Record<string, unknown>): Promise<Answered> =>
  world.call('POST', '/portal/sign-in/second-factor', { payload })

/** As long ago that a weighty deed wants it anew. */
export async function ageProofs(world: World, person: string): Promise<void> {
  await world.house.pool.query(
    `update portal_session set proven_at = now() - interval '11 minutes' where person_uuid = $1`,
    [person],
  )
}
