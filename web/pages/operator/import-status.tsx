import { Status, type Tone } from '../../ui/badge.tsx'

const tones: Readonly<Record<string, Tone>> = {
  waiting: 'warn',
  running: 'info',
  done: 'good',
  failed: 'bad',
  abandoned: 'bad',
}

/** How an import stands; one that found what was there already says so. */
export function ImportStatus({ of }: { readonly of: { readonly status: string; readonly unchanged: boolean } }) {
  const { status, unchanged } = of
  return (
    <Status
      of={status}
      tone={tones[status] ?? 'plain'}
      {...(status === 'done' && unchanged && { label: 'Done, unchanged' })}
    />
  )
}
