import { useEffect, useState, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { inputClass } from './field.tsx'
import { Icon, type IconName } from './icons.tsx'
import { sentence } from './badge.tsx'
import { Button } from './button.tsx'
import { Select, type Option } from './select.tsx'

/** What narrows a list. Its state is in the address; each filter is given what stands there and says what is wanted. */

interface FiltersProps {
  readonly label: string
  /** Takes every filter back; without it nothing is filtered. */
  readonly onClear?: (() => void) | undefined
  readonly children: ReactNode
}

export function Filters({ label, onClear, children }: FiltersProps) {
  return (
    <search aria-label={label} className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
      {children}
      {onClear && (
        <Button look="quiet" small icon="close" onClick={onClear}>
          Clear
        </Button>
      )}
    </search>
  )
}

interface TextFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly placeholder?: string
  readonly icon?: IconName
  readonly mono?: boolean
  readonly className?: string
}

/** Takes effect when typing pauses, or at once with Enter. */
export function TextFilter({ label, value, onChange, placeholder, icon, mono, className }: TextFilterProps) {
  const [typed, setTyped] = useState(value ?? '')
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value ?? '')
  }
  const wanted = typed.trim() || undefined
  const take = () => {
    if (wanted !== value) onChange(wanted)
  }
  useEffect(() => {
    const timer = setTimeout(take, 400)
    return () => clearTimeout(timer)
  })
  return (
    <div className={cx('relative', className)}>
      {icon && <Icon name={icon} className="absolute top-[0.4375rem] left-2 size-3.5 text-faint" />}
      <input
        type="text"
        aria-label={label}
        value={typed}
        placeholder={placeholder}
        maxLength={255}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && take()}
        className={cx(inputClass, 'h-7 w-full text-xs', icon && 'pl-7', mono && 'font-mono')}
      />
    </div>
  )
}

interface ChoiceFilterProps<V extends string> {
  readonly label: string
  /** What is said when nothing is chosen: "Any status". */
  readonly any: string
  readonly options: readonly Option<V>[]
  readonly value: V | undefined
  readonly onChange: (value: V | undefined) => void
  readonly className?: string
}

export function ChoiceFilter<V extends string>(props: ChoiceFilterProps<V>) {
  const { label, any, options, value, onChange, className } = props
  return (
    <div className={className ?? 'w-32'}>
      <Select
        small
        label={label}
        options={[{ value: '', label: any }, ...options]}
        value={value ?? ''}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
        className={cx('w-full', value !== undefined && 'border-accent')}
      />
    </div>
  )
}

interface StatusChoiceProps<V extends string> {
  readonly states: readonly V[]
  readonly value: V | undefined
  readonly onChange: (value: V | undefined) => void
  readonly className?: string
}

/** Beside a heading, where the status is all that narrows a list. */
export function StatusChoice<V extends string>({ states, value, onChange, className }: StatusChoiceProps<V>) {
  return (
    <div className={className ?? 'w-40'}>
      <Select
        label="Status"
        options={[{ value: '', label: 'Any status' }, ...states.map((one) => ({ value: one, label: sentence(one) }))]}
        value={value ?? ''}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      />
    </div>
  )
}

interface DayFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** A day, as the browser lets one choose it. */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  return (
    <label className="flex items-center gap-1.5 text-xs text-soft">
      {label}
      <input
        type="date"
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
        className={cx(inputClass, 'h-7 w-32 text-xs', value !== undefined && 'border-accent')}
      />
    </label>
  )
}
