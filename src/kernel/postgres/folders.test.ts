import { join } from 'node:path'

import { expect, test } from 'vitest'

import { socketFolder } from './folders.ts'

test('the socket lies in the data folder', () => {
  expect(socketFolder('/srv/sublet')).toEqual({ path: '/srv/sublet/run', shared: false })
})

test('exactly as long as a socket path may be', () => {
  const rest = '/run/.s.PGSQL.5432'.length
  const longest = `/${'x'.repeat(100 - rest - 1)}`
  expect(socketFolder(longest, '/tmp').path).toBe(join(longest, 'run'))
  expect(socketFolder(`${longest}x`, '/tmp')).toMatchObject({ shared: true })
})

test('bytes count, not characters', () => {
  expect(socketFolder(`/${'ü'.repeat(45)}`, '/tmp').shared).toBe(true)
})

test('a long path has a short folder of its own, always the same', () => {
  const [one, other] = ['a', 'b'].map((letter) => `/${letter.repeat(120)}`)
  expect(socketFolder(one!, '/tmp').path).toMatch(/^\/tmp\/sublet-[0-9a-f]{16}$/)
  expect(socketFolder(one!, '/tmp')).toEqual(socketFolder(one!, '/tmp'))
  expect(socketFolder(one!, '/tmp')).not.toEqual(socketFolder(other!, '/tmp'))
})
