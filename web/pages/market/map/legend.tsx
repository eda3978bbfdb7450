import { useMemo, type Ref } from 'react'
import { cx } from '../../../ui/cx.ts'
import { terms } from '../../../ui/words.ts'
import { classes, painted, type Drawn } from './looks.ts'

/** What the colours mean. Each is switched off and on where it is explained. */

type Audience = 'all' | 'own' | 'found'

const words: readonly (readonly [Drawn, string, Audience])[] = [
  ['found', 'Matches your search', 'found'],
  ['offered', terms.available, 'all'],
  ['held', terms.held, 'all'],
  ['leased', terms.leased, 'all'],
  ['yours', 'Leased or held by you', 'own'],
  ['own', 'Your listings', 'own'],
  ['ownIdle', 'Yours, not available', 'own'],
]

interface Hiding {
  readonly found?: readonly unknown[]
  readonly hidden?: string | undefined
  readonly onHide: (hidden: string | undefined) => void
}

/** Where nobody searches, what is available is drawn as what was found. */
const drawnAs = (name: Drawn, found: boolean): Drawn => (name === 'offered' && !found ? 'found' : name)

/** As the address of the page has it: `hide=leased,held`. */
export function useHidden({ hidden = '', found, onHide }: Hiding): [ReadonlySet<Drawn>, (name: Drawn) => void] {
  const searching = found !== undefined
  const names = useMemo(() => {
    const said = hidden.split(',')
    return words.map(([name]) => name).filter((name) => said.includes(name))
  }, [hidden])
  const drawn = useMemo(() => new Set(names.map((name) => drawnAs(name, searching))), [names, searching])
  const toggle = (name: Drawn) => {
    const next = names.includes(name) ? names.filter((other) => other !== name) : [...names, name]
    onHide(next.length > 0 ? next.join(',') : undefined)
  }
  return [drawn, toggle]
}

interface LegendProps {
  readonly own: boolean
  readonly found: boolean
  readonly hidden: ReadonlySet<Drawn>
  readonly onToggle: (name: Drawn) => void
}

export function Legend({ own, found, hidden, onToggle }: LegendProps) {
  const shown = words.filter(([, , who]) => who === 'all' || (who === 'own' && own) || (who === 'found' && found))
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-1.5 px-3 py-2.5">
      {shown.map(([name, word]) => (
        <li key={name}>
          <Switch
            word={word}
            look={drawnAs(name, found)}
            on={!hidden.has(drawnAs(name, found))}
            onToggle={() => onToggle(name)}
          />
        </li>
      ))}
      <li className="flex h-6 items-center gap-1.5 px-1.5 text-xs text-soft max-sm:h-7">
        <Swatch className={cx('border border-edge', classes.setAside)} />
        Not public
      </li>
    </ul>
  )
}

const Swatch = ({ className }: { readonly className: string }) => (
  <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-[3px]', className)} />
)

interface SwitchProps {
  readonly word: string
  readonly look: Drawn
  readonly on: boolean
  readonly onToggle: () => void
}

function Switch({ word, look, on, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onToggle}
      className={cx(
        'flex h-6 items-center gap-1.5 rounded-full border px-2 text-xs max-sm:h-7',
        on ? 'border-edge bg-surface text-ink hover:bg-hover' : 'border-line border-dashed text-soft hover:text-ink',
      )}
    >
      <Swatch className={on ? classes[look] : 'border border-edge'} />
      <span className={cx(!on && 'line-through')}>{word}</span>
    </button>
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
