import type { Context } from '../context.ts'
import { slot } from '../slot.ts'

/** Who hears of which news, and who tells it. */

export interface News {
  readonly type: string
  readonly tenant: string | null
  readonly data: Readonly<Record<string, unknown>>
}

export type Told = News & { readonly uuid: string }

/** Acts in one transaction with the marks that it has heard. */
export type Listener = {
  /** Stable: it is the mark in the database. */
  readonly name: string
} & (
  | { hear(ctx: Context, news: Told): Promise<void> }
  /** What is told together is heard together, where that is less work. */
  | { hearAll(ctx: Context, news: readonly Told[]): Promise<void> }
)

/** Event type to listeners; `app/wiring.ts` is the one that fills it. */
export type Wiring = Readonly<Record<string, readonly Listener[]>>

interface Ears {
  wiring: Wiring
  /** Tells what this process writes; a process that does not stay has none. */
  nudge: (() => void) | null
}

const ears = slot<Ears>(() => ({ wiring: {}, nudge: null }))

type Owner = Parameters<typeof ears>[0]

export function wire(owner: Owner, wiring: Wiring): void {
  ears(owner).wiring = wiring
}

export const listenersOf = (owner: Owner, type: string): readonly Listener[] => ears(owner).wiring[type] ?? []

export function tellBy(owner: Owner, nudge: (() => void) | null): void {
  ears(owner).nudge = nudge
}

export const nudgeOf = (owner: Owner): (() => void) | null => ears(owner).nudge
