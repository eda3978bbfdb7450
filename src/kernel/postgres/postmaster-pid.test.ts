import { expect, test } from 'vitest'

import { parsePostmasterPid } from './postmaster-pid.ts'

const whole = ['4044', '/data/postgres', '1790000000', '5432', '/data/run', '', '  1234567    98304', 'ready   ', '']

test('reads pid, port, socket folder and status', () => {
  expect(parsePostmasterPid(whole.join('\n'))).toEqual({
    pid: 4044,
    port: 5432,
    socketFolder: '/data/run',
    status: 'ready',
  })
})

test('a file still being written is of one that starts', () => {
  for (let lines = 1; lines < 8; lines += 1) {
    expect(parsePostmasterPid(whole.slice(0, lines).join('\n'))).toMatchObject({ pid: 4044, status: 'starting' })
  }
})

test('tells one that stops from one that serves', () => {
  const text = whole.with(7, 'stopping').join('\n')
  expect(parsePostmasterPid(text)?.status).toBe('stopping')
})

test('single-user mode writes its pid negative', () => {
  expect(parsePostmasterPid('-4044\n/data/postgres\n')?.pid).toBe(4044)
})

test('an empty or senseless file is none', () => {
  expect(parsePostmasterPid('')).toBeNull()
  expect(parsePostmasterPid('\n\n')).toBeNull()
  expect(parsePostmasterPid('hello\n')).toBeNull()
})
