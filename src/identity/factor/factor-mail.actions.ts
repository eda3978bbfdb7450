import type { Context } from '../../kernel/context.ts'
import { sendMail } from '../../kernel/work/mail.ts'

/** People are told what happens to the ways they sign in by; it is about access, so it cannot be turned off. */

type Kind = 'totp' | 'passkey' | 'recovery_code'

const subjects: Readonly<Record<Kind, string>> = {
  totp: 'authenticator app',
  passkey: 'passkey',
  recovery_code: 'recovery codes',
}

export async function tellOfFactor(
  ctx: Context,
  to: string,
  verb: 'added' | 'removed' | 'renewed',
  kind: Kind,
  name: string | null = null,
): Promise<void> {
  const what = subjects[kind]
  const called = name === null ? '' : ` "${name}"`
  const said = {
    added: `Your account is now also protected by the ${what}${called}.`,
    removed: `The ${what}${called} was removed from your account and signs nobody in any more.`,
    renewed: 'Your account has new recovery codes; the old ones work no more.',
  }
  await tell(ctx, to, `${what.charAt(0).toUpperCase()}${what.slice(1)} ${verb}`, said[verb])
}

export const tellOfRecoveryCode = (ctx: Context, to: string, left: number): Promise<void> =>
  tell(
    ctx,
    to,
    'Recovery code used',
    `A recovery code was used to prove that it is you. ${left === 0 ? 'It was the last one: make new ones.' : `There ${left === 1 ? 'is 1' : `are ${left}`} left.`}`,
  )

export const tellOfReset = (ctx: Context, to: string): Promise<void> =>
  tell(
    ctx,
    to,
    'Your second factor was reset',
    'An operator removed the authenticator app, the passkeys and the recovery codes of your account, and ended its sessions. Sign in with your password and set up a second factor again.',
  )

async function tell(ctx: Context, to: string, subject: string, said: string): Promise<void> {
  await sendMail(ctx, {
    to,
    subject,
    text: `${said}\n\nIf this was not you, change your password at once and look at your sessions.\n`,
    lead: { label: 'Look at your security settings', url: `${ctx.house.config.publicUrl}/account/security` },
    foot: 'You get this because it is about how you sign in; it cannot be turned off.',
  })
}
