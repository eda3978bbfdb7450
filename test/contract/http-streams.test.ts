import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Content, endpoint, type Endpoint } from '../../src/kernel/endpoint.ts'
import { call } from '../support/http-call.ts'
import { openReachableWorld } from '../support/server/socket.ts'
import type { World } from '../support/world.ts'

/** Answers that are streams: read only as far as somebody listens, and never ended as if they were whole. */

const chunk = 'x'.repeat(65_536)
const read = { begun: 0, ended: Promise.withResolvers<void>(), endlessEnded: Promise.withResolvers<void>() }

/** More than a socket holds back. */
async function* long(): AsyncGenerator<string> {
  read.begun++
  try {
    for (let i = 0; i < 10_000; i++) yield chunk
  } finally {
    read.ended.resolve()
  }
}

/** Noise: packing makes it no smaller. */
async function* endless(): AsyncGenerator<string> {
  try {
    for (;;) yield randomBytes(49_152).toString('base64')
  } finally {
    read.endlessEnded.resolve()
  }
}

async function* broken(): AsyncGenerator<string> {
  yield chunk
  throw new Error('the source broke')
}

const streaming = (id: string, path: `/${string}`, source: () => AsyncIterable<string>): Endpoint =>
  endpoint({
    id,
    route: `GET ${path}`,
    tag: 'Test',
    summary: 'Stream',
    access: { by: 'anyone' },
    content: 'text/plain',
    handle: () => new Content('text/plain; charset=utf-8', Readable.from(source())),
  })

let world: World
let url: string
beforeAll(async () => {
  const endpoints = [
    streaming('testLong', '/test/long', long),
    streaming('testEndless', '/test/endless', endless),
    streaming('testBroken', '/test/broken', broken),
  ]
  ;({ world, url } = await openReachableWorld({ endpoints }))
})
afterAll(() => world.close())

describe('a stream', () => {
  it('is not begun for HEAD, and has no length to tell', async () => {
    const answer = await call('HEAD', `${url}/test/long`)
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, 'text/plain; charset=utf-8', ''])
    expect(answer.headers['content-length']).toBeUndefined()
    expect(read.begun).toBe(0)
  })

  it('ends when its client hangs up', async () => {
    const asked = get(`${url}/test/long`)
    asked.on('error', () => undefined)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await once(answer, 'readable')
    asked.destroy()
    await read.ended.promise
    expect(read.begun).toBe(1)
  })

  it('ends so when it is packed, too', async () => {
    const asked = get(`${url}/test/endless`, { headers: { 'accept-encoding': 'br' } })
    asked.on('error', () => undefined)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(answer.headers['content-encoding']).toBe('br')
    await once(answer, 'readable')
    asked.destroy()
    await read.endlessEnded.promise
  })

  it('that breaks midway cuts the connection', async () => {
    await expect(call('GET', `${url}/test/broken`)).rejects.toThrow(/cut off|aborted|hang up/)
  })
})
