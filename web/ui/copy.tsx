import { useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

/** Puts a text on the clipboard; whether it just did. */
export function useCopied(): readonly [done: boolean, copy: (text: string) => void] {
  const [done, setDone] = useState(false)
  const copy = (text: string) => {
    void navigator.clipboard.writeText(text).then(() => {
      setDone(true)
      setTimeout(() => setDone(false), 2_000)
    })
  }
  return [done, copy]
}

export function CopyButton({ text, label = 'Copy', small = true }: { text: string; label?: string; small?: boolean }) {
  const [done, copy] = useCopied()
  return (
    <Button small={small} icon={done ? 'check' : 'copy'} onClick={() => copy(text)}>
      <span aria-live="polite">{done ? 'Copied' : label}</span>
    </Button>
  )
}

/** What programs call a thing: hardly read, often copied. */
export function Identifier({ of }: { readonly of: string }) {
  return (
    <span className="flex items-center gap-2">
      <code className="truncate font-mono text-xs">{of}</code>
      <CopyButton text={of} />
    </span>
  )
}

/** Text to paste elsewhere. */
export function Code({ children, label, wrap }: { readonly children: string; readonly label: string; wrap?: boolean }) {
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-1.5 pl-3 max-sm:flex-col max-sm:gap-0">
      <section aria-label={label} tabIndex={0} className="max-w-full min-w-0 flex-1 overflow-x-auto py-1.5">
        <pre className={cx('font-mono text-xs', wrap && 'break-all whitespace-pre-wrap')}>{children}</pre>
      </section>
      <CopyButton text={children} />
    </div>
  )
}
