import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookEventType } from '../../../client/api.gen.ts'
import { useCompany } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { eventsOf } from './endpoint-read.ts'

interface EventChoiceProps {
  /** `*`, families and single types, as the API takes them. */
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** All, whole families, or single events of them. */
export function EventChoice({ chosen, onChange }: EventChoiceProps) {
  const { data } = useQuery(eventsOf(useCompany().uuid))
  const all = chosen.includes('*')
  const families = [...Map.groupBy(data?.data ?? [], ({ family }) => family)]
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Events</legend>
      <Checkbox
        label="All, including future ones"
        checked={all}
        onChange={(checked) => onChange(checked ? ['*'] : families.map(([family]) => family))}
      />
      {!data && <Skeleton className="h-40 w-full" />}
      {!all && (
        <div className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {families.map(([family, types]) => (
            <Family key={family} family={family} types={types} chosen={chosen} onChange={onChange} />
          ))}
        </div>
      )}
    </fieldset>
  )
}

interface FamilyProps extends EventChoiceProps {
  readonly family: string
  readonly types: readonly WebhookEventType[]
}

function Family({ family, types, chosen, onChange }: FamilyProps) {
  const names = types.map(({ type }) => type)
  const whole = chosen.includes(family)
  const some = names.filter((name) => chosen.includes(name))
  const [open, setOpen] = useState(some.length > 0)
  const others = chosen.filter((one) => one !== family && !names.includes(one))
  return (
    <div className="flex flex-col gap-2 px-3 py-2">
      <div className="flex items-center justify-between gap-3">
        <Checkbox
          label={<code className="font-mono text-xs">{family}</code>}
          checked={whole}
          onChange={(checked) => onChange(checked ? [...others, family] : others)}
        />
        <Button look="quiet" small aria-expanded={open} onClick={() => setOpen(!open)} icon={open ? 'up' : 'down'}>
          {names.length === 1 ? '1 event' : `${names.length} events`}
          <span className="sr-only"> of {family}</span>
        </Button>
      </div>
      {open &&
        types.map(({ type, says }) => (
          <div key={type} className="pl-6">
            <Checkbox
              label={<code className="font-mono text-xs">{type}</code>}
              hint={says}
              checked={whole || some.includes(type)}
              onChange={(checked) => {
                const before = whole ? names : some
                onChange([...others, ...(checked ? [...before, type] : before.filter((one) => one !== type))])
              }}
            />
          </div>
        ))}
    </div>
  )
}
