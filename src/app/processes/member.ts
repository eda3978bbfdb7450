import { fork, type ChildProcess } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { dirname, extname } from 'node:path'
import { StartRefusal } from '../../kernel/refusal.ts'
import type { Assignment, Order, Report } from './words.ts'

/** One of the processes that serve, as the first sees it. */
export interface Member {
  readonly number: number
  readonly child: ChildProcess
  /** From when it has said that it is ready until it ends. */
  serves: boolean
  /** Connections that are on their way to it, by their turn: whoever comes for one that dies gets them again. */
  readonly underWay: Map<number, Socket>
}

/** Bundled, it lies beside this file, too. */
const program = new URL(`./serving-process${extname(import.meta.filename)}`, import.meta.url)

export function beginMember(assignment: Assignment): Member {
  const cache = getCompileCacheDir()
  const child = fork(program, cache === undefined ? [] : [dirname(cache)], { serialization: 'advanced' })
  // Where it cannot be told, it has ended already, which is heard elsewhere.
  child.send(assignment, () => undefined)
  return { number: assignment.number, child, serves: false, underWay: new Map() }
}

export const tell = ({ child }: Member, order: Order): void => void child.send(order, () => undefined)

export function hand(member: Member, turn: number, socket: Socket): void {
  member.underWay.set(turn, socket)
  const order = { say: 'connection', turn } satisfies Order
  member.child.send(order, socket, { keepOpen: true }, () => undefined)
}

/** Our own end of it: the connection stays open in other hands. */
export function letGo({ underWay }: Member, turn: number): void {
  underWay.get(turn)?.destroy()
  underWay.delete(turn)
}

/** Refuses where it ends before; it has said why. */
export function untilReady({ child }: Member): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', ({ say }: Report) => say === 'ready' && resolve())
    child.once('exit', () => reject(new StartRefusal('A serving process has ended before it could serve.')))
  })
}
