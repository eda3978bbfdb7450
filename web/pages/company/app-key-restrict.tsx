import type { AppKey } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { AllowedAddresses, placesIn } from './allowed-addresses.tsx'

interface RestrictProps {
  readonly appKey: AppKey
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

/** Say from where an app key and its tokens may be used. */
export function Restrict({ appKey, open, onOpen }: RestrictProps) {
  const { uuid: keyUUID, name } = appKey
  const { uuid: tenantUUID } = useCompany()
  const restrict = useWrite(
    (allowed_addresses: string[]) =>
      api.PATCH('/portal/companies/{tenantUUID}/app-keys/{keyUUID}', {
        params: { path: { tenantUUID, keyUUID } },
        body: { allowed_addresses },
      }),
    {
      changes: ['/portal/companies/{tenantUUID}/app-keys'],
      inline: true,
      done: `Restrictions on ${name} saved.`,
      onDone: () => onOpen(false),
    },
  )
  return (
    <Dialog
      title={`Restrict where ${name} can be used`}
      says="Applies to its tokens as well, within a second."
      open={open}
      onOpen={onOpen}
    >
      <Form
        keeps={`restrict:${appKey.uuid}`}
        problem={restrict.problem}
        onSubmit={(typed) => restrict.run(placesIn(typed.text('allowed_addresses')))}
      >
        <AllowedAddresses now={appKey.allowed_addresses} />
        <DialogActions>
          <Button onClick={() => onOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={restrict.busy}>
            Save
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
