import { expect, it } from 'vitest'
import { rehearse, unlessRehearsed, witnessed } from './rehearse.ts'

function stage() {
  const sent: string[] = []
  const send = unlessRehearsed(async ({ method }) => {
    sent.push(method)
    return new Response()
  })
  const make = (method: string) => send(new Request('https://portal.example/x', { method }))
  return { sent, make }
}

it('looks at what is sent at once, and sends nothing', () => {
  const { sent, make } = stage()
  expect(
    rehearse(
      () => make('POST'),
      () => undefined,
    )?.method,
  ).toBe('POST')
  expect(
    rehearse(
      async () => make('POST'),
      () => undefined,
    ),
  ).toBeNull()
  expect(sent).toEqual([])
})

it('sends nothing either where work waits first and does not say so', async () => {
  const { sent, make } = stage()
  const waits = async () => {
    await Promise.resolve()
    return make('POST')
  }
  const begun: Promise<unknown>[] = []
  const work = () => {
    const one = waits()
    begun.push(one)
    return one
  }
  expect(rehearse(work, () => undefined)).toBeNull()
  // Meanwhile pages read, and somebody does something.
  await make('GET')
  await witnessed(() => make('PUT'))[0]
  await expect(begun[0]).rejects.toThrow('only rehearsed')
  expect(sent).toEqual(['GET', 'PUT'])
  await make('DELETE')
  expect(sent).toEqual(['GET', 'PUT', 'DELETE'])
})
