import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { qrModules } from '../../kernel/qr-code.ts'
import { seal } from '../../kernel/secrets/sealing.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { requireNames } from '../person/name.actions.ts'
import { throttle } from '../person/person.rules.ts'
import { deleteOtherSessions, findPerson, forgetAttempts, lockPerson, type Person } from '../person/person.store.ts'
import { refuseTooMany } from '../person/session.actions.ts'
import {
  confirmTotp as storeConfirmation,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteTotp,
  findTotp,
  hasSecondFactor,
  putTotp,
  replaceRecoveryCodes,
  type TotpFactor,
} from './factor.store.ts'
import { tellOfFactor } from './factor-mail.actions.ts'
import { askForNewPasskey, judgeNewPasskey } from './passkey.actions.ts'
import { deletePasskey, insertPasskey, passkeysOf, renamePasskey as storeName } from './passkey.store.ts'
import { mostPasskeys } from './proof.rules.ts'
import { newRecoveryCode, recoveryCodes, recoveryDigest } from './recovery-code.rules.ts'
import { base32, newTotpSecret, totpStep, totpUri } from './totp.rules.ts'

/** The second factors of somebody, as they set them up and take them down. */

interface OwnSession {
  readonly uuid: string
  readonly userUuid: string
}

export async function factorsOf(ctx: Context, person: string) {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp(ctx, person),
    passkeysOf(ctx, person),
    countRecoveryCodes(ctx, person),
  ])
  return { totp: totp?.confirmed_at ? totp : null, passkeys, codes }
}

async function own(ctx: Context, uuid: string): Promise<Person> {
  const person = await findPerson(ctx, uuid)
  if (!person) throw kernelProblem('session_missing')
  return person
}

/** A secret for an authenticator app; it counts once a code of it has been typed. */
export async function beginTotp(ctx: Context, uuid: string) {
  const { email } = await own(ctx, uuid)
  const secret = newTotpSecret()
  const sealed = await seal(ctx, secret.toString('base64'))
  if (!(await putTotp(ctx, { person_uuid: uuid, sealed }))) throw identityProblem('totp_exists')
  const uri = totpUri(secret, email, `Sublet (${new URL(ctx.house.config.publicUrl).host})`)
  return { secret: base32(secret), uri, modules: await qrModules(uri) }
}

export const secretOf = (ctx: Context, { sealed }: Pick<TotpFactor, 'sealed'>): Buffer =>
  Buffer.from(ctx.house.box.open(sealed), 'base64')

/** Recovery codes come with the first factor. */
export async function confirmTotp(ctx: Context, session: OwnSession, code: string): Promise<readonly string[] | null> {
  const person = await own(ctx, session.userUuid)
  const attempts = `code:${person.uuid}`
  const totp = await findTotp(ctx, person.uuid)
  if (!totp || totp.confirmed_at) throw identityProblem('totp_not_begun')
  await refuseTooMany(ctx, attempts, throttle.code)
  const step = totpStep(secretOf(ctx, totp), code, ctx.realNow)
  if (step === null) throw identityProblem('totp_code_wrong')
  return inTransaction(ctx, async (tx) => {
    await lockPerson(tx, person.uuid)
    const isFirst = !(await hasSecondFactor(tx, person.uuid))
    if (!(await storeConfirmation(tx, person.uuid, totp.created_at, step))) throw identityProblem('totp_not_begun')
    await forgetAttempts(tx, attempts)
    return added(tx, person, session, { isFirst, kind: 'totp', name: null })
  })
}

export const beginPasskey = async (ctx: Context, uuid: string) => askForNewPasskey(ctx, await own(ctx, uuid))

