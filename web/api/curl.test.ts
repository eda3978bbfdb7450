import { execFileSync } from 'node:child_process'
import createClient from 'openapi-fetch'
import { describe, expect, it } from 'vitest'
import { commandsFor } from './curl.ts'
import { rehearse, unlessRehearsed, witnessed } from './rehearse.ts'

const url = 'https://market.example/billing/v1/019a/market/services'

const commandFor = (request: Request) => commandsFor([request])

const post = (body: unknown, to = url) =>
  new Request(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** What curl is given by a real shell. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}\n`
  return execFileSync('sh', ['-c', script], { env: { TOKEN: 'of-the-shell' }, encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)
}

describe('commandsFor', () => {
  it.each([
    ['a quote', `it's 'quoted' "twice"`],
    ['lines', 'one\ntwo\r\n\tthree\\'],
    ['what a shell would act on', '$TOKEN `id` $(id) \\ ! * ; & | < > #'],
    ['emoji and right to left', '🦊 שלום \u202e'],
    ['what looks like an option or a file', '@/etc/passwd --output x'],
  ])('survives a shell with %s in a value', async (_, value) => {
    const command = (await commandFor(post({ name: value, list: [{ value }] }))) ?? ''
    expect(argumentsOf(command)).toEqual([
      '-X',
      'POST',
      url,
      '-H',
      'Authorization: Bearer of-the-shell',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify({ name: value, list: [{ value }] }),
    ])
  })

  it('says a read with its filters, which curl takes for no pattern', async () => {
    const asked = `${url}?${new URLSearchParams({ 'filter[status]': `it's`, sort: '-created_at' })}`
    expect(argumentsOf((await commandFor(new Request(asked))) ?? '')).toEqual([
      `${url}?filter%5Bstatus%5D=it%27s&sort=-created_at`,
      '-H',
      'Authorization: Bearer of-the-shell',
    ])
  })

  it('names secrets instead of telling them, and takes no header of the session along', async () => {
    const request = post({
      password: 'hunter2',
      code: '123456',
      card: { number: '4242' },
      deep: [{ client_secret: 's' }],
    })
    request.headers.set('x-csrf', 'session-secret')
    const command = (await commandFor(request)) ?? ''
    expect(argumentsOf(command).at(-1)).toBe(
      '{"password":"<password>","code":"<code>","card":"<card>","deep":[{"client_secret":"<client_secret>"}]}',
    )
    expect(command).not.toContain('session-secret')
  })

  it('says several one below the other, each a command', async () => {
    const both = (await commandsFor([post({ name: "it's" }), post({ name: 'b' })])) ?? ''
    expect(argumentsOf(both).filter((one) => one.startsWith('{'))).toEqual([`{"name":"it's"}`, '{"name":"b"}'])
  })

  it('is none for what only the portal calls, nor for a file', async () => {
    const file = new Request(url, { method: 'POST', body: new Uint8Array([1, 2]) })
    expect([await commandFor(post({}, 'https://market.example/portal/me')), await commandFor(file)]).toEqual([
      null,
      null,
    ])
  })
})

describe('rehearse', () => {
  const sent: Request[] = []
  const send = unlessRehearsed((request) => {
    sent.push(request)
    return Promise.resolve(Response.json({}))
  })
  const api = createClient<Record<string, { post: { responses: object } }>>({
    baseUrl: 'https://market.example',
    fetch: send,
  })
  const work = (body: object) => api.POST('/x', { body } as never)

  it('sees what the client would send, and sends nothing', async () => {
    const request = rehearse(work, () => ({ a: 1 }))
    expect([request?.method, request?.url, await request?.text(), sent.length]).toEqual([
      'POST',
      'https://market.example/x',
      '{"a":1}',
      0,
    ])
    await work({ a: 2 })
    expect(sent).toHaveLength(1)
  })

  it('or sees it while it is sent, and can still read it afterwards', async () => {
    const [answer, request] = witnessed(() => work({ a: 3 }))
    await answer
    expect([await request?.text(), await sent.at(-1)?.text()]).toEqual(['{"a":3}', '{"a":3}'])
  })

  it('does not begin what waits before it sends, and is none where what is typed makes no request', async () => {
    const before = sent.length
    const late = rehearse(
      async (body: object) => {
        await Promise.resolve()
        return work(body)
      },
      () => ({}),
    )
    const none = rehearse(work, () => ({ at: new Date(Number.NaN).toISOString() }))
    await Promise.resolve()
    expect([late, none, sent.length]).toEqual([null, null, before])
  })
})
