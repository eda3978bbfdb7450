import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { authoritativeTxt, type TxtAnswer } from '../../kernel/outside/authoritative-txt.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { identityAudit } from '../identity.events.ts'
import { isPublicDomain, mailDomain, mostDomains, newDomainToken, recordOf, zonesOf } from './domain.rules.ts'
import {
  deleteDomain,
  findDomain,
  findDomainNamed,
  insertDomain,
  isTaken,
  lockAndCountDomains,
  setProven,
  type Domain,
} from './domain.store.ts'
import { signOnProblem } from './sign-on.problems.ts'

/** The mail domains by which people are sent to their company's provider. */

/** One that is named already is answered as it is. */
export async function addDomain(ctx: Context, tenant: string, typed: string): Promise<Domain> {
  const domain = mailDomain(typed)
  if (domain === null) throw signOnProblem('sso_domain_invalid')
  if (isPublicDomain(domain)) throw signOnProblem('sso_domain_public')
  const count = await lockAndCountDomains(ctx, tenant)
  const known = await findDomainNamed(ctx, tenant, domain)
  if (known) return known
  if (await isTaken(ctx, tenant, domain)) throw signOnProblem('sso_domain_taken')
  if (count >= mostDomains) throw signOnProblem('sso_too_many_domains')
  const row = { uuid: newUuid(), tenant_uuid: tenant, domain, token: newDomainToken(), created_at: ctx.realNow }
  await insertDomain(ctx, row)
  await record(ctx, row, 'domain_added')
  return { ...row, proven_at: null }
}

/** Asks the servers of its zone, between transactions: they take their time. */
export async function proveDomain(ctx: Context, tenant: string, uuid: string): Promise<Domain> {
  const row = await findDomain(ctx, tenant, uuid)
  if (!row) throw kernelProblem('not_found')
  if (row.proven_at !== null) return row
  const { name, text } = recordOf(row)
  const { dnsServers: resolvers, dnsPort: port, ssoPrivateHosts: privateHosts } = ctx.house.config
  const answer = await authoritativeTxt(zonesOf(row.domain), name, { resolvers, port, privateHosts })
  if (!answer.texts?.includes(text)) throw signOnProblem('sso_domain_unproven', { message: whyNot(answer, name) })
  return inTransaction(ctx, async (tx) => {
    if (!(await setProven(tx, row))) {
      if (await findDomain(tx, tenant, uuid)) throw signOnProblem('sso_domain_taken')
      throw kernelProblem('not_found')
    }
    await record(tx, row, 'domain_proven')
    return { ...row, proven_at: ctx.realNow }
  })
}

function whyNot({ zone, texts, fault }: TxtAnswer, name: string): string {
  if (texts !== null)
    return texts.length === 0
      ? `The name servers of ${zone} have no TXT record at ${name} yet; it may take them some minutes.`
      : `The TXT record at ${name} says something else.`
  const why: Readonly<Record<NonNullable<typeof fault>, string>> = {
    undelegated: `No name servers were found for ${zone}.`,
    unresolved: `The name servers of ${zone} have no addresses.`,
    private: `The name servers of ${zone} have no public addresses.`,
    lame: `No name server of ${zone} answered for it.`,
  }
  return why[fault]
}

/** Whoever came by it is out. */
export async function removeDomain(ctx: Context, tenant: string, uuid: string): Promise<void> {
  const row = await deleteDomain(ctx, tenant, uuid)
  if (!row) throw kernelProblem('not_found')
  await record(ctx, row, 'domain_removed')
}

function record(
  ctx: Context,
  { uuid, tenant_uuid: tenant, domain }: Omit<Domain, 'proven_at'>,
  verb: 'domain_added' | 'domain_proven' | 'domain_removed',
): Promise<void> {
  return audit(ctx, {
    action: identityAudit(`sign_on.${verb}`),
    subject: { kind: 'sign_on_domain', uuid },
    tenant,
    data: { domain },
  })
}
