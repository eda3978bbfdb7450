import { describe, expect, it } from 'vitest'
import { addMethod } from '../../../src/invoicing/index.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { companyIn } from '../../support/market/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageWorld } from '../../support/stages.ts'

const world = await stageWorld()
const companyWith = companyIn(world)

describe('DELETE /ecommerce/public/{user_id}/payment-methods/{paymentMethod_uuid}', () => {
  it('removes one, and the newest of the others is the default after the default one', async () => {
    const { methods, call, theDefault } = await companyWith(3)
    const [oldest = '', middle = '', newest = ''] = methods
    await call('PATCH', `/${oldest}`, { make_default: true })
    const { status, text } = await call('DELETE', `/${oldest}`)
    expect([status, text]).toEqual([204, ''])
    expect(await theDefault()).toBe(newest)
    await call('DELETE', `/${middle}`)
    expect(await theDefault()).toBe(newest)
    expect((await call('GET')).body.data).toHaveLength(1)
    expect(outcomeOf(await call('DELETE', `/${oldest}`))).toBe('404 not_found')
  })

  it('leaves the last one, also when both are removed at once', async () => {
    const { methods, call } = await companyWith(2)
    const answers = await Promise.all(methods.map((uuid) => call('DELETE', `/${uuid}`)))
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set([204, '422 last_payment_method']))
    expect((await call('GET')).body).toMatchObject({ data: [{ is_default: true }], meta: { total: 1 } })
  })

  it('does not know what is foreign', async () => {
    const { call } = await companyWith(2)
    const foreign = await companyWith(2)
    expect(outcomeOf(await call('DELETE', `/${foreign.methods[0]}`))).toBe('404 not_found')
    expect((await foreign.call('GET')).body.meta.total).toBe(2)
  })

  it('lets the cart that was to be paid by it be paid by the default', async () => {
    const { tenant, methods, call } = await companyWith(2)
    const { pool } = world.house
    await pool.query(
      `insert into cart (uuid, tenant_uuid, status, payment_method_uuid, created_at, changed_at)
       values ($1, $2, 'open', $3, now(), now())`,
      [newUuid(), tenant, methods[0]],
    )
    await call('DELETE', `/${methods[0]}`)
    const { rows } = await pool.query('select payment_method_uuid from cart where tenant_uuid = $1', [tenant])
    expect(rows).toEqual([{ payment_method_uuid: null }])
  })

  it('is replayed by its Idempotency-Key', async () => {
    const { tenant, bearer, methods } = await companyWith(2)
    await addMethod(world.ctx, tenant, { type: 'manual', card: null, token: null, makeDefault: false })
    const remove = () =>
      world.call('DELETE', `/ecommerce/public/${tenant}/payment-methods/${methods[0]}`, {
        headers: { ...bearer, 'idempotency-key': 'gone' },
      })
    expect([outcomeOf(await remove()), outcomeOf(await remove())]).toEqual([204, 204])
  })
})
