import { describe, expect, it } from 'vitest'
import { readHosts } from './hosts.ts'

const hostsOf = (text: string) => {
  const read = readHosts(text)
  return 'mistake' in read ? read.mistake : read.hosts.map(({ host, port }) => `${host} ${port}`)
}

describe('the hosts of an address', () => {
  it.each([
    'postgresql://sublet:secret@db.example:5433/sublet?sslmode=verify-full',
    'postgres://db.example/sublet',
    'postgresql://sublet@/sublet?host=%2Fvar%2Frun%2Fpostgresql&port=5432',
    'postgresql://sublet@db.example/sublet?target_session_attrs=read-write',
    'postgresql://sublet@[2001:db8::1]:5432/sublet',
  ])('leave one alone: %s', (text) => expect(readHosts(text)).toEqual({ url: text, hosts: [] }))

  it.each<[string, string[]]>([
    ['postgresql://u:p@h1:5432,h2:5433/db?target_session_attrs=read-write', ['h1 5432', 'h2 5433']],
    ['postgresql://u@h1,h2,h3/db', ['h1 5432', 'h2 5432', 'h3 5432']],
    ['postgresql://[2001:db8::1]:5432,[2001:db8::2]/db', ['2001:db8::1 5432', '2001:db8::2 5432']],
    ['postgresql://u@/db?host=h1,h2&port=5432,5433', ['h1 5432', 'h2 5433']],
    ['postgresql://u@/db?host=%2Frun%2Fa,%2Frun%2Fb&port=5433', ['/run/a 5433', '/run/b 5433']],
    ['postgresql://u@%2Frun%2Fa,%2Frun%2Fb/db', ['/run/a 5432', '/run/b 5432']],
  ])('are several as libpq reads them: %s', (text, hosts) => expect(hostsOf(text)).toEqual(hosts))

  it('keep what the driver needs beside them', () => {
    expect(readHosts('postgresql://u:p%40w@h1,h2/db?host=h3,h4&sslmode=verify-full')).toMatchObject({
      url: 'postgresql://u:p%40w@several/db?sslmode=verify-full',
    })
  })

  it.each([
    ['mysql://h1/db', 'must start with postgresql://'],
    ['postgresql://h1:99999,h2/db', 'names a port'],
    ['postgresql://h1:x,h2/db', 'names a port'],
    ['postgresql://h1/db?host=h1,h2&port=1,2,3', 'names a port'],
    ['postgresql://h1,h2/db?target_session_attrs=prefer-standby', 'use read-write'],
    ['postgresql://h1, h2/db', 'complete address'],
    ['postgresql://%zz/db', 'complete address'],
    ['postgresql://%ff,h2/db', 'complete address'],
    ['postgresql://u:100%@h1/db', 'complete address'],
  ])('are refused: %s', (text, words) => expect(hostsOf(text)).toContain(words))
})
