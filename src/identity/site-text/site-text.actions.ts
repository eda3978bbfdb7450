import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { mustAccept, type SiteTextKind } from './site-text.rules.ts'
import { findText, insertText, type CurrentText, type ShownText } from './site-text.store.ts'

export { listCurrentTexts, listVersions } from './site-text.store.ts'

export async function showText(ctx: Context, kind: SiteTextKind, version: number | null): Promise<ShownText> {
  const text = await findText(ctx, kind, version)
  if (!text) throw kernelProblem('not_found')
  return text
}

interface NewText {
  readonly markdown: string
  /** The version that its writer has read: another one that was published since is not overtaken unseen. */
  readonly follows: number
  readonly askAgain: boolean
}

export async function publishText(
  ctx: Context,
  person: string,
  kind: SiteTextKind,
  { markdown, follows, askAgain }: NewText,
): Promise<CurrentText> {
  const version = follows + 1
  const must_accept = mustAccept(kind, version, askAgain)
  const text = { kind, version, markdown, must_accept, published_at: ctx.realNow, published_by: person }
  if (!(await insertText(ctx, text))) throw identityProblem('text_replaced')
  await audit(ctx, {
    action: identityAudit('site_text.published'),
    subject: { kind: 'site_text', uuid: null },
    tenant: null,
    data: { kind, version, must_accept },
  })
  return text
}
