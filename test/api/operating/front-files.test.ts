import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../../src/app/routes.ts'
import { pathOf } from '../../../src/kernel/endpoint.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => void (world = await openWorld({ env: { SUBLET_PUBLIC_URL: 'https://sublet.example' } })))
afterAll(() => world.close())

const raw = (url: string, headers: Record<string, string> = {}) => world.server.inject({ method: 'GET', url, headers })

/** Width and height as the file itself says them. */
const sizeOf = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]

describe('what others show us by', () => {
  it.each([
    ['/icon-192.png', 192, 192],
    ['/icon-512.png', 512, 512],
    ['/icon-maskable-512.png', 512, 512],
    ['/apple-touch-icon.png', 180, 180],
    ['/social-preview.png', 1200, 630],
  ])('is a picture of its size: %s', async (path, width, height) => {
    const answer = await raw(path, { 'accept-encoding': 'br, gzip' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect([answer.headers['cache-control'], answer.headers['content-encoding']]).toEqual(['no-cache', undefined])
    expect(sizeOf(answer.rawPayload)).toEqual(['PNG', width, height])
    const again = await raw(path, { 'if-none-match': String(answer.headers['etag']) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })

  it('is a manifest whose icons are there, of the type that it says', async () => {
    const answer = await raw('/manifest.webmanifest')
    expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    const { icons, start_url } = answer.json<{ icons: { src: string; type: string }[]; start_url: string }>()
    for (const { src, type } of icons) expect([src, (await raw(src)).headers['content-type']]).toEqual([src, type])
    expect((await raw(start_url)).statusCode).toBe(200)
  })

  it('is a preview with complete addresses of this installation', async () => {
    const { payload } = await raw('/market')
    const said = (name: string) =>
      new RegExp(`<meta[^>]*property="${name}"[^>]*content="([^"]*)"`, 's').exec(payload)?.[1]
    expect(said('og:title')).toBe('Sublet: the open IPv4 leasing marketplace')
    expect(said('og:description')).toMatch(/^Holders lease out/)
    expect(said('og:image')).toBe('https://sublet.example/social-preview.png')
    expect(payload).not.toContain('.invalid')
    expect(payload).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  })
})

describe('robots.txt', () => {
  let mayRead: (path: string) => boolean
  beforeAll(async () => {
    mayRead = readerOf((await raw('/robots.txt')).payload)
  })

  it('is a plain text', async () => {
    const answer = await raw('/robots.txt')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  })

  it.each(['/', '/market', '/market?view=list', '/docs', '/docs/market', '/verify', '/sign-up', '/portal/market/map'])(
    'lets %s be read',
    (path) => expect(mayRead(path)).toBe(true),
  )

  it.each(['/home', '/c/100001/invoices', '/account/security', '/operator', '/password', '/invitation', '/first-run'])(
    'keeps robots from %s, which is behind a sign-in or for one person',
    (path) => expect(mayRead(path)).toBe(false),
  )

  it('lets robots read whatever pages load', async () => {
    const files = [...(await raw('/')).payload.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((path) => !mayRead(path))).toEqual([])
  })

  it('keeps robots from every operation of the API but what public pages show', () => {
    const open = routes.map(pathOf).filter((path) => mayRead(path))
    expect(new Set(open)).toEqual(
      new Set(['/', '/portal/market/map', '/portal/status', '/portal/texts', '/portal/texts/:textKind', '/verify']),
    )
  })
})

/** RFC 9309 §2.2.2: the longest rule that fits decides, and leave wins between two of a length. */
function readerOf(text: string): (path: string) => boolean {
  const rules = [...text.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, verb, rule = '']) => ({
    length: rule.length,
    allows: verb === 'Allow',
    fits: new RegExp(
      `^${RegExp.escape(rule)
        .replaceAll(String.raw`\*`, '.*')
        .replace(/\\\$$/, '$')}`,
    ),
  }))
  return (path) =>
    rules
      .filter(({ fits }) => fits.test(path))
      .toSorted((a, b) => b.length - a.length || Number(b.allows) - Number(a.allows))[0]?.allows ?? true
}
