import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Prospect } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'
import { Card, DescriptionList, type Fact } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Note, Skeleton } from '../../ui/states.tsx'
import { None, Prefix, Time } from '../../ui/values.tsx'
import { registryNames } from '../../ui/words.ts'
import { Checks } from './checks.tsx'
import type { Draft } from './new.tsx'
import { prefixOf } from './offer-read.ts'
import { PolicyNote } from './ways.tsx'
import { addressesIn, registryOptions, sizeOptions, wayTitles } from './words.ts'

/** Which block, and what the data says of it: before anything is listed and anybody is mailed. */

const page = getRouteApi('/signed-in/c/$company/offers/new')

interface Asked {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

interface ChooseBlockProps {
  readonly open: boolean
  readonly draft: Draft
  readonly prospect: Prospect | undefined
  readonly query: Asked
  readonly onChange: (part: Partial<Draft>) => void
}

export function ChooseBlock({ open, draft, prospect, query, onChange }: ChooseBlockProps) {
  if (!open && prospect) return <Chosen prospect={prospect} />
  return (
    <div className="grid gap-4">
      <Card>
        <BlockForm draft={draft} query={query} onChange={onChange} />
      </Card>
      {query.isFetching && !prospect && <Skeleton className="h-56 w-full" />}
      {prospect && <Findings draft={draft} prospect={prospect} onChange={onChange} />}
    </div>
  )
}

function useGo() {
  const { param: company } = useCompany()
  const navigate = useNavigate()
  return (search: { address: string; cidr: number; step?: 'prices' | 'terms' }) =>
    void navigate({ to: '/c/$company/offers/new', params: { company }, search })
}

function Chosen({ prospect }: { readonly prospect: Prospect }) {
  const go = useGo()
  const { address, cidr } = prospect
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm">
      <Prefix of={prefixOf(prospect)} />
      <span className="text-soft">{prospect.record?.organisation}</span>
      <Button small look="quiet" onClick={() => go({ address, cidr })}>
        Change
      </Button>
    </p>
  )
}

/** A prefix may be pasted whole: its length then counts. */
function readBlock(typed: Typed): { address: string; cidr: number } {
  const [address = '', length] = typed.text('address').split('/')
  const cidr = Number(length)
  return { address: address.trim(), cidr: cidr >= 8 && cidr <= 24 ? cidr : typed.number('cidr') }
}

const readAsns = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .map((word) => Number(word.replace(/^AS/i, '')))
    .filter((asn) => Number.isInteger(asn) && asn > 0)

function BlockForm({ draft, query, onChange }: Pick<ChooseBlockProps, 'draft' | 'query' | 'onChange'>) {
  const go = useGo()
  const { address, cidr = 24 } = page.useSearch()
  return (
    <Form
      key={`${address}/${cidr}`}
      keeps="offer-block"
      problem={query.error ? asProblem(query.error) : null}
      onSubmit={(typed) => {
        onChange({ asns: readAsns(typed.text('own_asns')) })
        const wanted = readBlock(typed)
        if (wanted.address === address && wanted.cidr === cidr) void query.refetch()
        else go(wanted)
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
        <Field name="address" label="First address" hint="Or the whole prefix, e.g. 45.80.12.0/22.">
          <Input mono required maxLength={45} defaultValue={address} placeholder="45.80.12.0" autoComplete="off" />
        </Field>
        <Field name="cidr" label="Size">
          <Select name="cidr" options={sizeOptions(8, 24)} defaultValue={String(cidr)} />
        </Field>
      </div>
      <Field
        name="own_asns"
        label="Your own AS numbers"
        optional
        hint="The ASNs you announce it from yourself, so that your own announcement does not count against you."
      >
        <Input mono maxLength={400} defaultValue={draft.asns.join(', ')} placeholder="AS64500, AS64501" />
      </Field>
      <div>
        <Button type="submit" look="primary" busy={query.isFetching}>
          Look up
        </Button>
      </div>
    </Form>
  )
}

interface FindingsProps {
  readonly draft: Draft
  readonly prospect: Prospect
  readonly onChange: (part: Partial<Draft>) => void
}

function Findings({ draft, prospect, onChange }: FindingsProps) {
  const go = useGo()
  const { address, cidr, registry, record, proof, ways, policy, lookup, checks } = prospect
  const failed = checks.some(({ status }) => status === 'failed')
  return (
    <Card title={`${prefixOf(prospect)} at a glance`} says={`${addressesIn(cidr).toLocaleString('en')} addresses`}>
      <div className="grid grid-cols-1 gap-5">
        <DescriptionList
          facts={[
            ...(record ? recordFacts(record) : []),
            ['Registry', registry ? registryNames[registry] : <RegistryChoice draft={draft} onChange={onChange} />],
          ]}
        />
        {lookup && <Note tone="warn">The registry did not respond. {lookup.description}</Note>}
        {policy && <PolicyNote policy={policy} />}
        <section>
          <h3 className="mb-2 text-sm font-medium">Proof of ownership</h3>
          <Note tone={proof.type === 'email' && proof.email === null ? 'warn' : 'info'}>{proof.description}</Note>
          <ul className="mt-2 grid gap-1 text-sm text-soft">
            {ways.map(({ way, possible, description }) => (
              <li key={way}>
                <span className="font-medium text-ink">
                  {wayTitles[way]}
                  {!possible && ' (not available)'}
                </span>
                : {description}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className="mb-2 text-sm font-medium">Checks as of now</h3>
          <Checks checks={checks} />
          {failed && (
            <p className="mt-3 text-sm text-soft">
              You can list it anyway: it goes on the market once all checks pass.
            </p>
          )}
        </section>
        <div>
          <Button look="primary" onClick={() => go({ address, cidr, step: 'prices' })}>
            Continue to prices
          </Button>
        </div>
      </div>
    </Card>
  )
}

const recordFacts = (record: NonNullable<Prospect['record']>): Fact[] => [
  ['Registered holder', record.organisation || <None />],
  ['Registry record', <Prefix key="p" of={record.prefix} />],
  ['Abuse contact', record.abuse_email ?? <None />],
  ['Data as of', <Time key="t" of={record.taken_at} real />],
]

/** Only where the data does not say. */
function RegistryChoice({ draft, onChange }: Pick<FindingsProps, 'draft' | 'onChange'>) {
  return (
    <Select
      small
      label="Registry"
      options={registryOptions}
      value={draft.registry}
      onChange={(registry) => onChange({ registry })}
    />
  )
}
