import { useEffect, useId, useRef, type ReactNode } from 'react'

interface AboveProps {
  readonly title: string
  /** What Escape does; nothing where there is no way around an answer. */
  readonly onEscape?: () => void
  readonly children: ReactNode
}

/** The browser's own dialog: above any other one, which stays open and is not told of keys and clicks here. */
export function Above({ title, onEscape, children }: AboveProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const escape = useRef(onEscape)
  const heading = useId()
  useEffect(() => {
    escape.current = onEscape
  })
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('input[type="password"], button')?.focus()
    const keepOpen = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (event instanceof KeyboardEvent) escape.current?.()
    }
    shown?.addEventListener('keydown', keepOpen)
    shown?.addEventListener('cancel', keepOpen)
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className="popup m-auto w-[calc(100vw-2rem)] max-w-sm rounded-xl px-5 py-4 text-ink backdrop:bg-black/40"
    >
      <h2 id={heading} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
