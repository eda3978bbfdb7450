import type { LinkProps } from '@tanstack/react-router'
import type { CompanyHome } from '../../../client/portal.gen.ts'
import { read } from '../../api/query.ts'

/** What the home page asks for, at once. */

export const homePath = '/portal/companies/{tenantUUID}/home'

export const homeOf = (tenantUUID: string) => ({
  ...read(homePath, { params: { path: { tenantUUID } } }),
  staleTime: 0,
})

export type Home = CompanyHome

export type Kind = Home['attention'][number]['kind']

export const waitingOf = ({ attention }: Home, kind: Kind) => attention.find((one) => one.kind === kind)

export const countOf = (home: Home, kind: Kind): number => waitingOf(home, kind)?.count ?? 0

/** A page of the company, with the filter that shows what was counted. */
export const pageOf =
  (company: string) =>
  (to: string, search: object = {}) =>
    ({ to: `/c/$company${to}`, params: { company }, search }) as LinkProps

export const several = (count: number, one: string, many: string): string =>
  count === 1 ? `One ${one}` : `${count.toLocaleString('en')} ${many}`
