import { Progress as Base } from '@base-ui/react/progress'

interface ProgressProps {
  readonly label: string
  /** From 0 to `of`; null while nobody knows. */
  readonly value: number | null
  readonly of?: number
  readonly says?: string
}

export function Progress({ label, value, of = 100, says }: ProgressProps) {
  return (
    <Base.Root value={value} max={of} className="flex flex-col gap-1">
      <div className="flex justify-between text-xs text-soft">
        <Base.Label>{label}</Base.Label>
        <span className="tabular-nums">{says ?? (value === null ? '' : `${Math.round((value / of) * 100)}%`)}</span>
      </div>
      <Base.Track className="h-1.5 overflow-hidden rounded-full bg-line">
        <Base.Indicator className="h-full rounded-full bg-accent transition-[width] duration-300 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Base.Track>
    </Base.Root>
  )
}
