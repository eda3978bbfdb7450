import { lasting, together, type Measured } from '../../kernel/metrics.ts'
import { endsWithin } from '../../kernel/patience.ts'
import { tell, type Member } from './member.ts'
import type { Report } from './words.ts'

/** In ms: of one that does not answer, what it said last is taken. */
const patience = 2_000

const nothing: Measured = { families: [], lines: [] }

/** What all processes have measured, those that are gone included. */
export class HouseMeasures {
  readonly #members: ReadonlyMap<number, Member>
  readonly #last = new WeakMap<Member, Measured>()
  readonly #expected = new Map<string, () => void>()
  #asks = 0
  #gone: Promise<Measured> = Promise.resolve(nothing)

  constructor(members: ReadonlyMap<number, Member>) {
    this.#members = members
  }

  async gather(): Promise<Measured[]> {
    const ask = ++this.#asks
    const asked = [...this.#members.values()].filter(({ serves }) => serves)
    const answers = asked.map((member) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#expected.set(`${ask} ${member.number}`, resolve)
      tell(member, { say: 'measure', ask })
      return promise
    })
    await endsWithin(patience, Promise.all(answers))
    for (const { number } of asked) this.#expected.delete(`${ask} ${number}`)
    const gone = await this.#gone
    const here = [...this.#members.values()].filter(({ serves }) => serves)
    return [...here.flatMap((member) => this.#last.get(member) ?? []), gone]
  }

  note(member: Member, { ask, measured }: Report & { say: 'measured' }): void {
    this.#last.set(member, measured)
    this.#expected.get(`${ask} ${member.number}`)?.()
  }

  /** What somebody was told of it: a sum that shrinks would be taken for a new start. */
  keep(member: Member): void {
    const last = this.#last.get(member)
    if (last) this.#gone = this.#gone.then((gone) => merged([gone, lasting(last)])).catch(() => nothing)
  }
}

async function merged(all: readonly Measured[]): Promise<Measured> {
  const { registry, lines } = await together(all)
  return { families: await registry.getMetricsAsJSON(), lines }
}
