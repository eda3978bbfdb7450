import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { tokenCommand } from './token-command.ts'

export interface NewSecret {
  readonly name: string
  readonly client_id: string
  readonly client_secret: string
}

/** The only time it is seen: it does not close by accident. */
export function SecretOnce({ secret, onClose }: { readonly secret: NewSecret | null; readonly onClose: () => void }) {
  return (
    <Dialog
      wide
      title={secret ? `Secret for ${secret.name}` : 'Secret'}
      open={secret !== null}
      onOpen={() => undefined}
      fixed
    >
      {secret && (
        <div className="flex flex-col gap-4">
          <Note tone="warn">Copy the secret now. It is not stored and will not be shown again.</Note>
          <Labelled name="Client ID">
            <Code label="Client ID">{secret.client_id}</Code>
          </Labelled>
          <Labelled name="Client secret">
            <Code label="Client secret">{secret.client_secret}</Code>
          </Labelled>
          <Labelled name="Get an access token">
            <Code label="Command to get a token">{tokenCommand(secret)}</Code>
          </Labelled>
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

function Labelled({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{name}</p>
      {children}
    </div>
  )
}
