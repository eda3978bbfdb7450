import type { Context } from '../../kernel/context.ts'
import type { Listener, News } from '../../kernel/work/events.ts'
import { sendMail } from '../../kernel/work/mail.ts'
import { ownersOf } from '../member/member.store.ts'

/** What a company's owners are told by mail, so that nothing about access happens behind their backs. */

export interface Notice {
  readonly subject: string
  readonly text: string
}

const notices: Record<string, (data: News['data']) => Notice> = {
  'app_key.created': ({ name }) => ({
    subject: `New app key "${String(name)}"`,
    text: `An app key named "${String(name)}" was created for your company. If this was not you, revoke it at once.\n`,
  }),
  'app_key.revoked': ({ name }) => ({
    subject: `App key "${String(name)}" revoked`,
    text: `The app key named "${String(name)}" was revoked; its access tokens no longer work.\n`,
  }),
  'tenant.activate': ({ title }) => ({
    subject: `${String(title)} is active`,
    text: `${String(title)} may now lease and list address space.\n`,
  }),
  'tenant.suspend': ({ title }) => ({
    subject: `${String(title)} is suspended`,
    text: `${String(title)} was suspended by an operator. Reply to this mail to ask why.\n`,
  }),
}

export const noticedEvents: readonly string[] = Object.keys(notices)

export const tellOwners: Listener = {
  name: 'identity.tell_owners',
  hear: async (ctx: Context, { type, tenant, data }) => {
    const notice = notices[type]?.(data)
    if (!notice || tenant === null) return
    await mailOwners(ctx, tenant, notice)
  },
}

export async function mailOwners(ctx: Context, tenant: string, notice: Notice): Promise<void> {
  for (const to of await ownersOf(ctx, tenant)) await sendMail(ctx, { to, tenant, ...notice })
}
