import { expect, it } from 'vitest'
import { Deeds } from './deeds.ts'
import { sender } from './send.ts'
import { shelfOf } from './storage.ts'

type Outcome = number | 'broken' | { readonly status: number; readonly code: string }

/** A server that answers as told, one after the other; what it was sent, and what was said of the connection. */
function stage(outcomes: Outcome[], { again = true }: { again?: boolean } = {}) {
  const kept = new Map<string, string>()
  const storage = { getItem: (name: string) => kept.get(name) ?? null, setItem: kept.set.bind(kept), length: 0 }
  const sent: (string | null)[] = []
  const told: string[] = []
  let asked = 0
  let keys = 0
  const now = { at: 0 }
  const send = sender({
    fetch: async (request) => {
      sent.push(request.headers.get('idempotency-key'))
      const outcome = outcomes.shift() ?? 200
      if (outcome === 'broken') throw new TypeError('failed')
      const { status, code } = typeof outcome === 'number' ? { status: outcome, code: undefined } : outcome
      return new Response(JSON.stringify({ code }), { status })
    },
    pause: () => Promise.resolve(),
    connection: { reached: () => told.push('reached'), lost: (how) => told.push(how) },
    deeds: new Deeds({
      shelf: shelfOf(() => storage as unknown as Storage),
      now: () => now.at,
      newKey: () => `key ${++keys}`,
    }),
    session: {
      begun: 0,
      prove: async () => {
        asked++
        return again
      },
    },
    freshProof: async () => {
      asked++
      return again
    },
  })
  const post = (body = '{}', path = '/things') =>
    send(new Request(`http://sublet.test${path}`, { method: 'POST', body })).then(
      ({ status }) => status,
      () => 'broken',
    )
  const get = () => send(new Request('http://sublet.test/things')).then(({ status }) => status)
  return { post, get, sent, told, now, asked: () => asked, kept }
}

it('sends a change again under its key while the connection fails or the server is stopping', async () => {
  const { post, sent, told } = stage(['broken', 503, 201])
  expect(await post()).toBe(201)
  expect(sent).toEqual(['key 1', 'key 1', 'key 1'])
  expect(told).toEqual(['reached'])
})

it('gives up after three, says how the connection stands, and takes the same key for the same change', async () => {
  const { post, sent, told } = stage(['broken', 'broken', 'broken', 201, 201])
  expect(await post()).toBe('broken')
  expect(told).toEqual(['offline'])
  expect(await post()).toBe(201)
  expect(await post()).toBe(201)
  expect(sent.slice(2)).toEqual(['key 1', 'key 1', 'key 2'])
})

it('takes another key for another change, after a refusal, and when long has passed', async () => {
  const { post, sent, now } = stage(['broken', 'broken', 'broken', 422, 201, 'broken', 'broken', 'broken', 201])
  await post('{"a":1}')
  await post('{"a":2}')
  await post('{"a":1}')
  expect(new Set(sent)).toEqual(new Set(['key 1', 'key 2', 'key 3']))
  await post('{"a":3}')
  now.at += 11 * 60_000
  await post('{"a":3}')
  expect(sent.at(-1)).toBe('key 5')
})

it('does not repeat a change that something else has undone meanwhile', async () => {
  const { post, sent } = stage(['broken', 'broken', 'broken', 200, 200])
  await post('{}', '/things/1/activate')
  await post('{}', '/things/1/deactivate')
  await post('{}', '/things/1/activate')
  expect(sent.slice(3)).toEqual(['key 2', 'key 3'])
})

it('writes down no change that has a secret in it', async () => {
  const { post, sent, kept } = stage(['broken', 'broken', 'broken', 200])
  await post('{"password":"x"}')
  expect(JSON.parse(kept.get('open-deeds') ?? '[]')).toEqual([])
  await post('{"password":"x"}')
  expect(sent.at(-1)).toBe('key 1')
})

it('waits for what is still going on under its key', async () => {
  const { post, told } = stage([{ status: 409, code: 'idempotency_in_progress' }, 201])
  expect(await post()).toBe(201)
  expect(told).toEqual(['reached'])
})

it('leaves a 503 alone that has a reason of its own', async () => {
  const { post, sent, told } = stage([{ status: 503, code: 'proof_source_silent' }])
  expect(await post()).toBe(503)
  expect([sent.length, told]).toEqual([1, ['reached']])
})

it('goes on after a sign-in, once and under the same key; not where nobody or somebody else signs in', async () => {
  const same = stage([401, 201])
  expect(await same.post()).toBe(201)
  expect([same.sent, same.asked()]).toEqual([['key 1', 'key 1'], 1])
  const twice = stage([401, 401])
  expect(await twice.post()).toBe(401)
  expect(twice.asked()).toBe(1)
  const other = stage([401, 201], { again: false })
  expect(await other.post()).toBe(401)
  expect(other.sent).toHaveLength(1)
})

it('repeats neither a sign-in nor asks for one because of it', async () => {
  const { post, sent, asked } = stage([401])
  expect(await post('{}', '/portal/sign-in')).toBe(401)
  expect([sent, asked()]).toEqual([[null], 0])
})

it('reads again, without a key', async () => {
  const { get, sent } = stage(['broken', 502, 200])
  expect(await get()).toBe(200)
  expect(sent).toEqual([null, null, null])
})

it('asks for a fresh proof before a weighty deed, and goes on under the same key; who would rather not is refused', async () => {
  const wanted = { status: 403, code: 'proof_needed' }
  const given = stage([wanted, 201])
  expect(await given.post()).toBe(201)
  expect([given.sent, given.asked()]).toEqual([['key 1', 'key 1'], 1])
  const declined = stage([wanted, 201], { again: false })
  expect(await declined.post()).toBe(403)
  expect([declined.sent, declined.asked()]).toEqual([['key 1'], 1])
})
