import { describe, expect, it } from 'vitest'
import { addressOf } from '../../kernel/ip/index.ts'
import { readHostName } from './host-name.rules.ts'
import { readNameFile } from './lines.rules.ts'
import { nameByPattern, patternFault } from './pattern.rules.ts'

const label63 = 'a'.repeat(63)

describe('the name of a host', () => {
  it.each([
    ['mail.example.net', 'mail.example.net'],
    ['Mail.Example.NET.', 'mail.example.net'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    [`${label63}.example`, `${label63}.example`],
    [`${`${label63}.`.repeat(3)}${'b'.repeat(61)}`, `${`${label63}.`.repeat(3)}${'b'.repeat(61)}`],
  ])('%s is %s', (text, name) => {
    expect(readHostName(text)).toEqual({ name, fault: null })
  })

  it.each([
    ['', 'is empty'],
    ['.', 'is empty'],
    [`${`${label63}.`.repeat(3)}${'b'.repeat(62)}`, 'has 254 characters'],
    [`${'a'.repeat(64)}.example`, 'a part of 64 characters'],
    ['mail\0.example', 'the control character 0'],
    ['mail\n.example', 'the control character 10'],
    ['*.example.net', 'a wildcard'],
    ['mail..example', 'two dots'],
    ['.example.net', 'two dots'],
    ['-mail.example', '“-mail”'],
    ['mail-.example', '“mail-”'],
    ['mail_1.example', '“_”'],
    ['mail example.net', 'a blank'],
    ['user@example.net', '“@”'],
    ['mail/example.net', '“/”'],
    ['mail．／example.net', 'IDNA'],
    [`${'ü'.repeat(63)}.example`, 'IDNA'],
    ['localhost', 'no dot'],
    ['192.0.2.1', 'ends in a number'],
  ])('is not %j', (text, why) => {
    expect(readHostName(text)).toMatchObject({
      name: null,
      fault: expect.stringMatching(new RegExp(`${why}|part of`)),
    })
  })
})

describe('a pattern', () => {
  const address = addressOf(4, 0xc0000207)

  it('is filled in with the parts of the address', () => {
    expect(patternFault('host-{a}-{b}-{c}-{d}.example.net')).toBeNull()
    expect(nameByPattern('host-{a}-{b}-{c}-{d}.example.net', address).name).toBe('host-192-0-2-7.example.net')
    expect(nameByPattern('{d}.kunde.bücher.example', address).name).toBe('7.kunde.xn--bcher-kva.example')
  })

  it.each([
    ['host-{e}.example.net', '{e}'],
    ['host-{.example.net', '{.example.net'],
    ['host-d}.example.net', '“}”'],
    [`${'a'.repeat(61)}{d}.example.net`, 'a part of 64 characters'],
    ['{a}.{b}.{c}.{d}', 'ends in a number'],
    ['*.{d}.example.net', 'a wildcard'],
  ])('is not %s', (pattern, why) => {
    expect(patternFault(pattern)).toContain(why)
  })
})

describe('a file of names', () => {
  it('has an address and a name on each line, as spreadsheets write them', () => {
    const text =
      '\u{feff}Address;Name\r\n192.0.2.1;one.example\r\n\r\n# ours\r\n"192.0.2.2";"two.example."\r\n192.0.2.3;\r\n'
    expect(readNameFile(text)).toEqual({
      lines: [
        { line: 2, address: '192.0.2.1', name: 'one.example' },
        { line: 5, address: '192.0.2.2', name: 'two.example' },
        { line: 6, address: '192.0.2.3', name: null },
      ],
      faults: [],
    })
  })

  it('is told by line what is wrong', () => {
    const { lines, faults } = readNameFile(
      '192.0.2.1,one.example\n192.0.2.300,x.example\n192.0.2.1,again.example\n2001:db8::1,six.example\n192.0.2.4,a.b,c\n192.0.2.5,*.example.net',
    )
    expect(lines.length).toBe(1)
    expect(faults.map(({ line, fault }) => `${line}: ${fault}`)).toEqual([
      '2: “192.0.2.300” is no IPv4 address',
      '3: 192.0.2.1 stands on line 1, too',
      '4: “2001:db8::1” is no IPv4 address',
      '5: has more than an address and a name',
      '6: the name has a wildcard; every address has a name of its own',
    ])
  })
})
