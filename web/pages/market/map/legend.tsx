import type { Ref } from 'react'
import { cx } from '../../../ui/cx.ts'
import { terms } from '../../../ui/words.ts'
import { classes, painted, type Painted } from './looks.ts'

const words: readonly (readonly [Painted, string, 'all' | 'own' | 'found'])[] = [
  ['found', 'Matches your search', 'found'],
  ['offered', terms.available, 'all'],
  ['held', terms.held, 'all'],
  ['leased', terms.leased, 'all'],
  ['yours', 'Leased or reserved by you', 'own'],
  ['own', 'Your listings', 'own'],
  ['ownIdle', 'Yours, not available', 'own'],
  ['setAside', 'Not public', 'all'],
]

export function Legend({ own, found }: { readonly own: boolean; readonly found: boolean }) {
  const shown = words.filter(([, , who]) => who === 'all' || (who === 'own' && own) || (who === 'found' && found))
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2 text-xs text-soft">
      {shown.map(([name, word]) => (
        <li key={name} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={cx(
              'size-2.5 rounded-[2px]',
              name === 'setAside' && 'border border-edge',
              classes[name === 'offered' && !found ? 'found' : name],
            )}
          />
          {word}
        </li>
      ))}
    </ul>
  )
}

/** What the canvas reads its colours off. */
export function Swatches({ ref }: { readonly ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} hidden className="font-mono">
      {painted.map((name) => (
        <i key={name} data-look={name} className={classes[name]} />
      ))}
      <i data-ink="line" className="text-line" />
      <i data-ink="edge" className="text-edge" />
      <i data-ink="name" className="text-faint" />
      <i data-ink="ink" className="text-ink" />
      <i data-ink="focus" className="text-focus" />
      <i data-ink="paper" className="text-surface" />
    </div>
  )
}
