import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { stopwatch } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import { closeDoor } from '../../kernel/http/door.ts'
import type { Log } from '../../kernel/log.ts'
import { cutOffCode, longestStop } from '../stop.ts'
import { HouseMeasures } from './house-measures.ts'
import { beginMember, hand, letGo, tell, untilReady, type Member } from './member.ts'
import { pauseAfter, settingsOfEach } from './share.ts'
import { doesJobs, type Order, type Report } from './words.ts'

/**
 * Several processes that serve as one house. This one has the port, and hands each connection to the next of the others:
 * nobody else listens, so one that dies takes its own connections with it and nothing more, and when this one dies nothing
 * is left that could be in the way of the next.
 */

/** Connections that wait while none of them serves. */
const mostWaiting = 1_024

/** In ms: who has lived so long did not die of its start. */
const longLife = 60_000

export class FirstProcess {
  readonly #config: Config
  readonly #databaseUrl: string
  readonly #log: Log
  readonly #members = new Map<number, Member>()
  readonly #measures = new HouseMeasures(this.#members)
  readonly #shortLives = new Map<number, number>()
  readonly #overtaken = Promise.withResolvers<void>()
  readonly #waiting: Socket[] = []
  readonly #door = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) =>
    this.#hand(socket),
  )
  #isOpen = false
  #turn = 0

  constructor(config: Config, databaseUrl: string, log: Log) {
    this.#config = config
    this.#databaseUrl = databaseUrl
    this.#log = log
  }

  get overtaken(): Promise<void> {
    return this.#overtaken.promise
  }

  /** Until all serve. */
  async begin(): Promise<void> {
    const { processes, host, port } = this.#config
    const numbers = Array.from({ length: processes }, (_, i) => i + 1)
    try {
      await Promise.all(numbers.map((number) => untilReady(this.#beginOne(number))))
      this.#door.listen({ host, port, backlog: 1_024 })
      await once(this.#door, 'listening')
    } catch (error) {
      for (const { child } of this.#members.values()) child.kill('SIGKILL')
      throw error
    }
    this.#isOpen = true
    // What starting has left behind goes now, while nobody waits.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }

  #beginOne(number: number): Member {
    const member = beginMember({ config: settingsOfEach(this.#config), databaseUrl: this.#databaseUrl, number })
    this.#members.set(number, member)
    const begun = stopwatch()
    const { child } = member
    child.on('error', (error) => this.#log.warn({ err: error, process: number }, 'a serving process cannot be reached'))
    child.on('message', (report: Report) => this.#hear(member, report))
    // Not at its exit: only by now all is heard that it has said, so that what is still under way to it it never had.
    child.once('close', () => {
      member.serves = false
      this.#handAgain(member)
      if (this.#isOpen) this.#replace(member, stopwatch() - begun)
    })
    return member
  }

  #hear(member: Member, report: Report): void {
    if (report.say === 'ready') {
      member.serves = true
      for (const socket of this.#waiting.splice(0)) this.#hand(socket)
    } else if (report.say === 'took') letGo(member, report.turn)
    else if (report.say === 'overtaken') this.#overtaken.resolve()
    else if (report.say === 'wake') this.#wake(report)
    else if (report.say === 'measured') this.#measures.note(member, report)
    else void this.#measures.gather().then((all) => tell(member, { ...report, all }))
  }

  #wake(order: Order & { say: 'wake' }): void {
    for (const member of this.#serving()) if (doesJobs(member.number)) tell(member, order)
  }

  #serving(): Member[] {
    return [...this.#members.values()].filter(({ serves, child }) => serves && child.connected)
  }

  /** Each in turn: connections last, so their number says more than who happens to be idle. */
  #hand(socket: Socket): void {
    const serving = this.#serving()
    const next = serving[++this.#turn % serving.length]
    if (next) hand(next, this.#turn, socket)
    else if (this.#waiting.length < mostWaiting) this.#waiting.push(socket)
    else socket.destroy()
  }

  #handAgain({ underWay }: Member): void {
    for (const socket of underWay.values()) this.#hand(socket)
    underWay.clear()
  }

  #replace(member: Member, livedMs: number): void {
    const { number, child } = member
    this.#measures.keep(member)
    const shortLives = livedMs > longLife ? 0 : (this.#shortLives.get(number) ?? 0)
    this.#shortLives.set(number, shortLives + 1)
    const facts = { process: number, pid: child.pid, code: child.exitCode, signal: child.signalCode }
    this.#log.warn(facts, 'a serving process has ended; another takes its place')
    setTimeout(() => this.#isOpen && this.#beginOne(number), pauseAfter(shortLives))
  }

  /** Closes the door, lets all finish what is under way, and says what the worst of them ended with. */
  async stop(): Promise<number> {
    this.#isOpen = false
    const serving = this.#serving()
    const worst = (): number => Math.max(0, ...serving.map(({ child }) => codeOf(child)))
    // As long as a process that serves alone: what is let go of afterwards is waited for no longer either.
    setTimeout(() => process.exit(process.exitCode ?? worst()), longestStop).unref()
    const ended = serving.map(({ child }) => once(child, 'exit'))
    // Who has not served yet has nothing to finish.
    for (const { serves, child } of this.#members.values()) if (!serves) child.kill('SIGKILL')
    for (const member of serving) tell(member, { say: 'closing' })
    await closeDoor(this.#door)
    for (const socket of this.#waiting.splice(0)) socket.destroy()
    for (const member of serving) tell(member, { say: 'closed' })
    await Promise.all(ended)
    return worst()
  }
}

/** Who was ended by others, or has not ended, has left something undone. */
const codeOf = ({ exitCode }: ChildProcess): number => exitCode ?? cutOffCode
