import { expect, it } from 'vitest'
import { aVrp } from '../../../test/support/market/facts.ts'
import { lastDay, RoaArea } from './roa-area.rules.ts'

const now = new Date('2026-11-18T12:00:00Z')
const seconds = now.getTime() / 1_000

it.each([
  ['nothing there expires', [null], Infinity],
  ['one expires in two days: in one it is about to', [seconds + 2 * lastDay], seconds + lastDay],
  ['one is about to expire', [seconds + 60, seconds + 3 * lastDay], seconds + 60],
  ['one expires right now', [seconds], seconds],
])('says until when time changes nothing: %s', (_name, ends, until) => {
  const vrps = ends.map((expires) => aVrp({ prefix: '192.0.2.0/24', expires }))
  expect(new RoaArea([], vrps, []).settledUntil(now)).toBe(until * 1_000)
})
