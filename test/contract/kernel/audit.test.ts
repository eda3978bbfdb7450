import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditActions } from '../../../src/kernel/audit-action.ts'
import { audit, auditAll, checkChain, sealAudit, type ChainReport } from '../../../src/kernel/audit.ts'
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

/** Three entries of one transaction in one log. */
const writeSeveral = () =>
  world.change(async (ctx) => {
    const subject = { kind: 'test', uuid: null }
    await audit(ctx, { action: testAudit('test.several'), subject, data: { n: 1 } })
    await auditAll(ctx, [
      { action: testAudit('test.second'), subject, data: { n: 2 } },
      { action: testAudit('test.third'), subject, data: { n: 3 } },
    ])
  })

/** As only the owner of the database can, with the guard switched off; undone once the chain has been looked at. */
async function reportAfter(statements: readonly string[]): Promise<ChainReport> {
  const undone = new Error('undone')
  let report: ChainReport | undefined
  const tampered = world.change(async (ctx) => {
    await query`alter table audit_deed disable trigger all`.planned(ctx)
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

  it('keeps what one transaction says in one log as one row, and shows each entry', async () => {
    await writeSeveral()
    const { rows } = await world.house.pool.query(
      `select action, data, nth, deed_uuid = first_value(uuid) over (order by nth) as together from audit_entry
       where deed_uuid = (select uuid from audit_deed where action = 'test.several' order by uuid desc limit 1) order by uuid`,
    )
    expect(rows).toEqual([
      { action: 'test.several', data: { n: 1 }, nth: 0, together: true },
      { action: 'test.second', data: { n: 2 }, nth: 1, together: true },
      { action: 'test.third', data: { n: 3 }, nth: 2, together: true },
    ])
  })

  it('keeps apart what is of another log, by another actor or of a company', async () => {
    const [mine, theirs] = [await world.tenant('Mine'), await world.tenant('Theirs')]
    const action = testAudit('test.apart')
    await world.change(async (ctx) => {
      const subject = { kind: 'test', uuid: null }
      for (const tenant of [mine, theirs]) await audit(ctx, { action, subject, tenant })
      await audit({ ...ctx, actor: { kind: 'system', id: 'another' } }, { action, subject, tenant: mine })
      for (const tenant of [mine, mine]) await audit(ctx, { action, subject: { kind: 'tenant', uuid: tenant }, tenant })
    })
    const { rows } = await world.house.pool.query(
      `select count(*)::int as rows, sum(entries)::int as entries from audit_deed where action = 'test.apart'`,
    )
    expect(rows).toEqual([{ rows: 5, entries: 5 }])
  })

  it('keeps no more than 32 entries in a row', async () => {
    const entry = { action: testAudit('test.crowd'), subject: { kind: 'test', uuid: null } }
    await world.change((ctx) =>
      auditAll(
        ctx,
        Array.from({ length: 70 }, () => entry),
      ),
    )
    const { rows } = await world.house.pool.query(
      `select array_agg(entries order by uuid) as entries from audit_deed where action = 'test.crowd'`,
    )
    expect(rows[0].entries).toEqual([32, 32, 6])
  })

  it('hashes an entry that came alone as before deeds had several', async () => {
    await write('test.alone', { n: 1 })
    await sealAudit(world.house.db)
    const { rows } = await world.house.pool.query(
      `select hash = sha256((select hash from audit_deed where position = e.position - 1) || convert_to(jsonb_build_array(
         position, uuid, tenant_uuid, extract(epoch from happened_at)::text, actor_kind, actor_id, request_id, action,
         subject_kind, subject_uuid, data)::text, 'UTF8')) as same
       from audit_deed e where action = 'test.alone'`,
    )
    expect(rows).toEqual([{ same: true }])
  })

  it.each([
    'update audit_deed set action = action',
    "update audit_deed set data = '{}'",
    'update audit_deed set position = null, hash = null',
    'delete from audit_deed',
    'truncate audit_deed',
  ])('refuses: %s', async (statement) => {
    await writeMany(2)
    await sealAudit(world.house.db)
    await expect(world.house.pool.query(statement)).rejects.toMatchObject({ code: '23001' })
    expect((await checkChain(world.house.db)).broken).toEqual([])
  })

  it('refuses to change what is not sealed yet', async () => {
    await write('test.fresh')
    const change = "update audit_deed set action = 'test.other' where action = 'test.fresh'"
    await expect(world.house.pool.query(change)).rejects.toMatchObject({ code: '23001' })
    await expect(world.house.pool.query("delete from audit_deed where action = 'test.fresh'")).rejects.toThrow(/audit/)
  })
})

describe('tampering behind its back is found', () => {
  const at = 'position = 3'
  const several = "action = 'test.several' and position = (select max(position) from audit_deed)"
  it.each([
    ['another deed', `update audit_deed set action = 'test.innocent' where ${at}`],
    ['another actor', `update audit_deed set actor_id = 'someone else' where ${at}`],
    ['another time', `update audit_deed set happened_at = happened_at + interval '1 microsecond' where ${at}`],
    ['another company', `update audit_deed set tenant_uuid = gen_random_uuid() where ${at}`],
    ['other data', `update audit_deed set data = data || '{"more": 1}' where ${at}`],
    ['what came with it', `update audit_deed set also = jsonb_set(also, '{0,data}', '{}') where ${several}`],
    ['another entry with it', `update audit_deed set also = also || also, entries = 5 where ${several}`],
    ['another hash', `update audit_deed set hash = sha256('x') where ${at}`],
    ['an entry removed', `delete from audit_deed where ${at}`],
    ['an entry unsealed', `update audit_deed set position = null, hash = null where ${at}`],
    [
      'two entries exchanged',
      'update audit_deed set position = case position when 3 then -4 else -3 end where position in (3, 4)',
      'update audit_deed set position = -position where position < 0',
    ],
  ])('%s', async (_what, ...statements) => {
    await writeMany(6)
    await sealAudit(world.house.db)
    await writeSeveral()
    await sealAudit(world.house.db)
    expect((await checkChain(world.house.db)).broken).toEqual([])
    const { broken } = await reportAfter(statements)
    expect(broken.length).toBeGreaterThan(0)
    expect(Math.min(...broken)).toBeGreaterThanOrEqual(3)
  })
})
