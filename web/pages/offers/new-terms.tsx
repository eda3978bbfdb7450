import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Prospect } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Switch } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { discountsOf } from './discount-draft.ts'
import type { Draft } from './new.tsx'
import { offersPath, prefixOf } from './offer-read.ts'
import { bodyOf } from './price-draft.ts'

interface AgreeProps {
  readonly draft: Draft
  readonly prospect: Prospect
  readonly onChange: (part: Partial<Draft>) => void
}

function useList({ draft, prospect }: Pick<AgreeProps, 'draft' | 'prospect'>) {
  const { uuid: tenantUUID, param: company } = useCompany()
  const navigate = useNavigate()
  return useWrite(
    () =>
      api.POST(offersPath, {
        params: { path: { tenantUUID } },
        body: {
          subnets: [
            {
              address: prospect.address,
              cidr: prospect.cidr,
              registry: prospect.registry ?? draft.registry,
              minimum_split: draft.minimumSplit,
              maximum_split: draft.maximumSplit,
              hidden: draft.hidden,
              own_asns: [...draft.asns],
              pricings: draft.prices.map(bodyOf),
              commitment_discounts: discountsOf(draft.discounts),
            },
          ],
          tos_accepted: true,
          subnet_actions_accepted: true,
        },
      }),
    {
      changes: [offersPath],
      inline: true,
      done: `${prefixOf(prospect)} is listed.`,
      onDone: ({ data }) => {
        const offer = data[0]?.uuid
        if (offer !== undefined) void navigate({ to: '/c/$company/offers/$offer/verify', params: { company, offer } })
      },
    },
  )
}

export function Agree({ draft, prospect, onChange }: AgreeProps) {
  const list = useList({ draft, prospect })
  const mayNot = useWhyNot('member')
  const [signed, setSigned] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const why =
    mayNot ?? (signed && agreed ? undefined : 'Sign the authorisation and accept the terms first: tick both boxes.')
  return (
    <Card>
      <Form problem={list.problem} onSubmit={() => why === undefined && list.run()}>
        <Checkbox
          label={
            <>
              I sign the authorisation (LOA-A) for <span className="font-mono">{prefixOf(prospect)}</span>.
            </>
          }
          hint="By it, letters of authorisation are issued to those who lease from you, for the AS numbers they name. You can revoke it at any time; you get it as a PDF."
          checked={signed}
          onChange={setSigned}
        />
        <Checkbox
          label="I accept the terms of the marketplace."
          hint={`Among them its commission of ${prospect.commission_percent} % of each price, and payouts on the first of each month.`}
          checked={agreed}
          onChange={setAgreed}
        />
        <Switch
          label="Keep it hidden for now"
          hint="Proven and checked like any other, but out of search until you show it."
          checked={draft.hidden}
          onChange={(hidden) => onChange({ hidden })}
        />
        <div>
          <Button type="submit" look="primary" busy={list.busy} why={why}>
            List the block
          </Button>
        </div>
      </Form>
    </Card>
  )
}
