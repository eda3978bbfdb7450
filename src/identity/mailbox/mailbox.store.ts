import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import type { MailTable } from '../../kernel/db/rows.gen.ts'
import { nothing, query } from '../../kernel/db/query.ts'

interface MailRow {
  readonly uuid: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly lead: { readonly label: string; readonly url: string } | null
  readonly status: MailTable['status']
  readonly created_at: Date
}

/** Newest first; null shows everybody's, which is for operators. */
export async function listMail(
  ctx: Context,
  reader: string | null,
  page: Page,
): Promise<{ rows: MailRow[]; total: number }> {
  const own = query`where recipient = (select email from person where uuid = ${reader})`
  const matching = query`from mail ${reader === null ? nothing : own}`
  const rows = await query<MailRow>`
    select uuid, recipient, subject, body, lead, status, created_at ${matching}
    order by created_at desc, uuid desc limit ${page.perPage} offset ${page.offset}`.planned(ctx)
  const [counted] = await query<{ total: number }>`select count(*) as total ${matching}`.planned(ctx)
  return { rows, total: counted?.total ?? 0 }
}
