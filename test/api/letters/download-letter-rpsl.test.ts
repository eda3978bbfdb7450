import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asHolder, nowhere } from '../../support/market/holder-letters.ts'
import { fitAsn, letterItem, lettersOf, openLetters, type Lessee, type Office } from '../../support/market/letters.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

/** downloadLetterRpsl: GET /billing/v1/{tenantUUID}/market/letters/{letterUUID}/rpsl. */

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

/** With what was chosen beside it. */
async function bought(given: { radb: 'yes' | 'no'; route: 'yes' | 'no'; inetnum: boolean; exposed: boolean }) {
  const { block } = await lessee.lease()
  const item = letterItem({ subnets: [block] })
  const { product_fields: fields, product_options: options } = item
  await lessee.add({
    ...item,
    product_fields: { ...fields, create_whois_inetnum: given.inetnum, whois_data_exposed: given.exposed },
    product_options: { selection: { ...options.selection, radb: given.radb, route: given.route } },
  })
  const { uuid: cart } = await lessee.cart()
  await lessee.address(cart)
  const { body } = await lessee.checkout(cart)
  return { block, uuid: (await lettersOf(world, body.data.order.uuid))[0]?.uuid ?? '' }
}

describe('the registry objects of a letter', () => {
  it('are one text, to be kept or pasted', async () => {
    const { block, uuid } = await bought({ radb: 'yes', route: 'yes', inetnum: true, exposed: true })
    const { status, headers, text } = await holder.rpsl(uuid)
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/plain; charset=utf-8',
      `attachment; filename="AS${fitAsn}-${block.replace('/', '-')}.txt"`,
    ])
    const objects = text.split(/\n\n/)
    expect(objects[0]).toBe(`% ${block} from AS${fitAsn}`)
    expect(objects.slice(1).map((object) => /^(\w+):.*^source: +(\w+)$/ms.exec(object)?.slice(1, 3))).toEqual([
      ['route', 'RIPE'],
      ['route', 'RADB'],
      ['inetnum', 'RIPE'],
      ['domain', 'RIPE'],
    ])
    expect(text.match(/^descr: +Example Networks B\.V\.$/gm)).toHaveLength(4)
  })

  it('say so where none was asked for', async () => {
    const { uuid } = await bought({ radb: 'no', route: 'no', inetnum: false, exposed: false })
    expect((await holder.rpsl(uuid)).text).toMatch(/^% [\d./]+ from AS\d+\n\n% No registry object was asked for with/)
  })

  it("are the holder's alone", async () => {
    const { uuid } = await bought({ radb: 'no', route: 'yes', inetnum: false, exposed: false })
    const unknown = await holder.rpsl(nowhere)
    for (const company of [await world.client(), lessee]) {
      const answer = await asHolder(world, company).rpsl(uuid)
      expect([answer.status, anonymous(answer)]).toEqual([404, anonymous(unknown)])
    }
  })
})
