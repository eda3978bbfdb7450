import { expect, test } from 'vitest'

import { obstacleIn, tail } from './output.ts'

test.each([
  ['FATAL:  lock file "postmaster.pid" already exists', 'postmaster'],
  ['FATAL:  lock file "postmaster.pid" is empty', 'empty lock'],
  ['FATAL:  lock file "/data/run/.s.PGSQL.5432.lock" already exists', 'socket lock'],
  ['FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use', 'backends'],
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', null],
  ['', null],
])('%s', (output, obstacle) => {
  expect(obstacleIn(output)).toBe(obstacle)
})

test('the tail leaves out progress and keeps the reason, on one line', () => {
  const output = [
    'creating directory /data/postgres ... ok',
    'running bootstrap script ... 2026-01-01 00:00:00.000 UTC [7] FATAL:  could not write to file: No space left on device',
    'child process exited with exit code 1',
    'initdb: removing contents of data directory',
  ]
  expect(tail(output.join('\n'))).toMatch(/^running bootstrap .* No space left on device$/)
})

test('the tail of nothing still is a sentence', () => {
  expect(tail(' \n')).toBe('it ended without a word')
})
