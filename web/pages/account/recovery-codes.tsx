import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'

interface CodesOnceProps {
  readonly codes: readonly string[] | null
  readonly onClose: () => void
}

/** The only time they are seen: it does not close by accident. */
export function CodesOnce({ codes, onClose }: CodesOnceProps) {
  return (
    <Dialog title="Your recovery codes" open={codes !== null} onOpen={() => undefined} fixed>
      {codes && (
        <div className="flex flex-col gap-4">
          <Note tone="warn">Keep them where your phone is not: this is the only time they are shown.</Note>
          <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <DialogActions>
            <CopyButton text={codes.join('\n')} label="Copy all" small={false} />
            <Button look="primary" onClick={onClose}>
              I have saved them
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}
