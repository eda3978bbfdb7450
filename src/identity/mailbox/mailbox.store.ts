import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import type { MailTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

interface MailRow {
  readonly uuid: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly status: MailTable['status']
  readonly created_at: Date
}

/** Newest first; null shows everybody's, which is for operators. */
export async function listMail(
  ctx: Context,
  reader: string | null,
  page: Page,
): Promise<{ rows: MailRow[]; total: number }> {
  const matching = ctx.db
    .selectFrom('mail')
    .$if(reader !== null, (q) =>
      q.where('recipient', '=', query<string>`(select email from person where uuid = ${reader}::uuid)`),
    )
  const rows = await matching
    .select(['uuid', 'recipient', 'subject', 'body', 'status', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .limit(page.perPage)
    .offset(page.offset)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
