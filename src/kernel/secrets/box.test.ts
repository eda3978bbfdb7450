import { createCipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeyMissing, keyIdOf, SecretBox, secretKeyOf, type SecretKey } from './box.ts'

const key = secretKeyOf('ab'.repeat(32))
const other = secretKeyOf('cd'.repeat(32))
const box = new SecretBox([key])

describe('SecretBox', () => {
  it('gives back what was put in, and shows nothing of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = box.seal(text, key.id)
        expect(box.open(sealed)).toBe(text)
        expect(text.length > 6 && sealed.includes(text)).toBe(false)
      }),
    )
  })

  it('seals the same text differently each time', () => {
    expect(box.seal('a', key.id).equals(box.seal('a', key.id))).toBe(false)
  })

  it('notices every changed bit', () => {
    const sealed = box.seal('a secret', key.id)
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => box.open(changed)).toThrow(KeyMissing)
    }
  })

  it('notices what is missing and what is more', () => {
    const sealed = box.seal('a secret', key.id)
    for (let length = 0; length < sealed.length; length++)
      expect(() => box.open(sealed.subarray(0, length))).toThrow(KeyMissing)
    expect(() => box.open(Buffer.concat([sealed, Buffer.from([0])]))).toThrow(KeyMissing)
  })

  it('opens nothing of another key', () => {
    expect(() => new SecretBox([other]).open(box.seal('a', key.id))).toThrow(KeyMissing)
  })

  it('names the key in the value, by a name that tells nothing of it', () => {
    expect(keyIdOf(box.seal('a', key.id))).toBe(key.id)
    expect(key.bytes.toString('hex')).not.toContain(key.id)
    expect(secretKeyOf('AB'.repeat(32)).id).toBe(key.id)
  })
})

describe('a box with two keys', () => {
  const both = new SecretBox([other, key])

  it('opens what either has sealed, and seals with the one that is asked for', () => {
    expect(both.open(box.seal('a', key.id))).toBe('a')
    expect(keyIdOf(both.seal('a', key.id))).toBe(key.id)
    expect(keyIdOf(both.seal('a', other.id))).toBe(other.id)
    expect(() => box.seal('a', other.id)).toThrow(KeyMissing)
  })

  it('opens what was sealed before values named their key', () => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce)
    const sealed = Buffer.concat([nonce, cipher.update('before', 'utf8'), cipher.final(), cipher.getAuthTag()])
    expect(both.open(sealed)).toBe('before')
    expect(() => new SecretBox([other]).open(sealed)).toThrow(KeyMissing)
  })
})

describe('a box whose keys come and go', () => {
  it('looks again for one it does not have, and forgets when it is told to', () => {
    let keys: readonly SecretKey[] = [key]
    const changing = new SecretBox(keys, { name: 'somewhere', read: () => keys })
    keys = [other, key]
    const sealed = changing.seal('a', other.id)
    expect(changing.ids).toEqual([other.id, key.id])
    keys = [key]
    expect(changing.open(sealed)).toBe('a')
    changing.refresh()
    expect(() => changing.open(sealed)).toThrow(KeyMissing)
    keys = [other]
    expect(changing.open(sealed)).toBe('a')
    expect(changing.knows).toBe('keys in somewhere')
  })
})
