import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { SignedInPerson as Me } from '../../client/portal.gen.ts'
import { roles, type Role } from '../../src/kernel/endpoint.ts'
import { read } from './query.ts'
import { lastCompany } from './signed-in.ts'

/** Who is signed in, for which company they look at things, and what they may do there. */

export const me = () => ({ ...read('/portal/me'), staleTime: 60_000, retry: false })

type Company = Me['companies'][number]

export function useMe(): Me {
  const { data } = useQuery(me())
  if (!data) throw new Error('only for pages behind the sign-in')
  return data.data
}

/** Its place in addresses: the customer number for members, the UUID for operators who look in. */
export function companyInPath(companies: readonly Company[], param: string): Company | undefined {
  return companies.find(({ uuid, customer_number }) => param === uuid || param === String(customer_number))
}

/** Where one comes in as one is signed in, if there is such a company. */
const firstOf = (companies: readonly Company[]): Company | undefined =>
  companies.find((one) => !one.sign_on_required) ?? companies[0]

export interface Here extends Company {
  /** As in the address, for links: `params={{ company: here.param }}`. */
  readonly param: string
  /** An operator looking in from outside. */
  readonly visiting: boolean
}

/** By itself: who asks for it is not drawn anew when another name of the address changes. */
export const useCompanyParam = (): string | undefined =>
  useParams({ strict: false, select: ({ company }: { company?: string }) => company })

/** The company whose navigation is shown: of this page, or on pages of none the one looked at last. */
export function useCompanyHere(): Here | undefined {
  const company = useCompanyParam()
  const { companies } = useMe()
  const param = company ?? lastCompany.get() ?? ''
  const own = companyInPath(companies, param) ?? (company === undefined ? firstOf(companies) : undefined)
  const visited = useVisited(company !== undefined && own === undefined ? param : null)
  if (own) return { ...own, param: String(own.customer_number), visiting: false }
  const none = { sign_on_required: false, lacks_second_factor: false }
  return visited && { ...visited, role: 'viewer', ...none, param, visiting: true }
}

/** The company of this page. */
export function useCompany(): Here {
  const here = useCompanyHere()
  if (!here) throw new Error('only for pages of a company')
  return here
}

/** Read before the page is shown (`parents.tsx`). */
function useVisited(uuid: string | null) {
  const { data } = useQuery({
    ...read('/billing/v1/{tenantUUID}', { params: { path: { tenantUUID: uuid ?? '' } } }),
    enabled: uuid !== null,
  })
  return uuid === null ? undefined : data?.data
}

/** Why someone may not do what needs this role; nothing when they may. */
export function useWhyNot(needed: Role): string | undefined {
  const { role, status, visiting } = useCompany()
  if (visiting) return 'Operators have read-only access here; only members act for a company.'
  if (roles.indexOf(role) < roles.indexOf(needed))
    return needed === 'owner'
      ? 'Only owners can do this.'
      : 'Viewers have read-only access; ask an owner for another role.'
  if (status === 'suspended' || status === 'closed') return `This company is ${status} and cannot make changes.`
  return undefined
}

/** Whether a state table allows an event now: `whyNotNow(orderStates, order.status, 'cancel')`. */
export function whyNotNow<S extends string, E extends string>(
  machine: { readonly noun: string; can(state: S, event: E): boolean },
  state: S,
  event: E,
): string | undefined {
  const words = (text: string) => text.replaceAll('_', ' ')
  return machine.can(state, event)
    ? undefined
    : `A ${words(machine.noun)} that is ${words(state)} cannot ${words(event)}.`
}
