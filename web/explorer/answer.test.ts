import { describe, expect, it } from 'vitest'
import { shown } from './answer.ts'

const answer = (body: BodyInit | null, type: string) => shown(new Response(body, { headers: { 'content-type': type } }))

describe('an answer', () => {
  it('that is JSON is indented; what only says so stands as it came', async () => {
    expect(await answer('{"a":[1]}', 'application/json; charset=utf-8')).toEqual({
      body: '{\n  "a": [\n    1\n  ]\n}',
      note: '',
    })
    expect((await answer('{"a":', 'application/json')).body).toBe('{"a":')
    expect((await answer('a,b\n', 'text/csv')).body).toBe('a,b\n')
  })

  it('that is large is cut, and says so; more of it is not read', async () => {
    let pulled = 0
    const endless = new ReadableStream({
      pull: (controller) => {
        pulled++
        controller.enqueue(new TextEncoder().encode('x'.repeat(100_000)))
      },
    })
    const { body, note } = await answer(endless, 'text/plain')
    expect([body.length, note]).toEqual([262_144, 'Only the first 262,144 bytes are shown; curl gets the rest.'])
    expect(pulled).toBeLessThan(8)
  })

  it('that is no text, or nothing, is told about', async () => {
    expect(await answer(new Uint8Array(12), 'application/pdf')).toEqual({
      body: '',
      note: '12 bytes of application/pdf, not shown here.',
    })
    expect(await shown(new Response(null, { status: 204 }))).toEqual({ body: '', note: 'No body.' })
  })
})
