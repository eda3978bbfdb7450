import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptablePassword, isTimeZone, newTicket, normalEmail, ticketDigest } from './person.rules.ts'

describe('normalEmail', () => {
  it('is the same however it was typed', () => {
    expect(normalEmail('  Ops@Example.NET ')).toBe('ops@example.net')
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(normalEmail(normalEmail(email))).toBe(normalEmail(email))
        expect(normalEmail(email.toUpperCase())).toBe(normalEmail(email))
      }),
    )
  })
})

describe('acceptablePassword', () => {
  it('wants twelve characters', () => {
    expect(acceptablePassword('elevenchars', 'a@example.net')).toBe(false)
    expect(acceptablePassword('twelve chars', 'a@example.net')).toBe(true)
  })

  it('refuses the e-mail address, however it was typed', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom('', ' '), (email, space) => {
        expect(acceptablePassword(`${space}${email.toUpperCase()}`, email)).toBe(false)
      }),
    )
  })
})

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])('is %s', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })

  it.each(['', '+02:00', 'Mars/Olympus', 'Europe/Berlin ', 'x'.repeat(65)])('is not "%s"', (name) => {
    expect(isTimeZone(name)).toBe(false)
  })
})

describe('tickets', () => {
  it('hold 256 bits and fit into links and cookies', () => {
    const tickets = Array.from({ length: 100 }, newTicket)
    for (const ticket of tickets) expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(new Set(tickets.map((ticket) => ticketDigest(ticket).toString('hex'))).size).toBe(100)
  })

  it('have the same digest every time', () => {
    expect(ticketDigest('a')).toEqual(ticketDigest('a'))
    expect(ticketDigest('a')).toHaveLength(32)
  })
})
