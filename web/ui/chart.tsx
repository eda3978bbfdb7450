import { lazy, Suspense } from 'react'

/** Lines over time. What draws them is loaded when the first chart is. */

export interface Series {
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly tone?: 'accent' | 'info' | 'warn' | 'bad' | 'good' | 'faint'
  /** Filled down to the axis. */
  readonly area?: boolean
}

export interface ChartProps {
  /** Says what is seen, for those who do not see it. */
  readonly label: string
  /** Unix seconds. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly height?: number
  readonly format?: (value: number) => string
}

const Plot = lazy(() => import('./plot.tsx'))

export function Chart(props: ChartProps) {
  const { label, height = 220 } = props
  return (
    <figure aria-label={label} className="min-w-0">
      <div ref={(box) => box?.style.setProperty('height', `${height}px`)}>
        <Suspense fallback={<div className="skeleton h-full" />}>
          <Plot {...props} height={height} />
        </Suspense>
      </div>
    </figure>
  )
}
