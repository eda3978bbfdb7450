import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { sizeOptions } from './words.ts'

interface SplitLimitsProps {
  readonly cidr: number
  readonly minimum: number
  readonly maximum: number
  readonly onChange: (minimum: number, maximum: number) => void
  /** The path before the fields in the API's words. */
  readonly at?: string
}

/** Into which sizes the block may be cut. */
export function SplitLimits({ cidr, minimum, maximum, onChange, at = '' }: SplitLimitsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field name={`${at}minimum_split`} label="Largest subnet">
        <Select
          options={sizeOptions(cidr, 24)}
          value={String(minimum)}
          onChange={(value) => onChange(Number(value), Math.max(Number(value), maximum))}
        />
      </Field>
      <Field name={`${at}maximum_split`} label="Smallest subnet">
        <Select
          options={sizeOptions(cidr, 24)}
          value={String(maximum)}
          onChange={(value) => onChange(Math.min(Number(value), minimum), Number(value))}
        />
      </Field>
    </div>
  )
}
