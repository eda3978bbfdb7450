import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditActions } from '../../../src/kernel/audit-action.ts'
import { audit, checkChain, sealAudit, type ChainReport } from '../../../src/kernel/audit.ts'
import { query, raw } from '../../../src/kernel/db/query.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const testAudit = auditActions<`test.${string}`>()

const write = (action: `test.${string}`, data: Record<string, unknown> = {}) =>
  world.change((ctx) => audit(ctx, { action: testAudit(action), subject: { kind: 'test', uuid: null }, data }))

async function writeMany(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, i) => write(`test.${i}`, { i, text: 'ä \u{1f600} "' })))
}

/** As only the owner of the database can, with the guard switched off; undone once the chain has been looked at. */
async function reportAfter(statements: readonly string[]): Promise<ChainReport> {
  const undone = new Error('undone')
  let report: ChainReport | undefined
  const tampered = world.change(async (ctx) => {
    await query`alter table audit_entry disable trigger all`.planned(ctx)
    for (const statement of statements) await raw(statement).planned(ctx)
    report = await checkChain(ctx.db)
    throw undone
  })
  await expect(tampered).rejects.toBe(undone)
  if (!report) throw new Error('no report')
  return report
}

describe('the audit log', () => {
  it('is sealed into one chain, however many write and seal at once', async () => {
    const before = (await checkChain(world.house.db)).unsealed
    const sealers = Array.from({ length: 4 }, async () => {
      let sealed = 0
      for (let i = 0; i < 5; i++) sealed += await sealAudit(world.house.db)
      return sealed
    })
    await Promise.all([writeMany(60), ...sealers])
    await sealAudit(world.house.db)
    const report = await checkChain(world.house.db)
    expect(report).toMatchObject({ sealed: before + 60, unsealed: 0, broken: [] })
    expect(report.head).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is written with the deed or not at all', async () => {
    const { unsealed } = await checkChain(world.house.db)
    const failing = world.change(async (ctx) => {
      await audit(ctx, { action: testAudit('test.undone'), subject: { kind: 'test', uuid: null } })
      throw new Error('undo')
    })
    await expect(failing).rejects.toThrow('undo')
    expect((await checkChain(world.house.db)).unsealed).toBe(unsealed)
  })

  it('grows by what comes after, without touching what was', async () => {
    await writeMany(3)
    await sealAudit(world.house.db)
    const { head, sealed } = await checkChain(world.house.db)
    await write('test.later')
    expect(await sealAudit(world.house.db)).toBe(1)
    const later = await checkChain(world.house.db)
    expect([later.sealed, later.broken]).toEqual([sealed + 1, []])
    expect(later.head).not.toBe(head)
  })

  it.each([
    'update audit_entry set action = action',
    "update audit_entry set data = '{}'",
    'update audit_entry set position = null, hash = null',
    'delete from audit_entry',
    'truncate audit_entry',
  ])('refuses: %s', async (statement) => {
    await writeMany(2)
    await sealAudit(world.house.db)
    await expect(world.house.pool.query(statement)).rejects.toMatchObject({ code: '23001' })
    expect((await checkChain(world.house.db)).broken).toEqual([])
  })

  it('refuses to change what is not sealed yet', async () => {
    await write('test.fresh')
    const change = "update audit_entry set action = 'test.other' where action = 'test.fresh'"
    await expect(world.house.pool.query(change)).rejects.toMatchObject({ code: '23001' })
    await expect(world.house.pool.query("delete from audit_entry where action = 'test.fresh'")).rejects.toThrow(/audit/)
  })
})

describe('tampering behind its back is found', () => {
  const at = 'position = 3'
  it.each([
    ['another deed', `update audit_entry set action = 'test.innocent' where ${at}`],
    ['another actor', `update audit_entry set actor_id = 'someone else' where ${at}`],
    ['another time', `update audit_entry set happened_at = happened_at + interval '1 microsecond' where ${at}`],
    ['another company', `update audit_entry set tenant_uuid = gen_random_uuid() where ${at}`],
    ['other data', `update audit_entry set data = data || '{"more": 1}' where ${at}`],
    ['another hash', `update audit_entry set hash = sha256('x') where ${at}`],
    ['an entry removed', `delete from audit_entry where ${at}`],
    ['an entry unsealed', `update audit_entry set position = null, hash = null where ${at}`],
    [
      'two entries exchanged',
      'update audit_entry set position = case position when 3 then -4 else -3 end where position in (3, 4)',
      'update audit_entry set position = -position where position < 0',
    ],
  ])('%s', async (_what, ...statements) => {
    await writeMany(6)
    await sealAudit(world.house.db)
    expect((await checkChain(world.house.db)).broken).toEqual([])
    const { broken } = await reportAfter(statements)
    expect(broken.length).toBeGreaterThan(0)
    expect(Math.min(...broken)).toBeGreaterThanOrEqual(3)
  })
})
