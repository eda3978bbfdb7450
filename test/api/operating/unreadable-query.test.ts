import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReachableWorld } from '../../support/server/socket.ts'
import type { World } from '../../support/world.ts'

let world: World
let url: string
beforeAll(async () => {
  ;({ world, url } = await openReachableWorld())
})
afterAll(() => world.close())

const statusOf = async (path: string, init: RequestInit = {}) =>
  (await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(60_000) })).status

describe('a query string that cannot be read', () => {
  it.each(['%ff', 'a=%ff', 'a=%00', '%zz', 'a=%', '%=%'])('"%s" does not take the server down', async (query) => {
    expect(await statusOf(`/.well-known/jwks.json?${query}`)).toBe(400)
    expect(await statusOf('/.well-known/jwks.json')).toBe(200)
    expect(await statusOf(`/nowhere?${query}`)).toBe(404)
    expect(await statusOf(`/oauth2/token?${query}`, { method: 'POST' })).toBe(400)
  })

  it('is no worse than a path that cannot be read', async () => {
    expect(await statusOf('/billing/v1/%ff')).toBe(400)
  })

  it('is refused, and a readable one is not', async () => {
    const { tenant, bearer } = await world.client()
    expect(await statusOf(`/billing/v1/${tenant}/audit-log?page=%ff`, { headers: bearer })).toBe(400)
    expect(await statusOf(`/billing/v1/${tenant}/audit-log?page=1`, { headers: bearer })).toBe(200)
  })
})
