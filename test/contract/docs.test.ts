import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { described } from '../../src/app/described.ts'
import { routes } from '../../src/app/routes.ts'
import { openWorld, type World } from '../support/world.ts'

/** The pages about the API: every operation and every noun, found by its words, from us alone. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const linksIn = (text: string): string[] => [...text.matchAll(/href="(\/[^"#]*)/g)].map(([, path = '']) => path)

describe('/docs', () => {
  it('shows every operation and leads to each, to the documents, and back to the portal', async () => {
    const page = await world.call('GET', '/docs')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const links = linksIn(page.text)
    expect(links).toEqual(expect.arrayContaining(['/', ...described.apis.map(({ path }) => path)]))
    expect(links).toEqual(expect.arrayContaining(routes.map(({ id }) => `/docs/operations/${id}`)))
    expect((await world.call('GET', '/docs/')).text).toBe(page.text)
  })

  it('has no link that leads nowhere, and asks no other host', async () => {
    const { text } = await world.call('GET', '/docs')
    const links = new Set(linksIn(text).filter((path) => path.startsWith('/docs/')))
    for (const path of links) {
      const page = await world.call('GET', path)
      expect([path, page.status]).toEqual([path, 200])
      expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//)
      expect(linksIn(page.text).filter((to) => to.startsWith('/docs/') && !links.has(to))).toEqual([])
    }
    expect(links.size).toBeGreaterThan(routes.length + 100)
  })

  it('lets nothing run that is not its own', async () => {
    const policy = String((await world.call('GET', '/docs')).headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+' 'sha256-[^']+'; connect-src 'self';/,
    )
    expect(policy).not.toContain('unsafe')
  })

  it('finds operations and nouns by their words', async () => {
    const { text } = await world.call('GET', '/docs?q=refund+invoice')
    expect(linksIn(text)).toContain('/docs/operations/operatorRefundInvoice')
    expect(linksIn(text)).not.toContain('/docs/operations/issueToken')
    expect(linksIn((await world.call('GET', '/docs?q=marketservice')).text)).toContain('/docs/nouns/MarketService')
    expect((await world.call('GET', '/docs?q=nothing-is-called-so')).text).toContain(
      '0 operations, 0 webhooks, 0 nouns',
    )
  })

  it('shows what was typed as it was typed, and as nothing else', async () => {
    const { text } = await world.call('GET', `/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('says of an operation what it takes, answers and refuses', async () => {
    const { text } = await world.call('GET', '/docs/operations/listInvoices')
    for (const part of [
      'filter[status]',
      'Scope <code>billing</code>',
      '/docs/nouns/InvoicePage',
      'token_expired',
      'curl',
    ])
      expect(text).toContain(part)
  })

  it('has room to try an operation that takes a token, with fields for all it takes and the way to sign in', async () => {
    const { text, headers } = await world.call('GET', '/docs/operations/addAddress')
    for (const part of [
      'id="try-path-user_id"',
      'id="try-header-Idempotency-Key"',
      'name="body"',
      'href="/sign-in?to=%2Fdocs%2Foperations%2FaddAddress"',
      'Authorization: Bearer $TOKEN',
    ])
      expect(text).toContain(part)
    const [, script = ''] = /<script type="module">([^]*?)<\/script>/.exec(text) ?? []
    const digest = createHash('sha256').update(script).digest('base64')
    expect(script).toContain('explorer-tokens')
    expect(headers['content-security-policy']).toContain(`'sha256-${digest}'`)
  })

  it.each([
    ['portalSignOut', 'Only the portal calls this'],
    ['issueToken', 'This takes a secret of yours'],
  ])('%s is left to others, and says why', async (id, why) => {
    const { text } = await world.call('GET', `/docs/operations/${id}`)
    expect(text).toContain(why)
    expect(text).toContain('curl -X POST')
    expect(text).not.toContain('>Run<')
  })

  it('says of a noun its fields, and where it is used, also as a part', async () => {
    const { text } = await world.call('GET', '/docs/nouns/Money')
    expect(text).toContain('amount_minor')
    expect(linksIn(text)).toEqual(expect.arrayContaining(['/docs/operations/getCart', '/docs/operations/listOrders']))
  })

  it.each(['/docs/x', '/docs/operations/x', '/docs/nouns/x', '/docs/nouns/Money/x'])(
    '%s is not there',
    async (path) => {
      expect((await world.call('GET', path)).status).toBe(404)
    },
  )
})
