import { describe, expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { addSeconds } from '../../kernel/time.ts'
import { nextCodeAt, type MailedCode } from './mail.rules.ts'

const now = new Date('2026-11-15T10:00:00Z')
const block = knownPrefix('45.8.0.0/20')
const ago = (seconds: number, prefix = '45.8.0.0/20', letter = `letter ${seconds}`): MailedCode => ({
  letter,
  block: knownPrefix(prefix),
  at: addSeconds(now, -seconds),
})
const waitFor = (sent: readonly MailedCode[]): number | null => {
  const at = nextCodeAt(block, sent, now)
  return at && (at.getTime() - now.getTime()) / 1_000
}

describe('another code for a block', () => {
  it('is mailed at once where none was, or none of late', () => {
    expect(waitFor([])).toBeNull()
    expect(waitFor([ago(60)])).toBeNull()
  })

  it('waits a minute after the last, in whatever order they are known', () => {
    expect(waitFor([ago(59)])).toBe(1)
    expect(waitFor([ago(10), ago(500), ago(59)])).toBe(50)
  })

  it.each(['45.8.0.0/24', '45.8.15.0/24', '45.0.0.0/8'])('waits for one for %s, too', (prefix) => {
    expect(waitFor([ago(1, prefix)])).toBe(59)
  })

  it('does not wait for one for another block', () => {
    expect(waitFor([ago(1, '45.8.16.0/20')])).toBeNull()
  })

  it('is the fifth of a day at most', () => {
    const four = [100, 200, 300, 400].map((seconds) => ago(seconds))
    expect(waitFor(four)).toBeNull()
    expect(waitFor([...four, ago(500)])).toBe(86_400 - 500)
    expect(waitFor([...four, ago(500), ago(600)])).toBe(86_400 - 500)
  })
})

describe('letters to a mailbox', () => {
  const elsewhere = (count: number, letter?: string) =>
    Array.from({ length: count }, (_, n) => ago(1_000 + n, `46.0.${n}.0/24`, letter))

  it('are twenty a day at most, whatever the blocks', () => {
    expect(waitFor(elsewhere(19))).toBeNull()
    expect(waitFor(elsewhere(20))).toBe(86_400 - 1_019)
  })

  it('count once, however many codes are in them', () => {
    expect(waitFor(elsewhere(100, 'one letter'))).toBeNull()
  })
})
