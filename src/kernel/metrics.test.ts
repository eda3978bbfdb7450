import { describe, expect, it } from 'vitest'
import { addedUp, lasting, Metrics, together, type Measured } from './metrics.ts'

/** What a process has measured that answered so often. */
async function measured(times: number): Promise<Measured> {
  const metrics = new Metrics({ totalCount: 3, idleCount: 1, waitingCount: 0 })
  for (let i = 0; i < times; i++) metrics.observe('read', 200, 0.002)
  metrics.also(() => ['# HELP rows Rows.', '# TYPE rows gauge', `rows{name="a b"} ${times}`])
  return metrics.measured()
}

const page = async (all: readonly Measured[]): Promise<string> => {
  const { registry, lines } = await together(all)
  return `${await registry.metrics()}\n${lines.join('\n')}`
}

describe('what several processes have measured', () => {
  it('is added where it was counted, and the largest where all have the same', async () => {
    const text = await page([await measured(2), await measured(5)])
    expect(text).toContain('sublet_http_requests_total{operation="read",status="200"} 7\n')
    expect(text).toContain('sublet_http_request_seconds_bucket{operation="read",le="0.0025"} 7\n')
    expect(text).toContain('sublet_http_request_seconds_count{operation="read"} 7\n')
    expect(text).toMatch(/^sublet_db_connections 6$/m)
    expect(text).toMatch(/^rows\{name="a b"\} 5$/m)
    for (const name of ['sublet_http_requests_total', 'sublet_db_connections', 'sublet_process_resident_memory_bytes'])
      expect(text.match(new RegExp(`^# TYPE ${name} `, 'gm'))).toHaveLength(1)
  })

  it('keeps what one has counted that is gone, and nothing of what it was', async () => {
    const gone = lasting(await measured(4))
    const text = await page([gone, await measured(1)])
    expect(text).toContain('sublet_http_requests_total{operation="read",status="200"} 5\n')
    expect(text).toMatch(/^sublet_db_connections 3$/m)
    expect(text).toMatch(/^rows\{name="a b"\} 1$/m)
    expect(text).toMatch(/^sublet_process_cpu_seconds_total /m)
  })

  it('has what only one of them knows', () => {
    const counter = ['# HELP n N.', '# TYPE n counter']
    expect(addedUp([[...counter, 'n{a="1"} 1'], [...counter, 'n{a="2"} 2'], []])).toEqual([
      ...counter,
      'n{a="1"} 1',
      'n{a="2"} 2',
    ])
  })
})
