import { expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { Descriptions } from './description.memory.ts'

const now = new Date('2026-11-18T12:00:00Z')
const described = (text: string, until = Infinity) => ({
  space: 'mine',
  said: '',
  area: knownPrefix('192.0.2.0/24'),
  until,
  text,
})

it('is found for the same space and data, until time alone may have changed it', () => {
  const memory = new Descriptions()
  memory.keep('1', 'a', described('first', now.getTime() + 1))
  expect(memory.find('1', 'a', 'mine', now)?.text).toBe('first')
  expect(memory.find('1', 'b', 'mine', now)).toBeNull()
  expect(memory.find('1', 'a', 'sold', now)).toBeNull()
  expect(memory.find('1', 'a', 'mine', new Date(now.getTime() + 1))).toBeNull()
})

it('goes with the data it was described by', () => {
  const memory = new Descriptions()
  memory.keep('1', 'a', described('first'))
  expect(memory.find('2', 'a', 'mine', now)).toBeNull()
  expect(memory.find('1', 'a', 'mine', now)).toBeNull()
})

it('goes when others need the room, and what was asked for last stays', () => {
  const memory = new Descriptions(20)
  memory.keep('1', 'a', described('12'))
  memory.keep('1', 'b', described('12'))
  memory.keep('1', 'a', described('3'))
  expect(memory.find('1', 'b', 'mine', now)?.text).toBe('12')
  memory.keep('1', 'c', described('1234'))
  expect(['a', 'b', 'c'].map((name) => memory.find('1', name, 'mine', now)?.text)).toEqual([undefined, '12', '1234'])
})
