import { describe, expect, it } from 'vitest'
import { statusWith } from '../../support/oauth.ts'
import { noSession, notTheirRole, notTheirs, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'
import { openWorld } from '../../support/world.ts'

const { world, office } = await stageOffice()

async function uuidOf(clientId: string): Promise<string> {
  const { rows } = await world.house.pool.query('select uuid from app_key where client_id = $1', [clientId])
  return String(rows[0].uuid)
}
const revoke = (uuid: string, headers: Record<string, string> = office.owner) =>
  world.call('DELETE', `/portal/companies/${office.tenant}/app-keys/${uuid}`, { headers })

describe('DELETE /portal/companies/{tenantUUID}/app-keys/{keyUUID}', () => {
  it("ends the key's tokens on every node within a second, and no other's", async () => {
    const neighbour = await openWorld({ beside: world })
    const [key, other] = [await world.key(office.tenant), await world.key(office.tenant)]
    const [token, kept] = [await world.token(key), await world.token(other)]
    expect(await statusWith(neighbour, office.tenant, token)).toBe(200)
    const { status, body } = await revoke(await uuidOf(key.clientId))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ client_id: key.clientId, secrets: [] })
    expect(Math.abs(body.data.revoked_at - Date.now() / 1_000)).toBeLessThan(5)
    for (const node of [world, neighbour]) {
      await expect.poll(() => statusWith(node, office.tenant, token), { interval: 50 }).toBe(401)
      expect(await statusWith(node, office.tenant, kept)).toBe(200)
    }
    await neighbour.close()
  })

  it('changes nothing the second time', async () => {
    const uuid = await uuidOf((await world.key(office.tenant)).clientId)
    const [first, second] = [await revoke(uuid), await revoke(uuid)]
    expect(second.body).toEqual(first.body)
    const { rows } = await world.house.pool.query(
      `select action from audit_entry where subject_uuid = $1 and action = 'app_key.revoked'`,
      [uuid],
    )
    expect(rows).toHaveLength(1)
  })

  it("does not tell another company's key from none", async () => {
    const foreign = await world.key(await world.tenant())
    const uuids = [await uuidOf(foreign.clientId), '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', 'none']
    const bodies = []
    for (const uuid of uuids) bodies.push({ ...(await revoke(uuid)).body, request_id: '' })
    expect(bodies[0]).toMatchObject({ code: 'not_found' })
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]])
    expect(await world.token(foreign)).toBeTypeOf('string')
  })

  it('is for owners and operators', async () => {
    const outcomes = await outcomesFor(office, async (headers) =>
      revoke(await uuidOf((await world.key(office.tenant)).clientId), headers),
    )
    expect(outcomes).toEqual({
      nobody: noSession,
      stranger: notTheirs,
      viewer: notTheirRole,
      member: notTheirRole,
      owner: 200,
      operator: 200,
    })
  })
})
