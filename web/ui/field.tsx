import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Field as BaseField } from '@base-ui/react/field'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { createContext, use, useEffect, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldNameProvider, useKeptField } from './draft/draft.ts'
import { Icon } from './icons.tsx'

interface FieldProps {
  /** The API's name of the field: its own words about it then appear below. */
  readonly name: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly optional?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** The fields that stand in a form, by name: what is said at one of them is not said again above. */
export const PlacedFields = createContext<Set<string> | null>(null)

/** A labelled input, with what helps before and what the API says after. */
export function Field({ name, label, hint, optional, className, children }: FieldProps) {
  const placed = use(PlacedFields)
  useEffect(() => {
    placed?.add(name)
    return () => void placed?.delete(name)
  }, [placed, name])
  return (
    <BaseField.Root name={name} className={cx('flex flex-col gap-1', className)}>
      <BaseField.Label className="text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-faint"> (optional)</span>}
      </BaseField.Label>
      <FieldNameProvider value={name}>{children}</FieldNameProvider>
      {hint && <BaseField.Description className="text-xs text-faint">{hint}</BaseField.Description>}
      <BaseField.Error className="text-xs text-bad" />
    </BaseField.Root>
  )
}

/** Without width and height, which differ. */
export const inputClass = cx(
  'min-w-0 rounded-md border border-edge bg-surface px-2.5 text-sm text-ink',
  'placeholder:text-faint hover:border-faint focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0',
  'data-invalid:border-bad disabled:bg-sunken disabled:text-faint',
)

/** Within a `Field`. */
export function Input({ className, mono, ...rest }: ComponentProps<typeof BaseField.Control> & { mono?: boolean }) {
  const [kept] = useKeptField(rest.name) ?? []
  return (
    <BaseField.Control
      {...rest}
      {...(kept !== undefined && rest.value === undefined && { defaultValue: kept })}
      className={cx(inputClass, 'h-8', mono && 'font-mono', (className as string) ?? 'w-full')}
    />
  )
}

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const [kept] = useKeptField(rest.name) ?? []
  return (
    <BaseField.Control
      render={<textarea rows={rows} />}
      {...(rest as ComponentProps<typeof BaseField.Control>)}
      {...(kept !== undefined && rest.value === undefined && { defaultValue: kept })}
      className={cx(inputClass, 'py-1.5', className ?? 'w-full')}
    />
  )
}

interface TickProps {
  readonly name?: string
  readonly value?: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked?: boolean
  readonly defaultChecked?: boolean
  readonly required?: boolean
  readonly onChange?: (checked: boolean) => void
}

/** A tick that was taken away is not there among what was kept. */
function useKeptTick({ name, value = 'on', checked }: Pick<TickProps, 'name' | 'value' | 'checked'>) {
  const kept = useKeptField(name)
  return name === undefined || kept === undefined || checked !== undefined
    ? {}
    : { defaultChecked: kept.includes(value) }
}

interface CheckboxProps extends TickProps {
  /** Stands for several, of which some are ticked. */
  readonly indeterminate?: boolean
}

export function Checkbox({ label, hint, onChange, ...rest }: CheckboxProps) {
  const kept = useKeptTick(rest)
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <BaseCheckbox.Root
        {...rest}
        {...kept}
        {...(onChange && { onCheckedChange: (checked: boolean) => onChange(checked) })}
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-edge bg-surface data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent"
      >
        <BaseCheckbox.Indicator className="text-on-accent">
          <Icon name={rest.indeterminate ? 'minus' : 'check'} className="size-3" />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <span className="flex flex-col">
        <span>{label}</span>
        {hint && <span className="text-xs text-faint">{hint}</span>}
      </span>
    </label>
  )
}

export function Switch({ label, hint, onChange, ...rest }: TickProps) {
  const kept = useKeptTick(rest)
  return (
    <label className="flex items-center justify-between gap-4 text-sm">
      <span className="flex flex-col">
        <span>{label}</span>
        {hint && <span className="text-xs text-faint">{hint}</span>}
      </span>
      <BaseSwitch.Root
        {...rest}
        {...kept}
        {...(onChange && { onCheckedChange: (checked: boolean) => onChange(checked) })}
        className="flex h-5 w-9 shrink-0 items-center rounded-full border border-edge bg-sunken p-0.5 transition-colors data-checked:border-accent data-checked:bg-accent"
      >
        <BaseSwitch.Thumb className="size-3.5 rounded-full bg-faint transition-transform data-checked:translate-x-4 data-checked:bg-on-accent" />
      </BaseSwitch.Root>
    </label>
  )
}
