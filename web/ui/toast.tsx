import { Toast } from '@base-ui/react/toast'
import { buttonClass } from './button.tsx'
import { CopyCurl } from './curl/copy-curl.tsx'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'

/** What was done, said in passing; with `undo` there is time to take it back. */

interface Sent {
  readonly request?: Request
}

export const toasts = Toast.createToastManager<Sent>()

export interface Said {
  readonly undo?: () => void
  /** What failed and may succeed now. */
  readonly retry?: () => void
  readonly bad?: boolean
  /** What was sent, where programs can send it too. */
  readonly request?: Request
}

export function say(title: string, { undo, retry, bad, request }: Said = {}): void {
  const act = undo ?? retry
  const id = toasts.add({
    title,
    type: bad ? 'bad' : 'good',
    priority: bad ? 'high' : 'low',
    timeout: act ? 8_000 : 5_000,
    ...(request && { data: { request } }),
    ...(act && {
      actionProps: {
        children: undo ? 'Undo' : 'Try again',
        onClick: () => {
          toasts.close(id)
          act()
        },
      },
    }),
  })
}

export function Toasts() {
  return (
    <Toast.Portal>
      <Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2">
        <ToastList />
      </Toast.Viewport>
    </Toast.Portal>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager<Sent>()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="popup data-limited:hidden">
      <Toast.Content className="flex items-center gap-3 py-2 pr-2 pl-3.5">
        <Icon
          name={toast.type === 'bad' ? 'warning' : 'check'}
          className={cx('size-4', toast.type === 'bad' ? 'text-bad' : 'text-good')}
        />
        <Toast.Title className="min-w-0 flex-1 text-sm" render={<p />} />
        {toast.data?.request && <CopyCurl of={() => toast.data?.request ?? null} />}
        <Toast.Action className={buttonClass('plain', true)} />
        <Toast.Close aria-label="Dismiss" className={cx(buttonClass('quiet', true), 'w-7 px-0')}>
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
