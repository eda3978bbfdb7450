import { Combobox as Base } from '@base-ui/react/combobox'
import { cx } from './cx.ts'
import { useKeptField } from './draft/draft.ts'
import { Input, inputClass } from './field.tsx'
import { Icon } from './icons.tsx'

interface Choice {
  readonly value: string
  readonly label: string
}

interface ComboboxProps {
  /** Undefined until they are there: nothing is typed then that would be lost. */
  readonly options: readonly Choice[] | undefined
  readonly name?: string
  readonly value?: string | null
  readonly defaultValue?: string | null
  readonly onChange?: (value: string | null) => void
  readonly placeholder?: string
  readonly label?: string
  readonly required?: boolean
  /** Said when nothing matches. */
  readonly none?: string
}

/** One of many, found by typing. What the form carries is the value, what people see the label. */
export function Combobox({ options, ...rest }: ComboboxProps) {
  const [kept] = useKeptField(rest.name) ?? []
  if (options) return <Finder options={options} {...rest} {...(kept !== undefined && { defaultValue: kept })} />
  return <Input disabled aria-label={rest.label} placeholder={rest.placeholder} />
}

function Finder(props: ComboboxProps & { readonly options: readonly Choice[] }) {
  const { options, name, value, defaultValue, onChange, placeholder, label, required, none } = props
  const choice = (wanted: string | null) => options.find((option) => option.value === wanted) ?? null
  return (
    <Base.Root
      items={options}
      {...(name !== undefined && { name })}
      {...(required && { required })}
      {...(value !== undefined && { value: choice(value) })}
      {...(defaultValue !== undefined && { defaultValue: choice(defaultValue) })}
      {...(onChange && { onValueChange: (chosen: Choice | null) => onChange(chosen?.value ?? null) })}
    >
      <div className="relative">
        <Base.Input aria-label={label} placeholder={placeholder} className={cx(inputClass, 'h-8 w-full pr-8')} />
        <Base.Trigger
          aria-label="Show all"
          tabIndex={-1}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-faint"
        >
          <Icon name="updown" className="size-3.5" />
        </Base.Trigger>
      </div>
      <Choices none={none ?? 'No matches.'} />
    </Base.Root>
  )
}

function Choices({ none }: { readonly none: string }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50">
        <Base.Popup className="popup max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto p-1">
          <Base.Empty>
            <span className="block px-2 py-1.5 text-sm text-faint">{none}</span>
          </Base.Empty>
          <Base.List>
            {(option: Choice) => (
              <Base.Item
                key={option.value}
                value={option}
                className="flex cursor-default items-center justify-between gap-2 rounded-sm px-2 py-1.5 text-sm outline-none data-highlighted:bg-lift"
              >
                {option.label}
                <Base.ItemIndicator>
                  <Icon name="check" className="size-3.5 text-accent" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
