import { describe, expect, it } from 'vitest'
import { openCompanies, scopesFor, whyNot } from './who.ts'

const trial = { method: 'GET', path: '/x', url: '', scope: 'billing', media: null }
const change = { ...trial, method: 'POST' }
const company = {
  uuid: 'a',
  customer_number: 1,
  title: 'Example',
  status: 'active',
  sign_on_required: false,
  lacks_second_factor: false,
  role: 'member',
} as const
const viewed = { ...company, role: 'viewer' } as const

describe('who tries an operation', () => {
  it('is offered the least that suffices first, and never more than their role gives', () => {
    expect(scopesFor(trial, company)).toEqual(['billing:read', 'billing'])
    expect(scopesFor(change, company)).toEqual(['billing', 'billing:read'])
    expect(scopesFor(change, viewed)).toEqual(['billing:read'])
    expect(scopesFor({ ...trial, scope: null }, company)).toEqual([])
  })

  it('is told why not', () => {
    expect([whyNot(trial, viewed), whyNot(change, company), whyNot({ ...change, scope: null }, undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(whyNot(change, viewed)).toContain('viewers have read-only access')
    expect(whyNot(trial, undefined)).toContain('no company')
  })

  it('acts for companies that can have tokens', () => {
    const factor = { second_factor: false, lacks_second_factor: false }
    const person = { uuid: 'p', email: 'p@example.net', name: 'P', operator: false, time_zone: 'UTC', ...factor }
    const companies = (['pending', 'active', 'suspended', 'closed'] as const).map((status) => ({ ...company, status }))
    expect(
      openCompanies({
        person,
        companies,
        terms_owed: null,
        bounded: false,
        now: 0,
        sandbox: true,
        address: '192.0.2.1',
      }).map(({ status }) => status),
    ).toEqual(['pending', 'active'])
  })
})
