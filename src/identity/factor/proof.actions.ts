import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import type { RequestFacts } from '../../kernel/endpoint.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { throttle, ticketDigest } from '../person/person.rules.ts'
import { findPerson, forgetAttempts, forgiveAttempt, renewProof, type Person } from '../person/person.store.ts'
import { beginSession, provenPassword, refuseTooMany } from '../person/session.actions.ts'
import { countTry, findChallenged, takeChallenge } from './challenge.store.ts'
import { secretOf } from './factor.actions.ts'
import { tellOfRecoveryCode } from './factor-mail.actions.ts'
import { countRecoveryCodes, factorWaysOf, findTotp, takeRecoveryCode, takeTotpStep } from './factor.store.ts'
import { askForPasskey, judgePasskey } from './passkey.actions.ts'
import { notePasskeyUse } from './passkey.store.ts'
import type { FactorWay, ProofWay } from './proof.rules.ts'
import { recoveryDigest } from './recovery-code.rules.ts'
import { totpStep } from './totp.rules.ts'

/** Who somebody is, proven: at the sign-in after the password, by a passkey alone, or once more before a weighty deed. */

interface FactorProof {
  readonly code?: string | undefined
  readonly recovery_code?: string | undefined
  readonly passkey?: AuthenticationResponseJSON | undefined
}

interface Proof extends FactorProof {
  readonly password?: string | undefined
}

function requireOne(proof: Proof): void {
  if (Object.values(proof).filter((given) => given !== undefined).length !== 1) throw identityProblem('one_proof')
}

/** Judged before, used up in the transaction of what it is for: of two at once one is left with nothing. */
interface Judged {
  readonly way: FactorWay
  readonly use: (tx: Context) => Promise<void>
}

async function judge(
  ctx: Context,
  person: Person,
  { code, recovery_code: recovery, passkey }: FactorProof,
  purpose: 'second_factor' | 'proof',
): Promise<Judged> {
  if (passkey) return judgedPasskey(ctx, passkey, { purpose, person: person.uuid })
  const attempts = `code:${person.uuid}`
  await refuseTooMany(ctx, attempts, throttle.code)
  if (code !== undefined) return judgedCode(ctx, person, code, attempts)
  return { way: 'recovery_code', use: (tx) => useRecoveryCode(tx, person, recovery ?? '', attempts) }
}

async function judgedPasskey(
  ctx: Context,
  response: AuthenticationResponseJSON,
  asked: Parameters<typeof judgePasskey>[2],
): Promise<Judged & { readonly person: string }> {
  const { passkey, count } = await judgePasskey(ctx, response, asked)
  const use = async (tx: Context) => {
    if (!(await notePasskeyUse(tx, passkey.uuid, count))) throw identityProblem('passkey_refused')
  }
  return { way: 'passkey', use, person: passkey.person_uuid }
}

async function judgedCode(ctx: Context, { uuid }: Person, code: string, attempts: string): Promise<Judged> {
  const totp = await findTotp(ctx, uuid)
  const step = totp?.confirmed_at ? totpStep(secretOf(ctx, totp), code, ctx.realNow) : null
  if (step === null) throw identityProblem('totp_code_wrong')
  const use = async (tx: Context) => {
    if (!(await takeTotpStep(tx, uuid, step))) throw identityProblem('totp_code_wrong')
    await forgetAttempts(tx, attempts)
  }
  return { way: 'code', use }
}

async function useRecoveryCode(tx: Context, { uuid, email }: Person, code: string, attempts: string): Promise<void> {
  if (!(await takeRecoveryCode(tx, uuid, recoveryDigest(uuid, code)))) throw identityProblem('recovery_code_wrong')
  await forgetAttempts(tx, attempts)
  const { left } = await countRecoveryCodes(tx, uuid)
  const own: Context = { ...tx, actor: { kind: 'user', id: uuid } }
  await audit(own, {
    action: identityAudit('recovery_code.used'),
    subject: { kind: 'person', uuid },
    tenant: null,
    data: { left },
  })
  await tellOfRecoveryCode(tx, email, left)
}

