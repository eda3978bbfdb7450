import { describe, expect, it } from 'vitest'
import { auditDetails, auditTitle } from './audit-words.ts'

describe('the words of the audit log', () => {
  it('depend on what happened where one action is several things', () => {
    expect(auditTitle('offer.children_toggled', { hidden: 1, shown: 0 })).toBe('Parts of a listing hidden')
    expect(auditTitle('offer.children_toggled', { hidden: 0, shown: 2 })).toBe('Parts of a listing shown again')
    expect(auditTitle('sales_order.settle', { period_end: '2026-02-01T00:00:00Z' })).toBe('Renewal paid')
    expect(auditTitle('sales_order.settle', { kind: 'purchase' })).toBe('Order completed')
    expect(auditTitle('thing.of_tomorrow', {})).toBe('Thing of tomorrow')
  })
})

const about = (kind: string) => ({ kind, uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f' })

describe('the details of an entry', () => {
  it('name what it is about, with amounts, dates and prefixes for what they are', () => {
    expect(
      auditDetails(
        { uuid: 'x', number: 'PAY-2026-000027', month: '2026-10', amount: '4237.72', currency: 'EUR' },
        about('payout'),
      ),
    ).toEqual([
      { is: 'text', of: 'PAY-2026-000027' },
      { is: 'text', of: 'October 2026' },
      { is: 'money', of: '4237.72', currency: 'EUR' },
    ])
    expect(
      auditDetails(
        { block: '89.33.116.0/23', from: 'validity_active', to: 'validity_terminated', asn: 64_500 },
        about('offer'),
      ),
    ).toEqual([
      { is: 'prefix', of: '89.33.116.0/23' },
      { is: 'text', of: 'AS64500' },
    ])
    expect(
      auditDetails({ lines: ['Lease of 1.0.0.0/24'], total: '100.00', currency: 'USD' }, about('sales_order')),
    ).toEqual([
      { is: 'text', of: 'Lease of 1.0.0.0/24' },
      { is: 'money', of: '100.00', currency: 'USD' },
    ])
  })

  it('are the end of the subject’s name where nothing else is said and people may look for it', () => {
    expect(auditDetails({ from: 'draft', to: 'cancelled' }, about('sales_order'))).toEqual([
      { is: 'text', of: 'order …7c8d9e0f' },
    ])
    expect(auditDetails({}, about('session'))).toEqual([])
    expect(auditDetails({}, { kind: 'sales_order', uuid: null })).toEqual([])
  })
})
