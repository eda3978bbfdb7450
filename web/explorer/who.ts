import type { SignedInPerson } from '../../client/portal.gen.ts'
import type { Trial } from '../../src/kernel/http/docs/trial.rules.ts'

type Company = SignedInPerson['companies'][number]

/** Companies that can have tokens. */
export const openCompanies = ({ companies }: SignedInPerson): Company[] =>
  companies.filter(({ status }) => status === 'pending' || status === 'active')

/** What may be chosen, the least that suffices first: reading takes less than changing, and viewers only read. */
export function scopesFor({ method, scope }: Trial, { role }: Company): string[] {
  if (scope === null) return []
  const [reading, full] = [`${scope}:read`, scope]
  if (role === 'viewer') return [reading]
  return method === 'GET' ? [reading, full] : [full, reading]
}

/** Why this person cannot run it for this company; nothing when they can. */
export function whyNot({ method, scope }: Trial, company: Company | undefined): string | undefined {
  if (scope === null) return undefined
  if (!company) return 'You belong to no company that can have a token.'
  return method !== 'GET' && company.role === 'viewer'
    ? `You are a viewer of ${company.title}: viewers have read-only access; ask an owner for another role.`
    : undefined
}
