import { expect, it } from 'vitest'
import { Problem } from '../../kernel/problems.ts'
import { project, projectInternal, readFields } from './fields.wire.ts'
import { sections } from './prefix.wire.ts'

it('wants everything where nothing is asked for', () => {
  expect([...readFields(undefined).wanted]).toEqual(Object.keys(sections))
  expect([...readFields([]).wanted]).toEqual(Object.keys(sections))
})

it('wants only the sections that are named', () => {
  expect([...readFields(['geodata.provider', ' whois ', 'geodata.date', '']).wanted]).toEqual(['geodata', 'whois'])
  expect([...readFields(['subsets', 'bgp'], ['subsets']).wanted]).toEqual(['bgp'])
  expect([...readFields(['subsets'], ['subsets']).wanted]).toEqual([])
})

it('knows every section by its name, and its parts', () => {
  for (const name of Object.keys(sections)) expect([...readFields([name]).wanted]).toEqual([name])
  for (const text of ['ipNet.ip', 'whois.nets.pocs.handle', 'holderMetadata.anything', 'rpki.suggestions.status'])
    expect(readFields([text]).wanted.size).toBe(1)
})

it.each(['x', 'notation.x', 'whois.nets.x', 'toString', 'whois.constructor', 'bgp.', '.bgp', 'a'.repeat(1_000)])(
  'refuses %s',
  (text) => {
    expect(() => readFields([text])).toThrow(Problem)
  },
)

it('keeps the parts that are shown, in lists and maps alike', () => {
  const { shown } = readFields(['geodata.provider', 'holderMetadata.a'])
  const value = { geodata: [{ provider: 'x', date: 'y' }], holderMetadata: { a: '1', b: '2' }, notation: 'z' }
  expect(project(value, shown)).toEqual({ geodata: [{ provider: 'x' }], holderMetadata: { a: '1' } })
})

it('a section wins over its parts, in either order', () => {
  for (const texts of [
    ['ipNet', 'ipNet.ip'],
    ['ipNet.ip', 'ipNet'],
  ])
    expect(project({ ipNet: { ip: '1', mask: '2' } }, readFields(texts).shown)).toEqual({
      ipNet: { ip: '1', mask: '2' },
    })
})

it('gives internal metadata entire, with defaults for what was not asked for', () => {
  const whole = {
    internal: true,
    readOnly: true,
    master: true,
    prefixLengthLimits: { min: 20, max: 24, exact: [24] },
    holders: [{ tenantUUID: 't', projectID: '', organisation: 'o', type: 2, top: true }],
  }
  const nothing = { ...whole, internal: false, readOnly: false, master: false }
  const limits = { min: 0, max: 0, exact: null }
  expect(projectInternal(whole, readFields(['internalMetadata']))).toEqual(whole)
  expect(projectInternal(undefined, readFields(['notation']))).toEqual({
    ...nothing,
    prefixLengthLimits: limits,
    holders: [],
  })
  expect(
    projectInternal(whole, readFields(['internalMetadata.holders.type', 'internalMetadata.prefixLengthLimits.exact'])),
  ).toEqual({
    ...nothing,
    prefixLengthLimits: { ...limits, exact: [24] },
    holders: [{ tenantUUID: '', projectID: '', organisation: '', type: 2, top: false }],
  })
})
