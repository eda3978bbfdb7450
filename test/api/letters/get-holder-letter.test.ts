import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAnnouncement, aVrp } from '../../support/market/facts.ts'
import { asHolder, nowhere } from '../../support/market/holder-letters.ts'
import { fitAsn, openLetters, type Lessee, type Office } from '../../support/market/letters.ts'
import { revokeLoaa } from '../../support/market/authorisations.ts'
import { know, recordOf } from '../../support/market/offers.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

/** getHolderLetter: GET /billing/v1/{tenantUUID}/market/letters/{letterUUID}. */

let world: World
let office: Office
let holder: ReturnType<typeof asHolder>
let lessee: Lessee
beforeAll(async () => {
  world = await openWorld()
  office = await openLetters(world)
  holder = asHolder(world, office.holder)
  lessee = await office.lessee()
})
afterAll(() => world.close())

async function bought() {
  const { block } = await lessee.lease()
  const [uuid = ''] = await lessee.buy({ subnets: [block] })
  return { block, uuid }
}

const shown = async (uuid: string) => (await holder.show(uuid)).body.data

const todo = async (uuid: string) =>
  (await shown(uuid)).todo.map(({ action, done }: { action: string; done: boolean }) => (done ? `(${action})` : action))

describe('a letter, for the holder of its block', () => {
  it('has its checklist and exactly what to do', async () => {
    const { block, uuid } = await bought()
    const letter = await shown(uuid)
    const [address, cidr] = block.split('/')
    expect(letter).toMatchObject({
      uuid,
      subnet: block,
      address,
      cidr: Number(cidr),
      status: 'Pending',
      create_whois_inetnum: true,
      whois_data_exposed: false,
    })
    expect(letter.readiness[3]).toEqual({
      name: 'roa_requested',
      description: 'The holder has been asked for a ROA.',
      required: true,
      done: true,
      done_at: letter.created_at,
    })
    expect(letter.todo).toEqual([
      {
        action: 'create_roa',
        description: `Publish a ROA for ${block} with origin AS${fitAsn} at your registry, before the route is announced.`,
        done: false,
        roa: { prefix: block, max_length: 24, origin: `AS${fitAsn}` },
        source: null,
        rpsl: null,
      },
      {
        action: 'create_route',
        description: `Create the route object of ${block} for AS${fitAsn} in RIPE; there is no IRR data here to look for it in.`,
        done: false,
        roa: null,
        source: 'RIPE',
        rpsl: [
          `route:          ${block}`,
          `origin:         AS${fitAsn}`,
          'descr:          Leased address space',
          'mnt-by:         YOUR-MAINTAINER',
          'source:         RIPE',
          '',
        ].join('\n'),
      },
      expect.objectContaining({ action: 'create_inetnum', source: 'RIPE', done: false }),
      expect.objectContaining({ action: 'create_domain', source: 'RIPE', done: false }),
      expect.objectContaining({ action: 'confirm', done: false }),
    ])
  })

  it("names the holder's own maintainer as the registry record, or the holder itself, says", async () => {
    const { block, uuid } = await bought()
    const maintainers = ['RIPE-NCC-HM-MNT', 'holder-mnt']
    await know(world, 'registry', [recordOf('45.64.0.0/14', { maintainers })])
    expect((await shown(uuid)).todo[1].rpsl).toContain('mnt-by:         HOLDER-MNT\n')
    await world.house.pool.query(`update offer set maintainer_id = 'MAINT-NAMED' where uuid = $1`, [office.offer.uuid])
    expect((await shown(uuid)).todo[1].rpsl).toContain('mnt-by:         MAINT-NAMED\n')
    await know(world, 'registry', [recordOf(block, { maintainers })])
    expect(await todo(uuid)).toEqual(['create_roa', 'create_route', '(create_inetnum)', 'create_domain', 'confirm'])
  })

  it('says what the data shows already, and after the end what is left', async () => {
    const { block, uuid } = await bought()
    await holder.confirm(uuid)
    await know(world, 'vrps', [aVrp({ prefix: block, asn: fitAsn })])
    await know(world, 'origins', [anAnnouncement({ prefix: block, asn: fitAsn })])
    expect(await todo(uuid)).toEqual(['(create_roa)', 'create_route', 'create_inetnum', 'create_domain'])
    await holder.revoke(uuid)
    expect(await todo(uuid)).toEqual(['await_withdrawal', 'delete_roa'])
    await know(world, 'origins', [])
    expect(await todo(uuid)).toEqual(['delete_roa'])
    await know(world, 'vrps', [])
    expect(await todo(uuid)).toEqual([])
  })

  it('begins with the signature where there is none', async () => {
    const { uuid } = await bought()
    await revokeLoaa(world, office.holder, office.offer.uuid)
    expect((await todo(uuid))[0]).toBe('sign_loaa')
  })
})

describe('what is not there', () => {
  it("is what is not there, another holder's, and the lessee's own", async () => {
    const { rows } = await world.house.pool.query<{ uuid: string }>('select uuid from letter limit 1')
    const uuid = rows[0]?.uuid ?? ''
    const unknown = await holder.show(nowhere)
    for (const company of [await world.client(), lessee]) {
      const answer = await asHolder(world, company).show(uuid)
      expect([answer.status, anonymous(answer)]).toEqual([404, anonymous(unknown)])
    }
    expect((await holder.show('nonsense')).status).toBe(404)
  })
})
