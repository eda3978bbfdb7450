/**
 * State machines as tables: from state, by trigger, to state. An empty cell is a forbidden move. Pure, so that the portal
 * may import the same table to enable buttons; `moves.ts` performs the moves.
 */

type MoveTable<State extends string, Trigger extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Trigger, State>>>>
>

export interface Machine<State extends string, Trigger extends string> {
  readonly noun: string
  readonly initial: State
  readonly moves: MoveTable<State, Trigger>
  readonly states: readonly State[]
  can(state: State, trigger: Trigger): boolean
  next(state: State, trigger: Trigger): State | undefined
  /** The triggers that are possible in a state. */
  triggers(state: State): Trigger[]
}

export function machine<State extends string, Trigger extends string>(
  noun: string,
  initial: NoInfer<State>,
  moves: Record<State, Partial<Record<Trigger, NoInfer<State>>>>,
): Machine<State, Trigger> {
  const next = (state: State, trigger: Trigger): State | undefined =>
    Object.hasOwn(moves[state], trigger) ? moves[state][trigger] : undefined
  return {
    noun,
    initial,
    moves,
    states: Object.keys(moves) as State[],
    can: (state, trigger) => next(state, trigger) !== undefined,
    next,
    triggers: (state) => Object.keys(moves[state]) as Trigger[],
  }
}

/** A Mermaid state diagram of the table, for the documents. */
export function diagram(m: Machine<string, string>): string {
  const lines = m.states.flatMap((from) =>
    Object.entries(m.moves[from] ?? {}).map(([trigger, to]) => `  ${from} --> ${to}: ${trigger}`),
  )
  return ['stateDiagram-v2', `  [*] --> ${m.initial}`, ...lines].join('\n')
}
