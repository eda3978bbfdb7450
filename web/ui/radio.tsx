import type { ReactNode } from 'react'

interface RadioCardProps {
  readonly name: string
  readonly value: string
  readonly checked: boolean
  readonly onChoose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
}

/** One of two or three that each need a sentence. Those of one name belong together, as browsers have it. */
export function RadioCard({ name, value, checked, onChoose, title, children }: RadioCardProps) {
  return (
    <label className="flex cursor-pointer gap-3 rounded-md border border-edge p-3 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="mt-0.5 block text-soft">{children}</span>
      </span>
    </label>
  )
}