interface SignedIn {
  readonly person: Person
  readonly cookie: string
}

/** The second step of a sign-in, with the ticket of the first. */
export async function bringSecondFactor(
  ctx: Context,
  ticket: string,
  proof: FactorProof,
  facts: RequestFacts,
): Promise<SignedIn> {
  requireOne(proof)
  const digest = ticketDigest(ticket)
  const uuid = await countTry(ctx, digest)
  const person = uuid === null ? undefined : await findPerson(ctx, uuid)
  if (!person) throw identityProblem('challenge_invalid')
  const { way, use } = await judge(ctx, person, proof, 'second_factor')
  return inTransaction(ctx, async (tx) => {
    const before = await takeChallenge(tx, digest)
    if (!before) throw identityProblem('challenge_invalid')
    await use(tx)
    return { person, cookie: await beginSession(tx, person, facts, { provenBy: [...before, way] }) }
  })
}

/** For whoever holds the ticket of a first step, or, without one, for whoever has a passkey. */
export async function askAtSignIn(ctx: Context, ticket: string | undefined) {
  if (ticket === undefined) return askForPasskey(ctx, 'sign_in', null)
  const person = await findChallenged(ctx, ticketDigest(ticket))
  if (person === null) throw identityProblem('challenge_invalid')
  return askForPasskey(ctx, 'second_factor', person)
}

/** Without address and password: the passkey says whose it is, and its device that they unlocked it. */
export async function signInByPasskey(
  ctx: Context,
  response: AuthenticationResponseJSON,
  facts: RequestFacts,
): Promise<SignedIn> {
  const attempts = `address:${facts.ip}`
  await refuseTooMany(ctx, attempts, throttle.address)
  const { person: uuid, use } = await judgedPasskey(ctx, response, { purpose: 'sign_in', person: null })
  const person = await findPerson(ctx, uuid)
  if (!person) throw identityProblem('passkey_refused')
  return inTransaction(ctx, async (tx) => {
    await use(tx)
    await forgiveAttempt(tx, attempts)
    return { person, cookie: await beginSession(tx, person, facts, { provenBy: ['passkey'] }) }
  })
}

interface OwnSession {
  readonly uuid: string
  readonly userUuid: string
}

/** By what somebody proves once more who they are: their factors, or the password where there are none. */
export async function proofWaysOf(ctx: Context, uuid: string): Promise<readonly ProofWay[]> {
  const ways = await factorWaysOf(ctx, uuid)
  if (ways.length > 0) return ways
  const person = await findPerson(ctx, uuid)
  return typeof person?.password_hash === 'string' ? ['password'] : []
}

export async function prove(ctx: Context, session: OwnSession, proof: Proof): Promise<void> {
  requireOne(proof)
  const person = await findPerson(ctx, session.userUuid)
  if (!person) throw kernelProblem('session_missing')
  const { way, use } =
    proof.password === undefined
      ? await judge(ctx, person, proof, 'proof')
      : await judgedPassword(ctx, person, proof.password)
  await inTransaction(ctx, async (tx) => {
    await use(tx)
    await renewProof(tx, session.uuid)
    await audit(tx, {
      action: identityAudit('session.proven'),
      subject: { kind: 'session', uuid: session.uuid },
      tenant: null,
      data: { by: way },
    })
  })
}

async function judgedPassword(ctx: Context, person: Person, password: string) {
  if ((await factorWaysOf(ctx, person.uuid)).length > 0) throw identityProblem('second_factor_wanted')
  const attempts = `password:${person.uuid}`
  await refuseTooMany(ctx, attempts, throttle.account)
  if (!(await provenPassword(person, password))) throw identityProblem('password_wrong')
  return { way: 'password' as const, use: (tx: Context) => forgetAttempts(tx, attempts) }
}
