import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotateLetterKey } from '../../../src/letters/index.ts'
import { findLetters, type Letter } from '../../../src/letters/letter/letter.store.ts'
import { sealLetters, type Seal } from '../../../src/letters/signing/seal.actions.ts'
import { openLetters, releaseByHolder, type Lessee, type Office } from '../../support/market/letters.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let neighbour: World
let office: Office
let lessee: Lessee
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  neighbour = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '1' } })
  office = await openLetters(world)
  lessee = await office.lessee()
})
afterAll(async () => {
  await neighbour.close()
  await world.close()
})

interface Jwk {
  readonly kid: string
}
const published = async (node: World = world) => {
  const { status, body, headers } = await node.call('GET', '/.well-known/letter-keys.json')
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300'])
  return body.keys as Jwk[]
}
const pending = async (): Promise<Letter> => {
  const lease = await lessee.lease()
  const [found] = await findLetters(world.ctx, await lessee.buy({ subnets: [lease.block] }))
  if (!found) throw new Error('no letter')
  return found
}
const fits = ({ statement, signature, key_id }: Seal, keys: readonly Jwk[]) => {
  const key = createPublicKey({ key: { ...keys.find(({ kid }) => kid === key_id) }, format: 'jwk' })
  return verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64url'))
}

describe('GET /.well-known/letter-keys.json', () => {
  it('is empty until a letter needs a key, which two nodes then make only once', async () => {
    expect(await published()).toEqual([])
    const letters = [await pending(), await pending(), await pending(), await pending()]
    const nodes = [world, neighbour, world, neighbour]
    const seals = await Promise.all(
      letters.map((letter, i) => (nodes[i] ?? world).change((ctx) => sealLetters(ctx, [letter]))),
    )
    const keys = await published(neighbour)
    expect(keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: expect.stringMatching(/^[\w-]{43}$/),
        kid: expect.stringMatching(/^[\w-]{43}$/),
        alg: 'EdDSA',
        use: 'sig',
      },
    ])
    for (const seal of seals.flat()) expect(fits(seal, keys)).toBe(true)
  })

  it('says nothing that would let others sign, and keeps it sealed', async () => {
    const text = JSON.stringify(await published())
    expect(text).not.toContain('"d"')
    const { rows } = await world.house.pool.query('select private_sealed from letter_key')
    const sealed: Buffer = rows[0].private_sealed
    expect(sealed.toString('latin1')).not.toContain('PRIVATE KEY')
    expect(world.house.box.open(sealed)).toContain('PRIVATE KEY')
    const audited = await world.house.pool.query(`select data from audit_entry where action = 'letter_key.created'`)
    expect(audited.rows.map(({ data }) => Object.keys(data))).toEqual([['kid']])
  })

  it('keeps old keys when there is a new one, which signs an hour later', async () => {
    const before = await published()
    const kid = await world.change(rotateLetterKey)
    expect((await published()).map((key) => key.kid)).toEqual([...before.map((key) => key.kid), kid])
    const seal = async () => (await world.change(async (ctx) => sealLetters(ctx, [await pending()])))[0]?.key_id
    expect(await seal()).toBe(before[0]?.kid)
    await world.house.pool.query(`update letter_key set signs_from = signs_from - interval '61 minutes'`)
    expect(await seal()).toBe(kid)
  })

  it('never loses a key, nor a letter what was signed', async () => {
    const letter = await pending()
    await releaseByHolder(office, letter.uuid)
    const { pool } = world.house
    await expect(pool.query('delete from letter_key')).rejects.toThrow('stay as they were written')
    for (const change of ["statement = statement || ' '", 'asn = asn + 1', "block = '10.0.0.0/24'", "code = 'X'"])
      await expect(pool.query(`update letter set ${change} where uuid = $1`, [letter.uuid])).rejects.toThrow(
        'stay as they were written',
      )
  })

  it('fits no statement that another key has signed', async () => {
    const letter = await pending()
    const [seal] = await world.change((ctx) => sealLetters(ctx, [letter]))
    if (!seal) throw new Error('no seal')
    const foreign = { ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid: seal.key_id }
    expect(fits(seal, await published())).toBe(true)
    expect(fits(seal, [foreign])).toBe(false)
  })
})

describe('sealing', () => {
  it('asks the database as often for five hundred letters as for one', async () => {
    const letter = await pending()
    const many = Array.from({ length: 500 }, (_, i) => ({ ...letter, asn: i + 1 }))
    const count = async (letters: readonly Letter[]) =>
      (await statementsOf(() => world.change((ctx) => sealLetters(ctx, letters)))).length
    expect(await count([letter])).toBe(3)
    expect(await count(many)).toBe(3)
    expect(await count([])).toBe(0)
  })
})
