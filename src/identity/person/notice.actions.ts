import type { Context } from '../../kernel/context.ts'
import type { Heard, News } from '../../kernel/work/event-table.ts'
import { listener, type Listener } from '../../kernel/work/events.ts'
import { sendMail } from '../../kernel/work/mail.ts'
import { identityEvents } from '../identity.events.ts'
import { ownersOf } from '../member/member.store.ts'

/** What a company's owners are told by mail, so that nothing about access happens behind their backs. */

export interface Notice {
  readonly subject: string
  readonly text: string
}

const notices = identityEvents.onEach<Notice>({
  'app_key.created': ({ name }) => ({
    subject: `New app key "${name}"`,
    text: `An app key named "${name}" was created for your company. If this was not you, revoke it at once.\n`,
  }),
  'app_key.revoked': ({ name }) => ({
    subject: `App key "${name}" revoked`,
    text: `The app key named "${name}" was revoked; its access tokens no longer work.\n`,
  }),
  'tenant.activate': ({ title }) => ({
    subject: `${title} is active`,
    text: `${title} may now lease and list address space.\n`,
  }),
  'tenant.suspend': ({ title }) => ({
    subject: `${title} is suspended`,
    text: `${title} was suspended by an operator. Reply to this mail to ask why.\n`,
  }),
})

/** The owners of the company that news are of are mailed what is written for their type, if anything is. */
export function ownersHear(name: string, written: Heard<News> & { of(news: News): Notice | undefined }): Listener {
  return listener({
    name,
    hears: [written],
    hear: async (ctx, news) => {
      const notice = written.of(news)
      if (notice && news.tenant !== null) await mailOwners(ctx, news.tenant, notice)
    },
  })
}

export const tellOwners = ownersHear('identity.tell_owners', notices)

export async function mailOwners(ctx: Context, tenant: string, notice: Notice): Promise<void> {
  for (const to of await ownersOf(ctx, tenant)) await sendMail(ctx, { to, tenant, ...notice })
}
