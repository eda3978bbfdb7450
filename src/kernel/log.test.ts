import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openLog, type Log } from './log.ts'

/** A log whose lines can be read back. */
function opened(logLevel = 'info', process?: number): { log: Log; lines: () => Record<string, unknown>[] } {
  let text = ''
  const log = openLog({ logLevel }, { write: (line) => void (text += line) }, process)
  const lines = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, lines }
}

const request = {
  requestId: 'r-1',
  method: 'GET',
  path: '/livez',
  status: 200,
  ms: 1.234,
  caller: undefined,
  tenant: null,
}

describe('a line per request', () => {
  it('says what was asked, by whom, and how long it took', () => {
    const { log, lines } = opened()
    log.request({ ...request, caller: 'sk_a', tenant: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f' })
    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.any(Number),
        requestId: 'r-1',
        method: 'GET',
        path: '/livez',
        status: 200,
        ms: 1.23,
        caller: 'sk_a',
        tenant: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
        message: 'request',
      },
    ])
  })

  it('is one line of JSON, whatever the path', () => {
    const paths = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\\', '\n', '\r\n{"level":"info"}', '\u2028', '\ud800', '\0', '","status":200,"x":"'),
    )
    fc.assert(
      fc.property(paths, (path) => {
        const { log, lines } = opened()
        log.request({ ...request, path })
        expect(lines()).toHaveLength(1)
        expect(lines()[0]).toMatchObject({ path, status: 200, message: 'request' })
      }),
    )
  })

  it('is written from the level info on', () => {
    for (const [level, count] of [
      ['debug', 1],
      ['info', 1],
      ['warn', 0],
      ['silent', 0],
    ] as const) {
      const { log, lines } = opened(level)
      log.request(request)
      expect([level, lines().length]).toEqual([level, count])
    }
  })
})

describe('other lines', () => {
  it('of an error show what kind it was, and no more of it than cannot hold a value', () => {
    const { log, lines } = opened()
    const error = Object.assign(new Error('broken'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.net)',
      parameters: ['hunter2'],
    })
    log.error({ requestId: 'r-1', err: error }, 'defect')
    log.warn({ err: 'thrown text hunter2' }, 'odd')
    expect(lines()).toMatchObject([
      { level: 'error', message: 'defect', requestId: 'r-1', err: { type: 'Error', message: 'broken', code: '23505' } },
      { level: 'warn', err: { message: 'something that is no error was thrown' } },
    ])
    expect(JSON.stringify(lines())).not.toMatch(/hunter2|ann@example/)
  })

  it('and those of requests name the process where there are several', () => {
    const { log, lines } = opened('info', 2)
    log.warn({}, 'a')
    log.request(request)
    expect(lines()).toMatchObject([
      { process: 2, message: 'a' },
      { process: 2, path: '/livez', message: 'request' },
    ])
  })

  it('below the level are not written', () => {
    const { log, lines } = opened('warn')
    log.info({}, 'a')
    log.debug({}, 'b')
    log.warn({}, 'c')
    expect(lines().map((line) => line['message'])).toEqual(['c'])
  })
})
