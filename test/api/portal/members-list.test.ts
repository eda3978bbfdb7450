import { beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '../../../src/identity/index.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { anyMember, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'
import { password } from '../../support/world.ts'

const { world, office } = await stageOffice()
beforeAll(async () => {
  const join = (email: string) =>
    world.change((ctx) => createMember(ctx, office.tenant, { email, name: 'One', role: 'viewer' }, password))
  for (const letter of 'gfedcba') await join(`${letter}@example.org`)
  await join('aa@example.org')
  await world.house.pool.query(`update person set password_hash = null where email = 'aa@example.org'`)
})

const list = (query = '', headers: Record<string, string> = office.viewer) =>
  world.call('GET', `/portal/companies/${office.tenant}/members?${query}`, { headers })

describe('GET /portal/companies/{tenantUUID}/members', () => {
  it('shows who belongs to the company, by address, and who has not come yet', async () => {
    const { status, body, text } = await list()
    expect(status).toBe(200)
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 1, per_page: 25, to: 11, total: 11 })
    const emails = body.data.map((member: { email: string }) => member.email)
    expect(emails).toEqual(emails.toSorted())
    expect(body.data.slice(0, 2)).toMatchObject([
      { email: 'a@example.org', name: 'One', role: 'viewer', invited: false },
      { email: 'aa@example.org', name: 'One', role: 'viewer', invited: true },
    ])
    expect(text).not.toContain('argon2')
  })

  it('is walked page by page, and empty past the end', async () => {
    expect(new Set((await walkPages(list, 4)).map((row) => row.uuid)).size).toBe(11)
    expect((await list('page=4&per_page=4')).body).toEqual({
      data: [],
      meta: { current_page: 4, from: null, last_page: 3, per_page: 4, to: null, total: 11 },
    })
  })

  it.each([...refusedPages, 'filter[role]=owner'])('refuses %s', async (query) => {
    expect((await list(query)).body.code).toBe('invalid_fields')
  })

  it('is for members of any role and for operators', async () => {
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(anyMember)
  })
})
