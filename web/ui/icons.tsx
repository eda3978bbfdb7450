import { cx } from './cx.ts'

/** Line icons on a grid of 16, drawn for this portal. One list, so that one stroke suits all. */
const paths = {
  home: 'M2.5 7.5 8 2.75l5.5 4.75V13a.5.5 0 0 1-.5.5H9.75V9.75h-3.5v3.75H3a.5.5 0 0 1-.5-.5z',
  market: 'M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5h-4.5zM9 9h2v2H9zM12.5 11.5v2h-2',
  cart: 'M1.75 2.5h1.8l1.7 7.25h6.9l1.6-5.25H4.2M6 12.9h.01M11.5 12.9h.01',
  lease: 'M6.7 9.3 9.3 6.7M7.2 4.8l1.4-1.4a2.8 2.8 0 0 1 4 4l-1.4 1.4M8.8 11.2l-1.4 1.4a2.8 2.8 0 0 1-4-4l1.4-1.4',
  letter: 'M4 1.75h5.5L12.5 5v9.25H4zM9.25 1.75V5.25H12.5M6.25 8h4M6.25 10.75h4',
  offer: 'M8.6 2.25h4.65v4.65l-6.6 6.6-4.9-4.9zM10.6 4.9h.01',
  payout:
    'M8 1.75v12.5M11 4.5c-.6-.8-1.6-1.2-3-1.2-1.7 0-2.9.8-2.9 2.1 0 3.2 6 1.6 6 4.9 0 1.4-1.3 2.3-3.1 2.3-1.5 0-2.7-.5-3.3-1.5',
  tree: 'M2.25 3.5h4M6.25 8h4M6.25 12.5h4M4.25 3.5v9h2M4.25 8h2M12.5 8h1.25M12.5 12.5h1.25',
  chart: 'M2.25 2.25v11.5h11.5M5 10.5 7.5 7.25l2.25 2L13.25 5',
  invoice: 'M3.5 1.75h9v12.5l-1.5-1-1.5 1-1.5-1-1.5 1-1.5-1-1.5 1zM6 5.25h4M6 8.25h4',
  card: 'M1.75 3.75h12.5v8.5H1.75zM1.75 6.5h12.5M4.25 9.75h2.5',
  key: 'M9.9 9.1a3.4 3.4 0 1 0-3-3L1.75 11.25V14.25h3v-1.75h1.75v-1.75zM11 5h.01',
  webhook: 'M8 5.25a2 2 0 1 0-1.4-.6L4.5 8.5M4 9a2 2 0 1 0 2 2.1h4M12 13a2 2 0 1 0-1.2-3.6L8.6 5.2',
  people:
    'M6 7.75a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.75 13.5c0-2.2 1.9-3.5 4.25-3.5s4.25 1.3 4.25 3.5M10.75 3.1a2.4 2.4 0 0 1 0 4.3M12 10.4c1.4.5 2.25 1.6 2.25 3.1',
  person: 'M8 7.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5M2.75 14c0-2.5 2.4-4 5.25-4s5.25 1.5 5.25 4',
  company: 'M2.75 14V2.25h6.5V14M9.25 6.25h4V14M1.75 14h12.5M5 5h2M5 7.75h2M5 10.5h2M11.25 9h.01M11.25 11.5h.01',
  settings:
    'M2 4.5h7M12.5 4.5H14M2 11.5h1.5M7 11.5h7M10.75 6.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5M5.25 13.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5',
  data: 'M8 6c3 0 5.25-.8 5.25-1.9S11 2.25 8 2.25s-5.25.8-5.25 1.85S5 6 8 6M2.75 4.1v7.8c0 1 2.25 1.85 5.25 1.85s5.25-.8 5.25-1.85V4.1M2.75 8c0 1.05 2.25 1.9 5.25 1.9s5.25-.85 5.25-1.9',
  check: 'm3 8.5 3.25 3.25L13 4.75',
  shield: 'M8 1.75 13 3.5v4c0 3.2-2 5.6-5 6.75-3-1.15-5-3.55-5-6.75v-4zM5.75 8l1.6 1.6 3-3.2',
  mail: 'M1.75 3.5h12.5v9H1.75zM2 4l6 4.75L14 4',
  clock: 'M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5M8 4.5V8l2.25 1.75',
  search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10M10.75 10.75 14 14',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  close: 'm3.75 3.75 8.5 8.5M12.25 3.75l-8.5 8.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  menu: 'M2.25 4.5h11.5M2.25 8h11.5M2.25 11.5h11.5',
  down: 'm4 6.25 4 4 4-4',
  up: 'm4 9.75 4-4 4 4',
  left: 'm9.75 4-4 4 4 4',
  right: 'm6.25 4 4 4-4 4',
  updown: 'm5 6 3-3 3 3M5 10l3 3 3-3',
  external: 'M9.25 2.25h4.5v4.5M13.5 2.5 7.75 8.25M11.75 9v4.25h-9v-9H7',
  copy: 'M5.75 5.75h8v8h-8zM10.25 5.75v-3.5h-8v8h3.5',
  download: 'M8 2.25v7.5M4.75 6.75 8 10l3.25-3.25M2.5 13.25h11',
  edit: 'M9.75 3.75 12.25 6.25M2.5 13.5l.75-3.25 7.5-7.5 2.5 2.5-7.5 7.5z',
  trash: 'M2.5 4.25h11M6 4.25v-2h4v2M4 4.25l.6 9.5h6.8l.6-9.5M6.75 7v4M9.25 7v4',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.75-4.05L13.5 5.5M13.5 2.25V5.5h-3.25',
  undo: 'M5.5 3 2.5 6l3 3M2.75 6h6.5a4 4 0 0 1 0 8H6',
  filter: 'M2 3.5h12M4.5 8h7M6.75 12.5h2.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  warning: 'M8 2 14.5 13.5h-13zM8 6.25v3.5M8 11.6h.01',
  info: 'M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5M8 7.25v4M8 4.9h.01',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M8 1.5v1.25M8 13.25v1.25M1.5 8h1.25M13.25 8h1.25M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13.5 9.6A5.9 5.9 0 0 1 6.4 2.5a5.9 5.9 0 1 0 7.1 7.1',
  screen: 'M2 3h12v8H2zM5.5 13.5h5M8 11v2.5',
  exit: 'M6.25 2.25h-3.5v11.5h3.5M10.25 4.75 13.5 8l-3.25 3.25M13.25 8H6',
  globe: 'M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5M1.75 8h12.5M8 1.75c4 4 4 8.5 0 12.5-4-4-4-8.5 0-12.5',
  bolt: 'M9 1.75 3.25 9H8l-1 5.25L12.75 7H8z',
  book: 'M2.25 3c2-.9 4-.9 5.75.25 1.75-1.15 3.75-1.15 5.75-.25v10c-2-.9-4-.9-5.75.25-1.75-1.15-3.75-1.15-5.75-.25zM8 3.25V13',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, className }: { readonly name: IconName; readonly className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.35"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cx('size-4 shrink-0', className)}
    >
      <path d={paths[name]} />
    </svg>
  )
}

export function Logo({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('size-6 shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="fill-on-accent">
        <rect x="7" y="7" width="8" height="18" rx="1.5" />
        <rect x="17" y="7" width="8" height="8" rx="1.5" opacity=".85" />
        <rect x="17" y="17" width="3.5" height="8" rx="1.2" opacity=".7" />
        <rect x="21.5" y="17" width="3.5" height="8" rx="1.2" opacity=".45" />
      </g>
    </svg>
  )
}
