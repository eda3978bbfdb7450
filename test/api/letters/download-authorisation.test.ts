import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadLoaa, revokeLoaa } from '../../support/market/authorisations.ts'
import { makeOffer } from '../../support/market/market.ts'
import type { Client } from '../../support/market/offers.ts'
import { readPdf, textOf } from '../../support/market/pdf.ts'
import { openWorld, type World } from '../../support/world.ts'

/** downloadAuthorisation: GET /billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}/loa-a/download. */

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
})
afterAll(() => world.close())

const wordsOf = (bytes: Buffer) => textOf(bytes).replaceAll(/\s+/g, ' ')

describe('the authorisation on paper', () => {
  it('is one page that says who lets whom do what with which block', async () => {
    const { uuid } = await makeOffer(world, holder.tenant, { block: '45.8.0.0/22' })
    const answer = await downloadLoaa(world, holder, uuid)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="LOA-A-45.8.0.0-22.pdf"',
    ])
    expect(readPdf(answer.rawPayload)).toHaveLength(1)
    const words = wordsOf(answer.rawPayload)
    for (const part of [
      "Holder's authorisation",
      'LOA-A 45.8.0.0/22',
      '45.8.0.0 – 45.8.3.255, 1,024 addresses',
      'Example Networks holds the address block 45.8.0.0/22',
      'signed',
      'Signed electronically by holder@example.net',
      uuid,
    ])
      expect(words).toContain(part)
    expect((await downloadLoaa(world, holder, uuid)).rawPayload.equals(answer.rawPayload)).toBe(true)
  })

  it('says that it was revoked', async () => {
    const { uuid } = await makeOffer(world, holder.tenant, { block: '45.9.0.0/24' })
    await revokeLoaa(world, holder, uuid)
    const words = wordsOf((await downloadLoaa(world, holder, uuid)).rawPayload)
    expect(words).toMatch(/It was revoked on \d+ \w+ \d{4}\./)
    expect(words).not.toContain('It is in force')
  })

  it('is not there before anybody has signed', async () => {
    const { uuid } = await makeOffer(world, holder.tenant, { block: '45.10.0.0/24' })
    const unsigned = `update offer set authorisation = 'pending', authorised_by = null, authorised_at = null where uuid = $1`
    await world.house.pool.query(unsigned, [uuid])
    const answer = await downloadLoaa(world, holder, uuid)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'loaa_not_signed'])
  })

  it("is the holder's alone", async () => {
    const { uuid } = await makeOffer(world, holder.tenant, { block: '45.11.0.0/24' })
    const stranger = await world.client()
    expect((await downloadLoaa(world, stranger, uuid)).statusCode).toBe(404)
    expect((await downloadLoaa(world, holder, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')).statusCode).toBe(404)
  })
})
