import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useId } from 'react'
import { useKeptField } from '../../ui/draft/draft.ts'
import { terms } from '../../ui/words.ts'

export type Purpose = 'lessee' | 'holder'

const purposes = [
  { value: 'lessee', title: terms.lease, says: 'We need address space.' },
  { value: 'holder', title: terms.leaseOut, says: 'We have address space to spare.' },
] as const

/** Every company may do both: this only decides what is shown first. */
export function PurposeField({ name }: { readonly name: string }) {
  const label = useId()
  const [kept = 'lessee'] = useKeptField(name) ?? []
  return (
    <div className="flex flex-col gap-1">
      <span id={label} className="text-sm font-medium">
        What for?
      </span>
      <RadioGroup name={name} defaultValue={kept} aria-labelledby={label} className="grid grid-cols-2 gap-2">
        {purposes.map(({ value, title, says }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-2.5 rounded-md border border-edge p-3 has-data-checked:border-accent has-data-checked:bg-accent-wash"
          >
            <Radio.Root
              value={value}
              className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-edge bg-surface data-checked:border-accent"
            >
              <Radio.Indicator className="size-2 rounded-full bg-accent" />
            </Radio.Root>
            <span className="flex flex-col text-sm">
              <span className="font-medium">{title}</span>
              <span className="text-xs text-soft">{says}</span>
            </span>
          </label>
        ))}
      </RadioGroup>
      <p className="text-xs text-faint">You can always do both, whatever you choose.</p>
    </div>
  )
}
