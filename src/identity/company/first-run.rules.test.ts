import { expect, it } from 'vitest'
import { isFirstRunTicket, newFirstRunTicket } from './first-run.rules.ts'

const until = new Date('2026-11-17T12:00:00Z')
const at = (ms: number) => new Date(until.getTime() + ms)

it('is good until its time, and for nothing else that was sealed', () => {
  const ticket = newFirstRunTicket(until)
  expect([isFirstRunTicket(ticket, at(-1)), isFirstRunTicket(ticket, at(0))]).toEqual([true, false])
  for (const other of [null, '', 'first run until ', 'first run until soon', `first${ticket}`, '{"kept":"answer"}'])
    expect(isFirstRunTicket(other, at(-1))).toBe(false)
})
