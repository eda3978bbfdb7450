import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, type ReactNode } from 'react'

export interface VirtualRowsProps<Row> {
  readonly rows: readonly Row[]
  readonly label: string
  readonly height: number
  readonly rowHeight?: number
  readonly rowKey: (row: Row) => string
  readonly children: (row: Row, index: number) => ReactNode
}

/** A list of any length, of which only what is seen exists. */
export function VirtualRows<Row>({ rows, label, height, rowHeight = 36, rowKey, children }: VirtualRowsProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  return (
    <section ref={box} aria-label={label} tabIndex={0} className="overflow-y-auto" style={{ height }}>
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index] as Row
          return (
            <div
              key={rowKey(row)}
              className="absolute inset-x-0 top-0"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {children(row, index)}
            </div>
          )
        })}
      </div>
    </section>
  )
}
