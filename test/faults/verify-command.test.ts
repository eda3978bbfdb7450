import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileServer, type FileServer } from '../support/server/file-server.ts'
import { fitAsn, openLetters, releaseByHolder } from '../support/market/letters.ts'
import { Machine } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/** `npx sublet verify`, for somebody who has a letter and perhaps nothing else. */

let world: World
let machine: Machine
let files: FileServer
let folder: string
let letter: Buffer
let keys: string
let code: string
let block: string

beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  machine = await Machine.open()
  files = await openFileServer()
  folder = world.house.config.dataDir
  const office = await openLetters(world)
  const lessee = await office.lessee()
  const lease = await lessee.lease()
  ;({ block } = lease)
  const [uuid = ''] = await lessee.buy({ subnets: [block] })
  code = await releaseByHolder(office, uuid)
  const url = `/billing/v1/${lessee.tenant}/market/ipv4/services/${lease.uuid}/loa/download?loa_uuid=${uuid}`
  letter = (await world.server.inject({ method: 'GET', url, headers: lessee.bearer })).rawPayload
  keys = (await world.call('GET', '/.well-known/letter-keys.json')).text
})
afterAll(async () => {
  await files.close()
  await machine.close()
  await world.close()
})

async function kept(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** Where there is no database of Sublet's. */
const nowhere = () => ({ SUBLET_DATA_DIR: join(folder, 'nothing-here') })

const verify = async (content: Buffer | string, ...options: string[]) =>
  machine.command(['verify', await kept('letter.pdf', content), ...options], nowhere())

const changed = (from: string, to: string) => Buffer.from(letter.toString('latin1').replaceAll(from, to), 'latin1')

describe('npx sublet verify', () => {
  it('says what was signed, by saved keys, by published ones, and by those of the own database', async () => {
    const saved = await kept('letter-keys.json', keys)
    const alone = await verify(letter, '--keys', saved)
    expect(alone).toMatchObject({ code: 0, err: '' })
    expect(alone.out).toMatch(/^Genuine: this letter is as it was signed\.\n/)
    for (const said of [block, `AS${fitAsn}`, code, `/verify/${code}\n`]) expect(alone.out).toContain(said)
    const online = await verify(letter, '--keys', files.serve('/letter-keys.json', keys))
    expect(online).toEqual(alone)
    const own = await machine.command(['verify', await kept('own.pdf', letter)], { DATABASE_URL: world.databaseUrl })
    expect(own).toEqual(alone)
  })

  it('tells a program, too', async () => {
    const saved = await kept('letter-keys.json', keys)
    const genuine = await verify(letter, '--json', '--keys', saved)
    expect(genuine.code).toBe(0)
    expect(JSON.parse(genuine.out)).toMatchObject({
      genuine: true,
      finding: 'genuine',
      reason: null,
      statement: { code, block, origin: `AS${fitAsn}` },
      verify: `${world.house.config.publicUrl}/verify/${code}`,
    })
    const forged = await verify(changed(block, block.replace('45', '54')), '--json', '--keys', saved)
    expect(forged.code).toBe(1)
    expect(JSON.parse(forged.out)).toMatchObject({
      genuine: false,
      finding: 'not_signed',
      statement: null,
      verify: null,
    })
  })

  it('detects what was changed, and what is no letter', async () => {
    const saved = await kept('letter-keys.json', keys)
    const other = `${code.startsWith('0') ? '1' : '0'}${code.slice(1)}`
    const [, kid = ''] = /"kid":"([^"]+)"/.exec(keys) ?? []
    for (const [content, said] of [
      [changed(code, other), 'NOT GENUINE. The statement in this file is not the one that was signed.'],
      [
        changed('/Title', '/Titel'),
        'NOT GENUINE. The statement below was signed, but the file around it has been changed',
      ],
      [changed(kid, kid.toLowerCase()), 'NOT GENUINE. It claims to be signed by a key that is not among those given.'],
      ['no PDF at all', 'NOT GENUINE. There is no signed statement of a letter in this file'],
    ] as const) {
      const finished = await verify(content, '--keys', saved)
      expect(finished.code).toBe(1)
      expect(finished.out).toContain(said)
    }
  })

  it('refuses in one sentence what it cannot work with, and makes no database for it', async () => {
    const failing = async (...args: string[]) => {
      const { code: ended, out, err } = await machine.command(['verify', ...args], nowhere())
      expect([ended, out]).toEqual([1, ''])
      return err
    }
    const file = await kept('letter.pdf', letter)
    expect(await failing(file)).toContain('There is no database here whose keys it could be checked with: give --keys')
    expect(existsSync(nowhere().SUBLET_DATA_DIR)).toBe(false)
    expect(await failing(join(folder, 'absent.pdf'))).toContain('cannot be read')
    expect(await failing(file, '--keys', join(folder, 'absent.json'))).toContain('cannot be read')
    expect(await failing(file, '--keys', `${files.url}/absent`)).toContain('it answered 404')
    for (const content of ['', 'text', '{}', '{"keys":[]}'])
      expect(await failing(file, '--keys', await kept('odd.json', content))).toContain('holds no keys of letters')
  })
})
