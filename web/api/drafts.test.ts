import { expect, it } from 'vitest'
import { Drafts, draftsBeingSent, fieldsOf, whileSending } from './drafts.ts'
import { shelfOf } from './storage.ts'

function memory(): Storage {
  const kept: Record<string, string> = {}
  const storage = Object.create({
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value
      storage[name] = value
    },
    removeItem: (name: string) => {
      delete kept[name]
      delete storage[name]
    },
  })
  return storage
}

function stage(
  storage: () => Storage = (() => {
    const one = memory()
    return () => one
  })(),
) {
  const time = { now: 1_000_000 }
  return { time, drafts: new Drafts({ shelf: shelfOf(storage), now: () => time.now }) }
}

it('keeps what was typed for a week', () => {
  const { drafts, time } = stage()
  drafts.write('p:1:address', { city: ['Delft'] })
  time.now += 6 * 86_400_000
  expect(drafts.read('p:1:address')).toEqual({ at: 1_000_000, value: { city: ['Delft'] } })
  time.now += 86_400_000
  expect(drafts.read('p:1:address')).toBeNull()
  drafts.removeOld()
  time.now = 1_000_000
  expect(drafts.read('p:1:address')).toBeNull()
})

it('forgets what belongs to who leaves, and nothing else', () => {
  const { drafts } = stage()
  drafts.write('p:1:address', 1)
  drafts.write('q:1:address', 2)
  drafts.removeAllOf('p')
  expect([drafts.read('p:1:address'), drafts.read('q:1:address')?.value]).toEqual([null, 2])
})

it('keeps nothing that a form saves after its person has left', () => {
  const { drafts } = stage()
  drafts.removeAllOf('p')
  drafts.write('p:1:address', 1)
  drafts.write('q:1:address', 2)
  expect([drafts.read('p:1:address'), drafts.read('q:1:address')?.value]).toEqual([null, 2])
})

it('keeps nothing that is too long, and reads nothing that is no draft', () => {
  const storage = memory()
  const { drafts } = stage(() => storage)
  drafts.write('p:1:long', 'x'.repeat(70_000))
  expect(drafts.read('p:1:long')).toBeNull()
  storage.setItem('draft:p:1:odd', '{')
  expect(drafts.read('p:1:odd')).toBeNull()
})

it('goes on by itself where storage is full or forbidden', () => {
  const full = Object.assign(memory(), {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  const forbidden = (): Storage => {
    throw new DOMException('no', 'SecurityError')
  }
  for (const storage of [() => full, forbidden]) {
    const { drafts } = stage(storage)
    drafts.write('p:1:address', 1)
    expect(drafts.read('p:1:address')?.value).toBe(1)
    drafts.removeOld()
    drafts.remove('p:1:address')
    expect(drafts.read('p:1:address')).toBeNull()
  }
})

it('takes fields by their names, and no secret', () => {
  const entries = ['password', 'client_secret', 'iban', 'card_number', 'cvc', 'code', 'account_holder', 'token']
  expect(fieldsOf(entries.map((name) => [name, 'x'] as const))).toEqual({})
  const plain = [
    ['events', 'a'],
    ['events', 'b'],
    ['country_code', 'NL'],
    ['file', new Blob()],
  ] as const
  expect(fieldsOf(plain)).toEqual({ events: ['a', 'b'], country_code: ['NL'] })
})

it('hands the drafts of a form to the write that it begins', () => {
  const draft = { restoredAt: null, startOver: () => undefined, sent: () => undefined }
  let seen: readonly unknown[] = []
  expect(whileSending([draft], () => (seen = draftsBeingSent()))).toBe(true)
  expect(seen).toEqual([draft])
  expect(whileSending([draft], () => undefined)).toBe(false)
  expect(draftsBeingSent()).toEqual([])
})
