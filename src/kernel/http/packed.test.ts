import { expect, it } from 'vitest'
import { encodingOf } from './packed.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZip ;Q=1.0', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip, identity;q=0', 'gzip'],
  ['br;q=0, *', undefined],
  ['br, gzip;q=x', 'br'],
  ['br;q=x', undefined],
  ['br;q=0.000, gzip;q=0', undefined],
  ['*', undefined],
  ['*;q=0', undefined],
  ['identity;q=0', undefined],
  ['brotli', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('of %j: %s', (accepts, encoding) => {
  expect(encodingOf(accepts)).toBe(encoding)
})
