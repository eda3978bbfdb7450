import { expect, it } from 'vitest'
import { Connection, pauseBefore } from './connection.ts'

function stage(answers: (boolean | Error)[]) {
  const timers: { readonly work: () => void; readonly ms: number }[] = []
  const connection = new Connection({
    probe: async () => {
      const answer = answers.shift() ?? false
      if (answer instanceof Error) throw answer
      return answer
    },
    later: (work, ms) => timers.push({ work, ms }),
  })
  const heard: string[] = []
  connection.subscribe(() => heard.push(connection.standing))
  const pass = async () => {
    timers.shift()?.work()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { connection, timers, heard, pass }
}

it('asks by itself until the server is back, ever more seldom', async () => {
  const { connection, timers, heard, pass } = stage([new Error('no'), false, true])
  connection.lost('offline')
  connection.lost('offline')
  const pauses: number[] = []
  while (timers[0]) {
    pauses.push(timers[0].ms)
    await pass()
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000])
  expect(heard).toEqual(['offline', 'reached'])
  expect(pauseBefore(20)).toBe(30_000)
})

it('asks at once by hand, and the question that was waiting is not asked as well', async () => {
  const { connection, heard, pass } = stage([false, true, true])
  connection.lost('away')
  await connection.tryNow()
  expect(connection.standing).toBe('away')
  await connection.tryNow()
  await pass()
  expect(heard).toEqual(['away', 'reached'])
})

it('is back as soon as any request is answered', () => {
  const { connection, heard } = stage([])
  connection.lost('offline')
  connection.lost('away')
  connection.reached()
  connection.reached()
  expect(heard).toEqual(['offline', 'away', 'reached'])
})
