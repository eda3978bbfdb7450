import { useState } from 'react'
import { Count, None, Prefix } from '../../../ui/values.tsx'
import { terms } from '../../../ui/words.ts'
import { asText } from './content.ts'
import type { Drawn } from './looks.ts'
import type { Layer } from './paint.ts'

const columns = [
  ['offered', terms.available, false],
  ['held', terms.held, false],
  ['leased', terms.leased, false],
  ['yours', 'Yours', true],
  ['own', 'Your listings', true],
  ['ownIdle', 'Yours, not available', true],
] as const

interface MapTextProps {
  readonly layer: Layer | undefined
  readonly own: boolean
  readonly hidden: ReadonlySet<Drawn>
}

/** The map for those who would rather read it. Counted only when it is opened. */
export function MapText({ layer, own, hidden }: MapTextProps) {
  const [open, setOpen] = useState(false)
  const shown = columns.filter(([name, , isOwn]) => (own || !isOwn) && !hidden.has(name))
  return (
    <details className="border-t border-line text-xs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer px-3 py-2 text-soft hover:text-ink">The map as text</summary>
      {open && layer && (
        <section aria-label="The map as text" tabIndex={0} className="max-h-72 overflow-auto border-t border-line">
          <table className="w-full">
            <thead>
              <tr className="text-left text-faint">
                <th scope="col" className="px-3 py-1.5 font-medium">
                  Part
                </th>
                {shown.map(([name, title]) => (
                  <th key={name} scope="col" className="px-3 py-1.5 text-right font-medium">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {asText(layer).map(({ area, counts }) => (
                <tr key={area} className="border-t border-line">
                  <th scope="row" className="px-3 py-1 text-left font-normal">
                    <Prefix of={area} />
                  </th>
                  {shown.map(([name]) => (
                    <td key={name} className="px-3 py-1 text-right">
                      {counts.has(name) ? <Count of={counts.get(name) ?? 0} /> : <None />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
