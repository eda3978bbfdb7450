import type { Context } from '../context.ts'
import { slot } from '../slot.ts'
import type { Heard, News } from './event-table.ts'

/** Who hears of which news, and who tells it. */

export type Told<N extends News = News> = N & {
  readonly uuid: string
  /** Of events of one subject, in the order in which they were committed. */
  readonly position: number
  readonly happenedAt: Date
}

/** Acts in the transaction after which nobody tells it the same again. */
export interface Listener {
  readonly name: string
  readonly hears: readonly string[]
  hearAll(ctx: Context, news: readonly Told[]): Promise<void>
}

type NewsIn<H> = H extends Heard<infer N> ? N : never

interface Wish<H extends Heard<News>> {
  /** Stable: it is the mark in the database. */
  readonly name: string
  readonly hears: readonly H[]
}

interface OneByOne<H extends Heard<News>> extends Wish<H> {
  hear(ctx: Context, news: Told<NewsIn<H>>): Promise<void>
}

/** What is told together is heard together, where that is less work. */
interface Together<H extends Heard<News>> extends Wish<H> {
  hearAll(ctx: Context, news: readonly Told<NewsIn<H>>[]): Promise<void>
}

/** It gets what it hears with the types of the table that declares it. */
export function listener<H extends Heard<News>>(wish: OneByOne<H> | Together<H>): Listener {
  return {
    name: wish.name,
    hears: wish.hears.flatMap(({ types }) => types),
    hearAll: async (ctx, news) => {
      const ours = news as readonly Told<NewsIn<H>>[]
      if ('hearAll' in wish) await wish.hearAll(ctx, ours)
      else for (const one of ours) await wish.hear(ctx, one)
    },
  }
}

interface Listening {
  /** By type of event; `app/wiring.ts` has the list of all. */
  wiring: ReadonlyMap<string, readonly Listener[]>
  /** Tells what this process writes; a process that does not stay has none. */
  wake: (() => void) | null
}

const listening = slot<Listening>(() => ({ wiring: new Map(), wake: null }))

type Owner = Parameters<typeof listening>[0]

export function wire(owner: Owner, listeners: readonly Listener[]): void {
  const types = new Set(listeners.flatMap(({ hears }) => hears))
  listening(owner).wiring = new Map(
    [...types].map((type) => [type, listeners.filter(({ hears }) => hears.includes(type))]),
  )
}

export const listenersOf = (owner: Owner, type: string): readonly Listener[] => listening(owner).wiring.get(type) ?? []

export function tellBy(owner: Owner, wake: (() => void) | null): void {
  listening(owner).wake = wake
}

export const wakeOf = (owner: Owner): (() => void) | null => listening(owner).wake
