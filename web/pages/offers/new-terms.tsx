import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Prospect } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyCurl } from '../../ui/curl/copy-curl.tsx'
import { Checkbox, Switch } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { percent } from '../../ui/words.ts'
import { discountsOf } from './discount-draft.ts'
import type { Draft } from './new.tsx'
import { offersPath, prefixOf } from './offer-read.ts'
import { bodyOf } from './price-draft.ts'

interface AgreeProps {
  readonly draft: Draft
  readonly prospect: Prospect
  readonly onChange: (part: Partial<Draft>) => void
  readonly onListed: () => void
}

function useList({ draft, prospect, onListed }: Pick<AgreeProps, 'draft' | 'prospect' | 'onListed'>) {
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
      done: `${prefixOf(prospect)} listed.`,
      onDone: ({ data }) => {
        onListed()
        const offer = data[0]?.uuid
        if (offer !== undefined) void navigate({ to: '/c/$company/offers/$offer/verify', params: { company, offer } })
      },
    },
  )
}

export function Agree({ draft, prospect, onChange, onListed }: AgreeProps) {
  const list = useList({ draft, prospect, onListed })
  const mayNot = useWhyNot('member')
  const [signed, setSigned] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const why = mayNot ?? (signed && agreed ? undefined : 'Tick both boxes first.')
  return (
    <Card>
      <Form problem={list.problem} onSubmit={list.from(() => undefined)}>
        <Checkbox
          label={
            <>
              I sign the authorisation (LOA-A) for <span className="font-mono">{prefixOf(prospect)}</span>.
            </>
          }
          hint="It lets the marketplace issue LOAs to your lessees for the AS numbers they specify. You get it as a PDF and can revoke it at any time."
          checked={signed}
          onChange={setSigned}
        />
        <Checkbox
          label="I accept the terms of the marketplace."
          hint={`Including the commission of ${percent(prospect.commission_percent)} and payouts on the first of each month.`}
          checked={agreed}
          onChange={setAgreed}
        />
        <Switch
          label="Keep it hidden for now"
          hint="Verified and checked as usual, but hidden from search until you show it."
          checked={draft.hidden}
          onChange={(hidden) => onChange({ hidden })}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary" busy={list.busy} why={why}>
            List block
          </Button>
          <CopyCurl />
        </div>
      </Form>
    </Card>
  )
}
