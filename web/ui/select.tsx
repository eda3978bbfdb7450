import { Select as Base } from '@base-ui/react/select'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useKeptField } from './draft/draft.ts'
import { inputClass } from './field.tsx'
import { Icon } from './icons.tsx'

export interface Option<V extends string> {
  readonly value: V
  readonly label: ReactNode
  readonly hint?: ReactNode
}

interface SelectProps<V extends string> {
  readonly options: readonly Option<V>[]
  readonly value?: V
  readonly defaultValue?: V
  readonly onChange?: (value: V) => void
  readonly name?: string
  /** Where no `Field` labels it. */
  readonly label?: string
  readonly placeholder?: string
  readonly small?: boolean
  readonly className?: string
}

/** What was chosen before a reload, where it is still offered. */
function useKeptOption<V extends string>({ name, options, defaultValue }: SelectProps<V>): V | undefined {
  const [kept] = useKeptField(name) ?? []
  return options.find(({ value }) => value === kept)?.value ?? defaultValue
}

/**
 * One of a few. For one of many, or to type ahead, use `Combobox`. Nothing behind the list is locked: a slow computer feels
 * how long that takes.
 */
export function Select<V extends string>(props: SelectProps<V>) {
  const { options, value, onChange, name, label, placeholder, small, className } = props
  const defaultValue = useKeptOption(props)
  return (
    <Base.Root
      modal={false}
      items={options.map(({ value, label }) => ({ value, label }))}
      {...(name !== undefined && { name })}
      {...(value !== undefined && { value })}
      {...(defaultValue !== undefined && { defaultValue })}
      {...(onChange && { onValueChange: (chosen: unknown) => onChange(chosen as V) })}
    >
      <Base.Trigger
        aria-label={label}
        className={cx(
          inputClass,
          'flex items-center justify-between gap-2 text-left',
          small ? 'h-7' : 'h-8',
          className ?? 'w-full',
        )}
      >
        <span className="truncate">
          <Base.Value placeholder={placeholder} />
        </span>
        <Icon name="updown" className="size-3.5 text-faint" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="popup max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1">
            {options.map((option) => (
              <Item key={option.value} {...option} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ value, label, hint }: Option<string>) {
  return (
    <Base.Item
      value={value}
      className="flex cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none data-highlighted:bg-lift"
    >
      <span className="flex w-4 justify-center">
        <Base.ItemIndicator>
          <Icon name="check" className="size-3.5 text-accent" />
        </Base.ItemIndicator>
      </span>
      <span className="flex flex-col">
        <Base.ItemText>{label}</Base.ItemText>
        {hint && <span className="text-xs text-faint">{hint}</span>}
      </span>
    </Base.Item>
  )
}
