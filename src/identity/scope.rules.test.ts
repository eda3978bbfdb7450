import { expect, it } from 'vitest'
import { endpoint } from '../kernel/endpoint.ts'
import { knownScopes } from './scope.rules.ts'

const shown = { route: 'GET /x', tag: 'X', summary: 'X', handle: () => ({}) } as const

it('scopes are the only ones that an endpoint can ask for', () => {
  const known = endpoint({ ...shown, id: 'known', access: { by: 'token', scope: 'dns' } })
  // @ts-expect-error Nobody grants it.
  const unknown = endpoint({ ...shown, id: 'unknown', access: { by: 'token', scope: 'everything' } })
  const wanted = [known, unknown].map(({ access }) => (access.by === 'token' ? access.scope : ''))
  expect(wanted.map((scope) => knownScopes.includes(scope))).toEqual([true, false])
})
