import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { hostIn } from './endpoint-read.ts'

export interface NewSecret {
  readonly url: string
  readonly secret: string
}

/** The only time it is seen: it does not close by accident. */
export function SecretOnce({ secret, onClose }: { readonly secret: NewSecret | null; readonly onClose: () => void }) {
  return (
    <Dialog
      wide
      title={secret ? `Secret for ${hostIn(secret.url)}` : 'Secret'}
      open={secret !== null}
      onOpen={() => undefined}
      fixed
    >
      {secret && (
        <div className="flex flex-col gap-4">
          <Note tone="warn">Copy the secret now. It will not be shown again.</Note>
          <Code label="Secret">{secret.secret}</Code>
          <p className="text-sm text-soft">
            Give it to the program at {hostIn(secret.url)}: with it, any Standard Webhooks library can verify that a
            request comes from us.
          </p>
          <DialogActions>
            <Button look="primary" onClick={onClose}>
              I have saved it
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}
