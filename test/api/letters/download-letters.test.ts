import { createPublicKey, verify } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { examine, verifiersIn } from '../../../src/letters/index.ts'
import { scanned } from '../../support/market/letter-files.ts'
import {
  fitAsn,
  letterIn,
  openLetters,
  otherAsn,
  releaseByHolder,
  type Lessee,
  type Office,
} from '../../support/market/letters.ts'
import { readPdf, textOf } from '../../support/market/pdf.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let office: Office
let lessee: Lessee
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_SELLER_NAME: 'Märkte & Söhne' } })
  office = await openLetters(world)
  lessee = await office.lessee()
})
afterAll(() => world.close())

const pathOf = (service: string, letter?: string, company = lessee.tenant) =>
  `/billing/v1/${company}/market/ipv4/services/${service}/loa/download${letter === undefined ? '' : `?loa_uuid=${letter}`}`
const ask = (service: string, letter?: string) => world.call('GET', pathOf(service, letter), { headers: lessee.bearer })
const bytesOf = async (service: string, letter?: string, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode, headers, rawPayload } = await world.server.inject({
    method,
    url: pathOf(service, letter),
    headers: lessee.bearer,
  })
  return { status: statusCode, headers, bytes: rawPayload }
}

/** A lease with letters that are released, in the order of the AS numbers. */
async function released(asns: readonly number[] = [fitAsn], length = 24) {
  const lease = await lessee.lease(length)
  const letters: string[] = []
  for (const asn of asns) {
    const [letter = ''] = await lessee.buy({ asn, subnets: [lease.block] })
    await releaseByHolder(office, letter)
    letters.push(letter)
  }
  return { lease, letters, letter: letters[0] ?? '' }
}

