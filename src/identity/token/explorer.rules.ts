import type { Role } from '../../kernel/endpoint.ts'
import { knownScopes } from '../scope.rules.ts'
import { mayAct, type TenantStatus } from '../company/tenant.states.ts'

/** Tokens by which people try the API: never more than their session and their role give (ADR 101). */

export const explorerSeconds = 600

/** The client that such a token names: no app key is called so. */
export const explorerClient = 'explorer'

interface OwnStanding {
  readonly role: Role
  readonly status: TenantStatus
}

/** What a role gives in the APIs of programs, as the gate has it for people: viewers read, the others also change. */
export const scopesOf = (role: Role): readonly string[] =>
  role === 'viewer' ? knownScopes.filter((scope) => scope.endsWith(':read')) : knownScopes

/** Whether somebody who stands so in a company may have these scopes there, now. */
export const isGiven = ({ role, status }: OwnStanding, scopes: readonly string[]): boolean =>
  mayAct(status) && scopes.every((scope) => scopesOf(role).includes(scope))
