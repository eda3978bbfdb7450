/**
 * State machines as tables: from state, by event, to state. An empty cell is a forbidden move. Pure, so that the portal
 * may import the same table to enable buttons; `moves.ts` performs the moves.
 */

type MoveTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>

export interface Machine<State extends string, Event extends string> {
  readonly noun: string
  readonly initial: State
  readonly moves: MoveTable<State, Event>
  readonly states: readonly State[]
  can(state: State, event: Event): boolean
  next(state: State, event: Event): State | undefined
  /** The events that are possible in a state. */
  events(state: State): Event[]
}

export function machine<State extends string, Event extends string>(
  noun: string,
  initial: NoInfer<State>,
  moves: Record<State, Partial<Record<Event, NoInfer<State>>>>,
): Machine<State, Event> {
  const next = (state: State, event: Event): State | undefined =>
    Object.hasOwn(moves[state], event) ? moves[state][event] : undefined
  return {
    noun,
    initial,
    moves,
    states: Object.keys(moves) as State[],
    can: (state, event) => next(state, event) !== undefined,
    next,
    events: (state) => Object.keys(moves[state]) as Event[],
  }
}

/** A Mermaid state diagram of the table, for the documents. */
export function diagram(m: Machine<string, string>): string {
  const lines = m.states.flatMap((from) =>
    Object.entries(m.moves[from] ?? {}).map(([event, to]) => `  ${from} --> ${to}: ${event}`),
  )
  return ['stateDiagram-v2', `  [*] --> ${m.initial}`, ...lines].join('\n')
}
