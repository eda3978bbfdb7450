import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef, useState, type ReactElement, type ReactNode } from 'react'
import { mayPass, type Problem } from '../api/problem.ts'
import { Button, IconButton } from './button.tsx'
import { CopyCurl } from './curl/copy-curl.tsx'
import { cx } from './cx.ts'
import { ErrorNote } from './states.tsx'

const popupClass =
  'popup fixed left-1/2 top-[12vh] z-50 flex max-h-[80vh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-xl'

interface DialogProps {
  readonly title: ReactNode
  readonly says?: ReactNode
  /** The button that opens it; without one, `open` says. */
  readonly trigger?: ReactElement
  readonly open?: boolean
  readonly onOpen?: (open: boolean) => void
  readonly wide?: boolean
  /** There is nothing to fill in or to press: it has the focus itself. */
  readonly reads?: boolean
  /** Closes only by a button inside. */
  readonly fixed?: boolean
  /** Gets a function that closes it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

const doubleClickMs = 500

/** Whether a dialog is to be closed by the second click of the two that opened it. */
function useSecondClick(): (open: boolean, how: { readonly reason: string; readonly event: Event }) => boolean {
  const openedAt = useRef(Number.NEGATIVE_INFINITY)
  return (open, { reason, event }) => {
    if (open) openedAt.current = event.timeStamp
    const beside = reason === 'outside-press' || reason === 'trigger-press'
    return !open && beside && event.timeStamp - openedAt.current < doubleClickMs
  }
}

export function Dialog({ title, says, trigger, open, onOpen, wide, fixed, reads, children }: DialogProps) {
  const [own, setOwn] = useState(false)
  const isOpen = open ?? own
  const set = onOpen ?? setOwn
  const isSecondClick = useSecondClick()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={(next, how) => fixed || isSecondClick(next, how) || set(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="veil z-40" />
        <Base.Popup
          ref={popup}
          {...(reads && { initialFocus: popup })}
          className={cx(popupClass, wide ? 'max-w-2xl' : 'max-w-md')}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4">
            <div className="min-w-0">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {says && <Base.Description className="mt-0.5 text-sm text-soft">{says}</Base.Description>}
            </div>
            {!fixed && <Base.Close render={<IconButton icon="close" label="Close" small className="-mr-1.5" />} />}
          </header>
          <div className="overflow-y-auto px-5 pt-4 pb-5">
            {typeof children === 'function' ? children(() => set(false)) : children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The row of buttons at the end of a form in a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
      <CopyCurl className="mr-auto -ml-2" />
      {children}
    </div>
  )
}

interface ConfirmProps {
  readonly title: ReactNode
  /** What will happen, and that it cannot be undone where it cannot. */
  readonly says: ReactNode
  /** The verb on the button, as in the title. */
  readonly action: string
  readonly trigger?: ReactElement
  readonly open?: boolean
  readonly onOpen?: (open: boolean) => void
  /** Closes when it is done; a refusal stays, with its words. */
  readonly onConfirm: { (): Promise<unknown>; readonly request?: () => Request | null }
  readonly problem?: Problem | null
  readonly harmless?: boolean
}

export function Confirm(props: ConfirmProps) {
  const { title, says, action, trigger, open, onOpen, onConfirm, problem, harmless } = props
  const [own, setOwn] = useState(false)
  const [busy, setBusy] = useState(false)
  const set = onOpen ?? setOwn
  const confirm = () => {
    setBusy(true)
    onConfirm().then(
      () => {
        setBusy(false)
        set(false)
      },
      () => setBusy(false),
    )
  }
  return (
    <AlertDialog.Root open={open ?? own} onOpenChange={(next) => set(next)}>
      {trigger && <AlertDialog.Trigger render={trigger} />}
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="veil z-40" />
        <AlertDialog.Popup className={cx(popupClass, 'max-w-md px-5 py-4')}>
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-1 text-sm text-soft">
            {says}
          </AlertDialog.Description>
          {problem && <ErrorNote problem={problem} className="mt-3" {...(mayPass(problem) && { onRetry: confirm })} />}
          <div className="mt-5 flex flex-wrap items-center justify-end gap-2">
            {onConfirm.request && <CopyCurl of={onConfirm.request} className="mr-auto -ml-2" />}
            <AlertDialog.Close render={<Button>Cancel</Button>} />
            <Button look={harmless ? 'primary' : 'danger'} busy={busy} onClick={confirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