export async function addPasskey(
  ctx: Context,
  session: OwnSession,
  { name, response }: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<readonly string[] | null> {
  requireNames({ name })
  const person = await own(ctx, session.userUuid)
  const passkey = await judgeNewPasskey(ctx, response, person.uuid)
  await lockPerson(ctx, person.uuid)
  if ((await passkeysOf(ctx, person.uuid)).length >= mostPasskeys) throw identityProblem('too_many_passkeys')
  const isFirst = !(await hasSecondFactor(ctx, person.uuid))
  const row = { uuid: newUuid(), person_uuid: person.uuid, name, created_at: ctx.realNow, ...passkey }
  if (!(await insertPasskey(ctx, row))) throw identityProblem('passkey_known')
  return added(ctx, person, session, { isFirst, kind: 'passkey', name })
}

/**
 * Who else is signed in as this person has not brought the first factor: they are out. From then on every live session
 * has, or is the one that set it up.
 */
async function added(
  ctx: Context,
  person: Person,
  session: OwnSession,
  {
    isFirst,
    kind,
    name,
  }: { readonly isFirst: boolean; readonly kind: 'totp' | 'passkey'; readonly name: string | null },
): Promise<readonly string[] | null> {
  if (isFirst) await deleteOtherSessions(ctx, person.uuid, session.uuid)
  await record(ctx, 'factor.added', person.uuid, { kind, ...(name !== null && { name }) })
  await tellOfFactor(ctx, person.email, 'added', kind, name)
  const { left } = await countRecoveryCodes(ctx, person.uuid)
  return left === 0 ? newCodes(ctx, person.uuid) : null
}

async function newCodes(ctx: Context, person: string): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await replaceRecoveryCodes(
    ctx,
    person,
    codes.map((code) => recoveryDigest(person, code)),
  )
  return codes
}

/** The old ones count no more. */
export async function renewRecoveryCodes(ctx: Context, uuid: string): Promise<readonly string[]> {
  const { email } = await own(ctx, uuid)
  await lockPerson(ctx, uuid)
  if (!(await hasSecondFactor(ctx, uuid))) throw identityProblem('no_second_factor')
  const codes = await newCodes(ctx, uuid)
  await record(ctx, 'recovery_code.renewed', uuid)
  await tellOfFactor(ctx, email, 'renewed', 'recovery_code')
  return codes
}

export async function renamePasskey(ctx: Context, person: string, uuid: string, name: string): Promise<void> {
  requireNames({ name })
  if (!(await storeName(ctx, person, uuid, name))) throw kernelProblem('not_found')
  await record(ctx, 'factor.renamed', person, { name })
}

export async function removePasskey(ctx: Context, uuid: string, passkey: string): Promise<void> {
  const person = await own(ctx, uuid)
  await lockPerson(ctx, uuid)
  const name = await deletePasskey(ctx, uuid, passkey)
  if (name === null) throw kernelProblem('not_found')
  await removed(ctx, person, 'passkey', name)
}

export async function removeTotp(ctx: Context, uuid: string): Promise<void> {
  const person = await own(ctx, uuid)
  await lockPerson(ctx, uuid)
  if (!(await deleteTotp(ctx, uuid))) throw kernelProblem('not_found')
  await removed(ctx, person, 'totp', null)
}

/** Recovery codes stand in for a factor: with the last one they go. */
async function removed(
  ctx: Context,
  { uuid, email }: Person,
  kind: 'totp' | 'passkey',
  name: string | null,
): Promise<void> {
  if (!(await hasSecondFactor(ctx, uuid))) await deleteRecoveryCodes(ctx, uuid)
  await record(ctx, 'factor.removed', uuid, { kind, ...(name !== null && { name }) })
  await tellOfFactor(ctx, email, 'removed', kind, name)
}

type Verb = 'factor.added' | 'factor.removed' | 'factor.renamed' | 'recovery_code.renewed'

const record = (ctx: Context, action: Verb, uuid: string, data: Record<string, unknown> = {}): Promise<void> =>
  audit(ctx, { action: identityAudit(action), subject: { kind: 'person', uuid }, tenant: null, data })
