import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asnSentence, readAsn } from '../../src/network/asn/asn.rules.ts'
import { asProblem } from '../api/problem.ts'
import { read } from '../api/query.ts'
import { Button } from './button.tsx'
import { Field, Input } from './field.tsx'
import { Form } from './form.tsx'
import { Card } from './page.tsx'
import { ErrorNote, Note } from './states.tsx'

/** Whether a letter for an AS number could be had now: to be known before a block is paid for. */
export function AsnCheck() {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <Card title="LOA eligibility" says="Check whether an AS number is eligible for an LOA before you pay.">
      <Form problem={null} onSubmit={(typed) => setAsked(typed.text('asn'))}>
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-36 flex-1">
            <Field name="asn" label="AS number">
              <Input mono required maxLength={12} placeholder="AS64500" autoComplete="off" />
            </Field>
          </div>
          <Button type="submit">Check</Button>
        </div>
      </Form>
      <div aria-live="polite" className="mt-3 empty:mt-0">
        {asked !== null && <Answer asked={asked} />}
      </div>
    </Card>
  )
}

function Answer({ asked }: { readonly asked: string }) {
  const asn = readAsn(asked.trim())
  const { data, error } = useQuery({
    ...read('/billing/v1/common/asn/validate/{asn}', { params: { path: { asn: String(asn) } } }),
    enabled: asn !== null,
    retry: false,
  })
  if (asn === null) return <Note tone="warn">Not a valid AS number: enter 1 to 4294967295.</Note>
  if (error) return <ErrorNote problem={asProblem(error)} />
  if (data?.asn !== asn) return null
  return (
    <Note tone={data.valid ? 'good' : 'warn'}>
      AS{asn}
      {data.as_name && ` (${data.as_name})`} {asnSentence(data)}.
      {!data.valid && ' It is currently not eligible for an LOA.'}
    </Note>
  )
}
