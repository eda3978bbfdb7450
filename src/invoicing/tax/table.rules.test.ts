import { describe, expect, it } from 'vitest'
import { readSettings } from '../../kernel/config.ts'
import { invoicingSettings } from '../invoicing.settings.ts'
import { readTaxTable } from './table.rules.ts'

const readConfig = (env: Record<string, string>) => readSettings([{ rows: invoicingSettings.rows }], env)

const gst = { country: 'CA', code: 'gst', name: 'GST', rate: 5, order: 1, stacks: false }

describe('a table of taxes', () => {
  it('is read row by row, rates to the thousandth of a percent', () => {
    const qst = { country: 'CA', province: 'QC', code: 'qst', name: 'QST', rate: 9.975, order: 2, stacks: true }
    expect(readTaxTable(JSON.stringify([gst, qst]))).toEqual({
      value: [
        { ...gst, province: null, rate: 5_000 },
        { ...qst, rate: 9_975 },
      ],
    })
    expect(readTaxTable('[]')).toEqual({ value: [] })
    expect(readConfig({}).taxes).toBeNull()
  })

  it.each([
    ['{', 'must be a JSON list'],
    ['{}', 'must be a JSON list'],
    ['[1]', 'row 1: it is no object'],
    [[{ ...gst, country: 'Canada' }], 'row 1: "country" must be two capital letters'],
    [[gst, { ...gst, code: 'G S T' }], 'row 2: "code" must be'],
    [[{ ...gst, name: '' }], '"name" must be'],
    [[{ ...gst, province: 5 }], '"province" must be'],
    [[{ ...gst, rate: '5' }], '"rate" must be 0 to 100'],
    [[{ ...gst, rate: 100.001 }], '"rate" must be 0 to 100'],
    [[{ ...gst, rate: -1 }], '"rate" must be 0 to 100'],
    [[{ ...gst, rate: 1.2345 }], '"rate" must be 0 to 100'],
    [[{ ...gst, order: 1.5 }], '"order" must be'],
    [[{ ...gst, stacks: 1 }], '"stacks" must be true or false'],
    [[{ ...gst, stack: true }], 'there is no "stack"'],
    [[gst, { ...gst, rate: 6 }], 'has gst of CA twice'],
  ])('is refused when it is %j, naming the mistake', (table, sentence) => {
    const text = typeof table === 'string' ? table : JSON.stringify(table)
    expect(() => readConfig({ SUBLET_TAXES: text })).toThrow(sentence)
    expect(() => readConfig({ SUBLET_TAXES: text })).toThrow(/^SUBLET_TAXES=/)
  })
})
