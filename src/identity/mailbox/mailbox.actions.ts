import type { Context } from '../../kernel/context.ts'
import type { Caller } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf } from '../../kernel/db/paging.ts'
import { toUnix } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import { listMail } from './mailbox.store.ts'

/** A sandbox has no mail server, so people read here what would have been sent to them; operators read all. */
export async function showMailbox(
  ctx: Context,
  { session }: Caller,
  query: { page?: number; per_page?: number; filter?: { search?: string } },
) {
  if (!ctx.house.config.sandbox) throw identityProblem('sandbox_only')
  const page = pageOf(query, 25)
  const reader = session?.operator ? null : (session?.userUuid ?? '')
  const { rows, total } = await listMail(ctx, { reader, search: query.filter?.search ?? null, ...page })
  const data = rows.map((mail) => ({ ...mail, created_at: toUnix(mail.created_at) ?? 0 }))
  return { data, meta: pageMeta(page, rows.length, total) }
}
