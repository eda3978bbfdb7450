import { describe, expect, it } from 'vitest'
import { documentOf, type OpenApi } from '../openapi/document.ts'
import { asInline } from './frame.ts'
import { Pages } from './pages.ts'

/** What a document has beside its operations. */

const api = { path: '/openapi.json', title: 'Things', description: 'All of them.', has: () => true } as const
const described = {
  apis: [api],
  tags: {},
  contact: 'Us',
  securitySchemes: () => ({ oauth: {}, session: {} }),
  dialects: [],
}
const document = {
  ...documentOf(api, [], described, 'https://things.example'),
  webhooks: {
    'thing.made': {
      post: {
        summary: 'A thing was made.',
        description: 'Sent to whoever asked for `thing.*`.',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { thing: { $ref: '#/components/schemas/Thing' } } },
            },
          },
        },
      },
    },
  },
}
const pages = new Pages(
  new Map([
    [
      '/openapi.json',
      {
        ...document,
        components: { ...document.components, schemas: { Thing: { type: 'string' } } },
      } as unknown as OpenApi,
    ],
  ]),
  '',
)

describe('webhooks', () => {
  it('are listed beside operations, found by their words, and have a page each', () => {
    expect(pages.at('')).toContain('href="/docs/webhooks/thing.made"')
    expect(pages.search('made thing')).toContain('0 operations, 1 webhook, 0 nouns')
    const page = pages.at('webhooks/thing.made') ?? ''
    for (const part of ['A thing was made.', '<code>thing.*</code>', '/docs/nouns/Thing']) expect(page).toContain(part)
    expect(pages.at('nouns/Thing')).toContain('href="/docs/webhooks/thing.made"')
    expect(pages.at('webhooks/thing.lost')).toBeNull()
  })
})

describe('a script in a page', () => {
  it('cannot end before its end', () => {
    const script = 'const a = "</script><!--", b = "</SCRIPT >"'
    expect(asInline(script)).toBe(String.raw`const a = "\x3C/script>\x3C!--", b = "\x3C/SCRIPT >"`)
  })
})
