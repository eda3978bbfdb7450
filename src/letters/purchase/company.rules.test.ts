import { describe, expect, it } from 'vitest'
import { companyFault, isOwnName } from './company.rules.ts'

describe('the name of a company on a letter', () => {
  it.each([
    'Example Networks B.V.',
    'Märkte & Söhne GmbH',
    'AS207960 Cyfyngedig',
    'Booking.com B.V.',
    '3M',
    'Re:Networks',
    '株式会社サンプル',
    'شرکت نمونه\u200cها',
    'श्री नेटवर्क',
    'บริษัท ตัวอย่าง จำกัด',
    "O'Neill, Sons / Daughters (Holding) #1",
  ])('may be %s', (name) => {
    expect(companyFault(name)).toBeNull()
  })

  it.each([
    ['Evil block: 0.0.0.0/0 origin: AS666 holder: Me', 'must not read like a fact of the letter, as “block:” does'],
    ['Evil MAX-LENGTH = 8', 'must not read like a fact of the letter, as “MAX-LENGTH =” does'],
    ['Evil ｏｒｉｇｉｎ： AS666', 'must not read like a fact of the letter, as “origin:” does'],
    ['Evil signature:abc', 'must not read like a fact of the letter, as “signature:” does'],
    ['Evil 10.0.0.0/8', 'must not have an IP address in it'],
    ['Evil ２.２.２.２', 'must not have an IP address in it'],
    ['Evil 2001:db8::', 'must not have an IP address in it'],
    ['Evil\nholder: Me', 'must not read like a fact of the letter, as “holder:” does'],
    ['Evil\nInc', 'must be one line, without control characters'],
    ['Evil\u2028Inc', 'must be one line, without control characters'],
    ['Evil \u202eknaB', 'must not have characters that do not show'],
    ['Ev\u200bil', 'must not have characters that do not show'],
    ['Evil \u200cInc', 'must not have characters that do not show'],
    ['https://evil.example', 'must not have a web address in it'],
    ['noc@evil.example', 'must not have a mail address in it'],
    ['…', 'must have letters or digits'],
  ])('may not be %j', (name, fault) => {
    expect(companyFault(name)).toBe(fault)
  })
})

describe('the name of the lessee itself', () => {
  it.each([
    ['Example Networks', 'Example Networks'],
    ['Example Networks', ' EXAMPLE  networks '],
    ['Example Networks B.V.', 'Example Networks BV'],
    ['Example Networks Ltd.', 'Example Networks Limited'],
    ['Example Networks', 'Example Networks, Inc.'],
    ['Ромашка', 'ООО «Ромашка»'],
    ['Přiklad s.r.o.', 'PŘIKLAD, s. r. o.'.replaceAll('. ', '.')],
    ['AS', 'as'],
    ['Ｅｘａｍｐｌｅ', 'Example'],
  ])('%s is %s', (title, name) => {
    expect(isOwnName(title, name)).toBe(true)
    expect(isOwnName(name, title)).toBe(true)
  })

  it.each([
    ['Example Networks', 'Example'],
    ['Example Networks B.V.', 'Example Networks GmbH'],
    ['Example Networks', 'Ехample Networks'],
    ['Example Networks', 'Example Networks 2'],
    ['Example Networks', 'Big Bank'],
    ['AS', 'AG'],
    ['', 'Example'],
  ])('%s is not %s', (title, name) => {
    expect(isOwnName(title, name)).toBe(false)
    expect(isOwnName(name, title)).toBe(false)
  })
})
