import { expect, it } from 'vitest'
import { SignInAgain } from './again.ts'

const ada = { uuid: 'a', email: 'ada@holder.example', name: 'Ada' }
const ben = { uuid: 'b', email: 'ben@holder.example', name: 'Ben' }

it('asks nobody before it is known who works here', async () => {
  expect(await new SignInAgain().prove(0)).toBe(false)
})

it('asks once for all that wait, and tells them together', async () => {
  const again = new SignInAgain()
  again.worksHere(ada)
  const both = Promise.all([again.prove(0), again.prove(0)])
  expect(again.asking).toEqual({ type: 'proof', of: ada })
  again.proven(ada)
  expect(await both).toEqual([true, true])
  expect(again.asking).toBeNull()
})

it('asks nobody for what was refused late, under the session before', async () => {
  const again = new SignInAgain()
  again.worksHere(ada)
  const { begun } = again
  const waiting = again.prove(begun)
  again.proven(ada)
  expect([await waiting, await again.prove(begun), again.asking]).toEqual([true, true, null])
  void again.prove(again.begun)
  expect(again.asking).toEqual({ type: 'proof', of: ada })
})

it('sends nothing in the name of another, and says so', async () => {
  const again = new SignInAgain()
  again.worksHere(ada)
  const waiting = again.prove(0)
  again.proven(ben)
  expect(await waiting).toBe(false)
  expect(again.asking).toEqual({ type: 'another', than: ada, now: ben })
})

it('lets go of what waits when somebody gives up', async () => {
  const again = new SignInAgain()
  again.worksHere(ada)
  const waiting = again.prove(0)
  again.giveUp()
  expect([await waiting, again.asking, await again.prove(0)]).toEqual([false, null, false])
})
