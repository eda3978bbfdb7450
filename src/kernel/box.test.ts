import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSecretBox, SecretBox } from './box.ts'
import { StartRefusal } from './refusal.ts'

const box = new SecretBox('ab'.repeat(32))

describe('SecretBox', () => {
  it('gives back what was put in, and shows nothing of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = box.seal(text)
        expect(box.open(sealed)).toBe(text)
        expect(text.length > 6 && sealed.includes(text)).toBe(false)
      }),
    )
  })

  it('seals the same text differently each time', () => {
    expect(box.seal('a').equals(box.seal('a'))).toBe(false)
  })

  it('notices every changed bit', () => {
    const sealed = box.seal('a secret')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => box.open(changed)).toThrow(/./)
    }
  })

  it('notices what is missing and what is more', () => {
    const sealed = box.seal('a secret')
    for (let length = 0; length < sealed.length; length++)
      expect(() => box.open(sealed.subarray(0, length))).toThrow(/./)
    expect(() => box.open(Buffer.concat([sealed, Buffer.from([0])]))).toThrow(/./)
  })

  it('opens nothing of another key', () => {
    expect(() => new SecretBox('cd'.repeat(32)).open(box.seal('a'))).toThrow(/./)
  })
})

describe('openSecretBox', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sublet-box-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  it('makes a key once, for nobody else to read, and keeps it', async () => {
    const [first, second] = await Promise.all([
      openSecretBox({ secretKey: null, dataDir }),
      openSecretBox({ secretKey: null, dataDir }),
    ])
    expect(second.open(first.seal('a'))).toBe('a')
    const later = await openSecretBox({ secretKey: null, dataDir })
    expect(later.open(first.seal('a'))).toBe('a')
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  it('takes the key of the settings and writes none', async () => {
    const given = await openSecretBox({ secretKey: 'ab'.repeat(32), dataDir })
    expect(given.open(box.seal('a'))).toBe('a')
    await expect(readFile(join(dataDir, 'secret.key'))).rejects.toThrow('ENOENT')
  })

  it('refuses a file that holds no key, in a sentence', async () => {
    await writeFile(join(dataDir, 'secret.key'), 'nonsense')
    await expect(openSecretBox({ secretKey: null, dataDir })).rejects.toThrow(StartRefusal)
  })
})
