import { useState } from 'react'
import type { MarketService as Offer } from '../../../client/api.gen.ts'
import { hasEnded } from '../../../src/market/offer/offer.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card, DescriptionList } from '../../ui/page.tsx'
import { None, Time } from '../../ui/values.tsx'
import { offerChanges, offerPath, prefixOf } from './offer-read.ts'

/** The holder's authorisation (LOA-A): the paper on which all letters for the block rest. */
export function Authorisation({ offer }: { readonly offer: Offer }) {
  const { uuid: tenantUUID } = useCompany()
  const { status, email, created_at } = offer['loa-a']
  const signed = status === 'signed'
  return (
    <Card title="Authorisation (LOA-A)" says="Lets the marketplace issue LOAs to your lessees.">
      <div className="grid gap-4">
        <DescriptionList
          facts={[
            ['State', <Status key="state" of={status} tone={signed ? 'good' : 'bad'} />],
            ['Signed by', email ?? <None />, 'long'],
            ['Signed', <Time key="at" of={created_at} as="date" />],
          ]}
        />
        <div className="flex flex-wrap gap-2">
          {signed && (
            <DownloadLink href={`/billing/v1/${tenantUUID}/market/services/${offer.uuid}/loa-a/download`}>
              Download
            </DownloadLink>
          )}
          {signed ? <Revoke offer={offer} /> : <Sign offer={offer} />}
        </div>
      </div>
    </Card>
  )
}

const endedWhy = (offer: Offer) => (hasEnded(offer.status) ? 'The block was cancelled.' : undefined)

function Revoke({ offer }: { readonly offer: Offer }) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  const revoke = useWrite(() => api.POST(`${offerPath}/loa-a/revoke`, { params: { path } }), {
    changes: offerChanges,
    inline: true,
    done: 'Authorisation revoked.',
  })
  return (
    <Confirm
      title={`Revoke the authorisation of ${prefixOf(offer)}?`}
      says="The block goes off the market and no new LOAs are issued. Existing leases and LOAs stay in force; revoke LOAs one by one. You can sign again."
      action="Revoke"
      problem={revoke.problem}
      onConfirm={revoke.with()}
      trigger={<Button why={mayNot ?? endedWhy(offer)}>Revoke</Button>}
    />
  )
}

function Sign({ offer }: { readonly offer: Offer }) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const [accepted, setAccepted] = useState(false)
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  const sign = useWrite(
    () => api.POST(`${offerPath}/loa-a/sign`, { params: { path }, body: { subnet_actions_accepted: true } }),
    { changes: offerChanges, inline: true, done: 'Authorisation signed.', onDone: () => setOpen(false) },
  )
  return (
    <Dialog
      title="Sign the authorisation again"
      says="The block returns to the market if all other checks pass."
      open={open}
      onOpen={setOpen}
      trigger={
        <Button look="primary" why={mayNot ?? endedWhy(offer)}>
          Sign again
        </Button>
      }
    >
      <Form problem={sign.problem} onSubmit={sign.from(() => undefined)}>
        <Checkbox
          label={`I authorise LOAs for ${prefixOf(offer)} to be issued to its lessees.`}
          checked={accepted}
          onChange={setAccepted}
        />
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={sign.busy}
            why={accepted ? undefined : 'Tick the box: it is your signature.'}
          >
            Sign
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
