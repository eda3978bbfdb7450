import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newUuid } from '../../kernel/uuid.ts'
import { checkDigits, checksOut } from './iban.rules.ts'
import { referenceFor, referencesIn, uuidsWith } from './reference.rules.ts'

describe('check digits', () => {
  it.each(['RF712348231', 'RF18539007547034', 'RF185390075470Y'])('fit in %s', (reference) => {
    expect(checksOut(reference)).toBe(true)
    expect(checkDigits('RF', reference.slice(4))).toBe(reference.slice(2, 4))
  })

  it('do not fit after a slip', () => {
    expect(checksOut('RF17539007547034')).toBe(false)
  })
})

describe('the reference of an order', () => {
  const uuids = Array.from({ length: 2_000 }, newUuid)

  it('is twenty characters with check digits that fit', () => {
    for (const reference of uuids.map(referenceFor)) {
      expect(reference).toMatch(/^RF\d{2}[0-9A-Z]{16}$/)
      expect(checksOut(reference)).toBe(true)
    }
  })

  it('is its own, also among thousands of one moment', () => {
    expect(new Set(uuids.map(referenceFor)).size).toBe(uuids.length)
  })

  it('leads back to a range that holds the uuid', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), (uuid) => {
        const range = uuidsWith(referenceFor(uuid))
        expect(range && range.first <= uuid && uuid <= range.last).toBe(true)
      }),
    )
  })

  it('is of one kind: others lead nowhere', () => {
    expect(uuidsWith('RF712348231')).toBeNull()
    expect(uuidsWith('RF00ZZZZZZZZZZZZZZZZ')).toBeNull()
  })

  it('is found however it is written', () => {
    const reference = referenceFor(newUuid())
    const spaced = reference.replaceAll(/(.{4})/g, '$1 ')
    for (const text of [reference, spaced, reference.toLowerCase(), `Invoice ${spaced}thank you`, `(${reference})`])
      expect(referencesIn(text)).toEqual([reference])
    expect(referencesIn(`${reference} and ${reference}`)).toEqual([reference])
    const slip = reference.slice(0, -1) + (reference.endsWith('A') ? 'B' : 'A')
    expect(referencesIn(`${slip}, RF12, rf99 or nothing`)).toEqual([])
  })
})
