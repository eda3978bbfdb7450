import { describe, expect, it } from 'vitest'
import { curlOf } from '../../src/kernel/http/docs/trial.rules.ts'
import { requestOf } from './request.ts'

const trial = {
  method: 'POST',
  path: '/nethub-data/{tenantUUID}/prefixes/{notation}',
  url: 'https://market.example',
  scope: 'nethub-data',
  media: 'application/json',
}

describe('requestOf', () => {
  it('puts what was typed where it belongs, and leaves out what was not', () => {
    const typed = [
      { in: 'path', name: 'tenantUUID', value: ' 019a ' },
      { in: 'path', name: 'notation', value: '192.0.2.0/24' },
      { in: 'query', name: 'filter[status]', value: 'paid,unpaid' },
      { in: 'query', name: 'page', value: '  ' },
      { in: 'header', name: 'Idempotency-Key', value: 'once' },
      { in: 'body', name: 'body', value: '{"a": 1}' },
    ]
    expect(requestOf(trial, typed)).toEqual({
      method: 'POST',
      url: 'https://market.example/nethub-data/019a/prefixes/192.0.2.0%2F24?filter%5Bstatus%5D=paid%2Cunpaid',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
      body: '{"a": 1}',
    })
  })

  it('shows what is missing in the path, and sends no type without a body', () => {
    const { url, headers, body } = requestOf(trial, [{ in: 'path', name: 'notation', value: '$&' }])
    expect([url, headers, body]).toEqual(['https://market.example/nethub-data/{tenantUUID}/prefixes/%24%26', {}, null])
  })
})

describe('curlOf', () => {
  it('is what a shell takes, whatever was typed', () => {
    const request = { method: 'PATCH', url: 'https://market.example/x', headers: { A: 'b' }, body: `{"name":"it's"}` }
    expect(curlOf(request, ['-H "Authorization: Bearer $TOKEN"'])).toBe(
      [
        "curl -X PATCH 'https://market.example/x'",
        '-H "Authorization: Bearer $TOKEN"',
        "-H 'A: b'",
        String.raw`-d '{"name":"it'\''s"}'`,
      ].join(' \\\n  '),
    )
  })
})
