import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  MarketService as Offer,
  OpenWayOfProof as Way,
  RegistryPolicy as Policy,
} from '../../../client/api.gen.ts'
import { mostDocumentBytes } from '../../../src/market/proof/document.rules.ts'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyCurl } from '../../ui/curl/copy-curl.tsx'
import { Code } from '../../ui/copy.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { Mark } from './checks.tsx'
import { offerChanges, offerPath } from './offer-read.ts'
import { wayTitles } from './words.ts'

/** The ways by which a block can be proven: what to do for each, and why the others are not possible. */

const waysPath = '/billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}/proofs'
const changes = [...offerChanges, waysPath] as const

export function useWays(offer: Offer) {
  const { uuid: tenantUUID } = useCompany()
  return useQuery(read(waysPath, { params: { path: { tenantUUID, ipmarketServiceUUID: offer.uuid } } }))
}

export function ProofWays({ offer }: { readonly offer: Offer }) {
  const { data, error } = useWays(offer)
  if (error && !data) return <ErrorNote problem={asProblem(error)} />
  if (!data) return <Skeleton className="h-40 w-full" />
  const { ways, policy, lookup, documents } = data.data
  return (
    <section className="grid gap-4">
      <h3 className="text-sm font-medium">Ways to prove ownership</h3>
      {lookup && <Note tone="warn">The registry did not respond. {lookup.description}</Note>}
      {policy && <PolicyNote policy={policy} />}
      <ul className="divide-y divide-line">
        {ways.map((way) => (
          <li key={way.way} className="flex gap-3 py-3 first:pt-0 last:pb-0">
            <Mark status={way.possible ? 'passed' : 'skipped'} />
            <div className="grid min-w-0 flex-1 gap-2 text-sm">
              <p className="font-medium">{wayTitles[way.way]}</p>
              <p className="break-words text-soft">{way.description}</p>
              {way.possible && <Choice offer={offer} way={way} documents={documents.length} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function PolicyNote({ policy: { allows, leasing, source, warning } }: { readonly policy: Policy }) {
  return (
    <Note tone={warning ? 'warn' : 'info'}>
      {allows} {leasing} <span className="text-soft">({source})</span>
    </Note>
  )
}

interface ChoiceProps {
  readonly offer: Offer
  readonly way: Way
}

type Wish = { way: Way['way']; contact?: string; statement?: string }

function useChoose(offer: Offer) {
  const { uuid: tenantUUID } = useCompany()
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  return useWrite((body: Wish) => api.POST(waysPath, { params: { path }, body }), {
    changes,
    inline: true,
    done: 'Selected.',
  })
}

function Choice({ offer, way, documents }: ChoiceProps & { readonly documents: number }) {
  if (way.way === 'email') return <ByMail offer={offer} way={way} />
  if (way.way === 'operator') return <ByOperator offer={offer} documents={documents} />
  return <ByPublishing offer={offer} way={way} />
}

function ByMail({ offer, way }: ChoiceProps) {
  const [contact, setContact] = useState(way.contacts[0]?.id ?? '')
  const why = useWhyNot('member')
  const choose = useChoose(offer)
  const options = way.contacts.map(({ id, address, roles }) => ({ value: id, label: address, hint: roles.join(', ') }))
  return (
    <div className="grid gap-2">
      {choose.problem && <ErrorNote problem={choose.problem} />}
      <div className="flex flex-wrap gap-2">
        <Select
          small
          className="w-64 max-w-full"
          label="Registered contact"
          options={options}
          value={contact}
          onChange={setContact}
        />
        <Button small busy={choose.busy} why={why} onClick={() => choose.run({ way: 'email', contact })}>
          Send code
        </Button>
      </div>
    </div>
  )
}

/** The token may be put there before or after this way is chosen. */
function ByPublishing({ offer, way }: ChoiceProps) {
  const { uuid: tenantUUID } = useCompany()
  const why = useWhyNot('member')
  const choose = useChoose(offer)
  const path = { tenantUUID, ipmarketServiceUUID: offer.uuid }
  const look = useWrite(() => api.POST(`${offerPath}/proofs/look`, { params: { path } }), {
    changes,
    inline: true,
    done: 'Ownership proven. Checks are running.',
  })
  const chosen = offer.status === 'auth_pending' && offer.auth.type === way.way
  const problem = choose.problem ?? look.problem
  return (
    <div className="grid grid-cols-1 gap-2">
      {way.token !== null && (
        <Code label={`Publish: ${wayTitles[way.way]}`} wrap>
          {way.names.length === 0 ? way.token : way.names.map((name) => `${name}. TXT "${way.token}"`).join('\n')}
        </Code>
      )}
      {problem && <ErrorNote problem={problem} />}
      <div>
        {chosen ? (
          <Button small busy={look.busy} why={why} onClick={() => look.run()}>
            Check now
          </Button>
        ) : (
          <Button small busy={choose.busy} why={why} onClick={() => choose.run({ way: way.way })}>
            Use this method
          </Button>
        )}
      </div>
    </div>
  )
}

/** One byte more than is kept is enough for the API to refuse it, and spares the browser a file of any size. */
const mostRead = mostDocumentBytes + 1

async function inBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}

function ByOperator({ offer, documents }: { readonly offer: Offer; readonly documents: number }) {
  const { uuid: tenantUUID } = useCompany()
  const why = useWhyNot('member')
  const notYet = why ?? (documents === 0 ? 'Upload a document first.' : undefined)
  const choose = useChoose(offer)
  const send = useWrite(
    async (file: File) =>
      api.POST(`${offerPath}/proofs/documents`, {
        params: { path: { tenantUUID, ipmarketServiceUUID: offer.uuid } },
        body: { name: file.name, content: await inBase64(file.slice(0, mostRead)) },
      }),
    { changes, inline: true, done: 'Document uploaded.' },
  )
  return (
    <div className="grid grid-cols-1 gap-3">
      {send.problem && <ErrorNote problem={send.problem} />}
      <label className="grid grid-cols-1 gap-1">
        <span>Upload a document (PDF, PNG or JPEG, up to 700 KiB); {documents} uploaded</span>
        <input
          type="file"
          className="w-full min-w-0 text-xs text-soft file:mr-3 file:h-7 file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-2 file:font-medium file:text-ink"
          accept="application/pdf,image/png,image/jpeg"
          disabled={send.busy || why !== undefined}
          onChange={({ target }) => {
            if (target.files?.[0]) send.run(target.files[0])
            // The same file may be chosen again.
            target.value = ''
          }}
        />
      </label>
      <Form
        keeps={`statement:${offer.uuid}`}
        problem={choose.problem}
        onSubmit={choose.from((typed) => ({ way: 'operator', statement: typed.text('statement') }))}
      >
        <Field name="statement" label="What the documents show">
          <Input required maxLength={2_000} />
        </Field>
        <div className="flex flex-wrap items-center gap-2">
          <Button small type="submit" busy={choose.busy} why={notYet}>
            Submit for review
          </Button>
          <CopyCurl />
        </div>
      </Form>
    </div>
  )
}
