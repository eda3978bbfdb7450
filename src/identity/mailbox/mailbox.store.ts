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

interface MailQuery extends Page {
  /** Null shows everybody's, which is for operators. */
  readonly reader: string | null
  readonly search: string | null
}

/** What is read of a mail: to whom, about what, and its text. A sandbox has few enough to look through. */
const saying = (part: string) => query`and (
  strpos(lower(recipient), lower(${part})) > 0
  or strpos(lower(subject), lower(${part})) > 0
  or strpos(lower(body), lower(${part})) > 0)`

/** Newest first. */
export async function listMail(
  ctx: Context,
  { reader, search, ...page }: MailQuery,
): Promise<{ rows: MailRow[]; total: number }> {
  const own = query`and recipient = (select email from person where uuid = ${reader})`
  const matching = query`from mail where true ${reader === null ? nothing : own} ${search === null ? nothing : saying(search)}`
  const rows = await query<MailRow>`
    select uuid, recipient, subject, body, lead, status, created_at ${matching}
    order by created_at desc, uuid desc limit ${page.perPage} offset ${page.offset}`.planned(ctx)
  const [counted] = await query<{ total: number }>`select count(*) as total ${matching}`.planned(ctx)
  return { rows, total: counted?.total ?? 0 }
}
