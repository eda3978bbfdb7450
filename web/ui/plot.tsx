import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import type { ChartProps, Series } from './chart.tsx'

/** uPlot in our colours; redrawn when the theme or the width changes. */

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

/** A canvas does not know `light-dark()`: an element is asked what comes out. */
function colour(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = token(name)
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function seriesOf({ label, tone = 'accent', area }: Series, format: (value: number) => string): UPlot.Series {
  const stroke = colour(tone)
  return {
    label,
    stroke,
    width: 1.75,
    points: { show: false },
    value: (_plot, value) => (value === null ? '–' : format(value)),
    ...(area && { fill: stroke.replace('rgb(', 'rgba(').replace(')', ', 0.12)') }),
  }
}

const noFormat = (value: number) => value.toLocaleString('en')

export default function Plot({ times, series, height = 220, format = noFormat }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = box.current
    if (!host) return undefined
    let plot: UPlot | undefined
    const draw = () => {
      plot?.destroy()
      const [axis, grid] = [colour('faint'), colour('line')]
      const line = { stroke: axis, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid }, font: '11px Inter' }
      plot = new UPlot(
        {
          width: host.clientWidth,
          height: height - 28,
          series: [{ label: 'Time' }, ...series.map((one) => seriesOf(one, format))],
          axes: [line, { ...line, size: 64, values: (_plot, ticks) => ticks.map(format) }],
          cursor: { points: { size: 7 } },
          legend: { live: true },
        },
        [[...times], ...series.map(({ values }) => [...values])],
        host,
      )
    }
    draw()
    const sized = new ResizeObserver(() => plot?.setSize({ width: host.clientWidth, height: height - 28 }))
    sized.observe(host)
    const themed = new MutationObserver(draw)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      sized.disconnect()
      themed.disconnect()
      plot?.destroy()
    }
  }, [times, series, height, format])
  return <div ref={box} className="text-xs text-soft" />
}