describe('GET /billing/v1/{tenantUUID}/market/ipv4/services/{serviceUUID}/loa/download', () => {
  it('gives a letter as PDF whose text, code to scan and signature say the same', async () => {
    const { lease, letter } = await released([fitAsn], 22)
    const { status, headers, bytes } = await bytesOf(lease.uuid, letter)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const name = `letter-${lease.block.replace('/', '-')}-AS${fitAsn}.pdf`
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    const { code, statement, signature, key_id, released_at, valid_until } = await letterIn(world, letter)
    const text = textOf(bytes)
    for (const said of [
      lease.block,
      `AS${fitAsn}`,
      'Märkte & Söhne',
      'Example Networks B.V.',
      code,
      statement.trimEnd(),
      signature,
    ])
      expect(text).toContain(said)
    expect(scanned(readPdf(bytes)[0] ?? { content: '' })).toBe(`${world.house.config.publicUrl}/verify/${code}`)
    const { keys } = (await world.call('GET', '/.well-known/letter-keys.json')).body
    const key = createPublicKey({ key: keys.find(({ kid }: { kid: string }) => kid === key_id), format: 'jwk' })
    expect(verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(examine(bytes, verifiersIn({ keys }) ?? new Map())).toEqual({
      is: 'genuine',
      statement: {
        marketplace: 'Märkte & Söhne',
        site: world.house.config.publicUrl,
        letter,
        reference: `LOA-${letter
          .slice(-12)
          .toUpperCase()
          .replaceAll(/(.{4})(?=.)/g, '$1-')}`,
        code,
        key: key_id,
        block: lease.block,
        'max-length': '24',
        origin: `AS${fitAsn}`,
        'origin-name': expect.any(String),
        company: 'Example Networks B.V.',
        lessee: 'Example Networks',
        holder: 'Example Networks',
        'holder-address': '',
        'holder-phone': '',
        'holder-mail': '',
        signatory: '',
        'signatory-role': '',
        issued: `${released_at.toISOString().slice(0, 19)}Z`,
        until: `${valid_until.toISOString().slice(0, 19)}Z`,
      },
    })
    expect((await bytesOf(lease.uuid, letter)).bytes.equals(bytes)).toBe(true)
  })

  it('says who signs for the holder, and how it is reached; what imitates the letter does not come onto it', async () => {
    const say = (payload: object) =>
      world.call('PATCH', `/billing/v1/${office.holder.tenant}`, { headers: office.holder.bearer, payload })
    await say({
      signatory_name: 'Jane Doe',
      signatory_role: 'origin: AS666',
      postal_address: ['Keizersgracht 1', '1015 CN Amsterdam'],
      contact_phone: '+31 20 555 0100',
      contact_email: 'noc@old.example',
    })
    const { lease, letter } = await released([fitAsn])
    await say({
      signatory_role: null,
      signatory_name: null,
      postal_address: [],
      contact_phone: null,
      contact_email: null,
    })
    const text = textOf((await bytesOf(lease.uuid, letter)).bytes)
    for (const said of [
      'Signed for the holder\nJane Doe\n',
      'Keizersgracht 1, 1015 CN\nAmsterdam\n+31 20 555 0100\nnoc@old.example\n',
      'signatory: "Jane Doe"\nsignatory-role: ""\n',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('AS666')
  })

  it('gives all that are active in one ZIP', async () => {
    const { lease, letters } = await released([fitAsn, otherAsn])
    const { status, headers, bytes } = await bytesOf(lease.uuid)
    expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
    const block = lease.block.replace('/', '-')
    expect(headers['content-disposition']).toBe(`attachment; filename="letters-${block}.zip"`)
    const files = unzipSync(bytes)
    expect(Object.keys(files)).toEqual([fitAsn, otherAsn].map((asn) => `letter-${block}-AS${asn}.pdf`))
    for (const [i, file] of Object.values(files).entries())
      expect((await bytesOf(lease.uuid, letters[i])).bytes.equals(file)).toBe(true)
    expect((await bytesOf(lease.uuid)).bytes.equals(bytes)).toBe(true)
  })

  it('says so without a body when none is active', async () => {
    const lease = await lessee.lease()
    const none = await ask(lease.uuid)
    expect([none.status, none.text, none.headers['content-type']]).toEqual([204, '', undefined])
    const [letter = ''] = await lessee.buy({ subnets: [lease.block] })
    expect((await ask(lease.uuid)).status).toBe(204)
    await releaseByHolder(office, letter)
    expect((await ask(lease.uuid)).status).toBe(200)
    await revoke(letter)
    expect((await ask(lease.uuid)).status).toBe(204)
  })

  const revoke = async (letter: string) => {
    const path = `/billing/v1/${office.holder.tenant}/market/letters/${letter}/revoke`
    const { status } = await world.call('POST', path, { headers: office.holder.bearer, payload: { reason: 'A test' } })
    expect(status).toBe(200)
  }

  it('has no document of a letter that is pending, or over', async () => {
    const lease = await lessee.lease()
    const [letter = ''] = await lessee.buy({ subnets: [lease.block] })
    expect(outcomeOf(await ask(lease.uuid, letter))).toBe('422 letter_pending')
    await releaseByHolder(office, letter)
    expect((await ask(lease.uuid, letter.toUpperCase())).status).toBe(200)
    await revoke(letter)
    expect(outcomeOf(await ask(lease.uuid, letter))).toBe('422 letter_over')
  })

  it('knows nothing of letters and services of others, or of each other', async () => {
    const { lease, letter } = await released()
    const elsewhere = await lessee.lease()
    const other = await office.lessee()
    const theirs = await other.lease()
    const [foreign = ''] = await other.buy({ subnets: [theirs.block] })
    const answers = await Promise.all([
      ask(newUuid()),
      ask(theirs.uuid),
      ask(theirs.uuid, foreign),
      ask(theirs.uuid, letter),
      ask(lease.uuid, foreign),
      ask(lease.uuid, newUuid()),
      ask(elsewhere.uuid, letter),
    ])
    for (const answer of answers) expect(outcomeOf(answer)).toBe('404 not_found')
    const asHolder = await world.call('GET', pathOf(lease.uuid, letter, office.holder.tenant), {
      headers: office.holder.bearer,
    })
    expect(outcomeOf(asHolder)).toBe('404 not_found')
  })

  it('refuses what is no letter', async () => {
    const { lease } = await released()
    const answer = await ask(lease.uuid, 'none')
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 invalid_fields', ['loa_uuid']])
  })

  it('answers HEAD with the head alone', async () => {
    const { lease, letter } = await released()
    for (const one of [letter, undefined]) {
      const { status, headers, bytes } = await bytesOf(lease.uuid, one, 'HEAD')
      expect([status, bytes.length]).toEqual([200, 0])
      expect(headers['content-type']).toBe(one ? 'application/pdf' : 'application/zip')
    }
    const empty = await lessee.lease()
    expect((await bytesOf(empty.uuid, undefined, 'HEAD')).status).toBe(204)
  })

  it('gives all of very many, batch after batch', async () => {
    const { lease, letter } = await released()
    await world.house.pool.query(
      `insert into letter select (json_populate_record(t, json_build_object(
         'uuid', uuidv7(), 'asn', 100000 + n, 'code', 'X' || n))).* from letter t, generate_series(1, 104) n where t.uuid = $1`,
      [letter],
    )
    expect(Object.keys(unzipSync((await bytesOf(lease.uuid)).bytes))).toHaveLength(105)
  })
})
