import type { AppKey } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { BulkBar, counted } from '../../ui/bulk/bar.tsx'
import type { Selection } from '../../ui/bulk/selection.tsx'
import { useBulk } from '../../ui/bulk/use-bulk.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'

const listPath = '/portal/companies/{tenantUUID}/app-keys'
const onePath = '/portal/companies/{tenantUUID}/app-keys/{keyUUID}'
const nouns = ['app key', 'app keys'] as const

/** Several app keys revoked at once, as after somebody has left. */
export function AppKeysBulk({ selection }: { readonly selection: Selection<AppKey> }) {
  const { uuid: tenantUUID } = useCompany()
  const bulk = useBulk({ selection, changes: [listPath] })
  const { chosen } = selection
  const revoke = async () =>
    bulk.run(
      chosen,
      ({ uuid: keyUUID }) => api.DELETE(onePath, { params: { path: { tenantUUID, keyUUID } } }),
      (count) => `${counted(count, nouns)} revoked.`,
    )
  return (
    <BulkBar selection={selection} nouns={nouns} bulk={bulk} nameOf={({ name }) => name}>
      <Confirm
        title={`Revoke ${counted(chosen.length, nouns)}?`}
        says={
          <>
            <p>Their access tokens stop working within a second and no new ones are issued. This cannot be undone.</p>
            <ul className="mt-2 max-h-40 overflow-y-auto">
              {chosen.map(({ uuid, name }) => (
                <li key={uuid}>{name}</li>
              ))}
            </ul>
          </>
        }
        action="Revoke"
        onConfirm={revoke}
        trigger={
          <Button small why={useWhyNot('owner')}>
            Revoke
          </Button>
        }
      />
    </BulkBar>
  )
}
