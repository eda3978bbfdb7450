import { Link, useLocation, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'

interface TabLink {
  readonly label: ReactNode
  readonly to: LinkProps
}

/** Tabs are places: each has an address, and the browser's back button works. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  const bar = useShown()
  return (
    <nav
      ref={bar}
      aria-label={label}
      onScroll={({ currentTarget }) => fade(currentTarget)}
      className="faded-ends relative mb-5 flex gap-1 overflow-x-auto border-b border-line"
    >
      {tabs.map(({ label, to }, i) => (
        <Link
          // oxlint-disable-next-line react/no-array-index-key -- tabs of a page never change places
          key={i}
          {...to}
          activeOptions={{ exact: true, includeSearch: to.search !== undefined }}
          className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Where there are more tabs than room: moves the bar, and nothing else, so that the place one is at is seen. */
function useShown() {
  const bar = useRef<HTMLElement>(null)
  const address = useLocation({ select: ({ href }) => href })
  useEffect(() => {
    const nav = bar.current
    if (!nav) return undefined
    const arrange = () => {
      const tab = nav.querySelector<HTMLElement>('[aria-current=page]')
      if (tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
      fade(nav)
    }
    const sized = new ResizeObserver(arrange)
    sized.observe(nav)
    return () => sized.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- which tab is current follows from the address
  }, [address])
  return bar
}

/** Softens the ends at which tabs are cut off. */
function fade(nav: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = nav
  nav.style.setProperty('--cut-before', scrollLeft > 1 ? '2rem' : '0px')
  nav.style.setProperty('--cut-after', scrollLeft + clientWidth < scrollWidth - 1 ? '2rem' : '0px')
}
