import type { Words } from '../../identity/index.ts'
import { marketEvents } from '../market.events.ts'

/** What whoever saved a search is told of what it has found (`src/alerts`). */

const count = (n: number): string => n.toLocaleString('en')

interface SearchWords extends Words {
  readonly count: number
  /** Who saved it; null: a program of the company. */
  readonly person: string | null
}

export const searchWords = marketEvents.onEach<SearchWords>({
  'saved_search.matched': ({ uuid, name, person_uuid, count: all, currency, first }) => {
    const [only] = first
    const blocks = all === 1 ? 'a block' : `${count(all)} blocks`
    const lines = [
      ...first.map(({ block, price }) => `${block}, ${currency} ${price} a month`),
      ...(all > first.length ? [`and ${count(all - first.length)} more`] : []),
    ]
    return {
      count: all,
      person: person_uuid,
      lead: { label: 'View search', page: `/saved-searches/${uuid}` },
      subject: `${name}: ${all === 1 && only ? only.block : blocks} on the market`,
      text: `Your saved search "${name}" has found ${blocks}, new on the market or newly matching.\n\n${lines.join('\n')}\n\nNothing is held for you: others may lease it first.\n`,
    }
  },
})
