import type { Letter } from '../../../client/api.gen.ts'
import { letterStates, type LetterStatus } from '../../../src/letters/letter/letter.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { cx } from '../../ui/cx.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { DescriptionList, type Fact } from '../../ui/page.tsx'
import { lengthsWords, Prefix, Time } from '../../ui/values.tsx'
import { leasePath, lettersPath, listPath } from './lease-read.ts'

/** A letter of authorisation: how far it is, where it is verified, and what can be done with it. */

type Step = Letter['readiness'][number]

export const stateOf = ({ status }: Pick<Letter, 'status'>): LetterStatus => status.toLowerCase() as LetterStatus

export function LetterState({ letter }: { readonly letter: Letter }) {
  return <Status of={stateOf(letter)} {...(letter.status === 'Revoked' && { tone: 'plain' as const })} />
}

/** What it waits for, if it does. */
export const waitsFor = (letter: Letter): Step | undefined =>
  letter.status === 'Pending' ? letter.readiness.find(({ required, done }) => required && !done) : undefined

/** Who has to do something so that a step comes true. */
const whom: Readonly<Record<Step['name'], string>> = {
  asn_valid: 'Waiting for the holder of the AS number',
  loaa_signed: 'Waiting for the holder',
  company_confirmed: 'Waiting for the holder',
  roa_requested: 'Waiting for the holder',
  vrp_seen: 'Waiting for the holder, then for the next RPKI update',
  route_seen: 'The holder may still create it',
  released: 'Automatic',
}

function Checklist({ letter }: { readonly letter: Letter }) {
  const next = waitsFor(letter)
  return (
    <ol className="flex flex-col gap-2.5" aria-label="Readiness">
      {letter.readiness.map((step) => (
        <StepLine key={step.name} step={step} live={letter.status === 'Pending'} next={step === next} />
      ))}
    </ol>
  )
}

function lookOf({ done, required }: Step, live: boolean, next: boolean): readonly [icon: IconName, tone: string] {
  if (done) return ['check', 'bg-good-wash text-good']
  if (live && next) return ['clock', 'bg-warn-wash text-warn']
  return [required && live ? 'clock' : 'minus', 'bg-sunken text-faint']
}

function StepLine({ step, live, next }: { readonly step: Step; readonly live: boolean; readonly next: boolean }) {
  const [icon, tone] = lookOf(step, live, next)
  return (
    <li className="flex gap-2.5 text-sm">
      <span className={cx('mt-px flex size-5 shrink-0 items-center justify-center rounded-full', tone)}>
        <Icon name={icon} className="size-3" />
      </span>
      <div className="min-w-0 flex-1">
        <p className={cx(!step.done && !next && 'text-soft')}>
          <span className="sr-only">{step.done ? 'Done: ' : 'Not yet: '}</span>
          {step.description}
        </p>
        <p className="text-xs text-faint">
          {step.done ? (
            <Time of={step.done_at} />
          ) : live && (step.required || step.name === 'route_seen') ? (
            <span className={cx(next && 'text-warn')}>{whom[step.name]}</span>
          ) : (
            live && 'Not required'
          )}
        </p>
      </div>
    </li>
  )
}

function factsOf(letter: Letter): Fact[] {
  const { selection, create_whois_inetnum, whois_data_exposed } = letter
  const wanted = [
    selection.roa && 'ROA',
    selection.route && 'route object',
    selection.radb && 'RADB',
    create_whois_inetnum && `registry record${whois_data_exposed ? ', named' : ''}`,
  ].filter(Boolean)
  return [
    ['Block', <Prefix key="block" of={letter.subnet} />],
    ['Announced by', `AS${letter.asn}${letter.as_name ? ` ${letter.as_name}` : ''}`],
    ['Issued to', letter.company_name],
    ['Prefix lengths', lengthsWords(letter.subnet, letter.max_length)],
    [
      'Reference',
      <span key="ref" className="font-mono">
        {letter.reference}
      </span>,
    ],
    ...(letter.valid_until === null
      ? []
      : [['Valid until', <Time key="until" of={letter.valid_until} as="date" />] as const]),
    ['Requested objects', wanted.length > 0 ? wanted.join(', ') : 'Nothing'],
    ['Requested', <Time key="at" of={letter.created_at} as="date" />],
    ...(letter.ended_at === null ? [] : [['Ended', <Time key="end" of={letter.ended_at} as="date" />] as const]),
    ...(letter.reason === null ? [] : [['Revocation reason', letter.reason, 'long'] as const]),
    ...(letter.info ? [['Note for the holder', letter.info, 'long'] as const] : []),
  ]
}

export const fileOf = (tenantUUID: string, { service_uuid, uuid }: Letter): string =>
  `/billing/v1/${tenantUUID}/market/ipv4/services/${service_uuid}/loa/download?loa_uuid=${uuid}`

export function LetterDetails({ letter }: { readonly letter: Letter }) {
  const { uuid: tenantUUID } = useCompany()
  const gone = letter.ended_at !== null && letter.released_at !== null && letter.gone_at === null
  return (
    <div className="@container flex flex-col gap-5">
      {/* Where it is alone it has room for both beside each other. */}
      <div className="grid gap-5 @3xl:grid-cols-2 @3xl:gap-8">
        <div className="flex flex-col gap-5">
          <DescriptionList facts={factsOf(letter)} />
          {gone && (
            <div>
              <Badge tone="warn">Its route may still be visible: withdraw it</Badge>
            </div>
          )}
        </div>
        <Checklist letter={letter} />
      </div>
      {letter.verification_url !== null && (
        <div>
          <p className="mb-1 text-xs text-faint">Verify at</p>
          <Code label="Verification link" wrap>
            {letter.verification_url}
          </Code>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Revoke letters={[letter]} />
        {letter.status === 'Active' ? (
          <DownloadLink look="primary" href={fileOf(tenantUUID, letter)}>
            Download PDF
          </DownloadLink>
        ) : (
          <Button look="primary" icon="download" why={whyNoFile(letter)}>
            Download PDF
          </Button>
        )}
      </div>
    </div>
  )
}

const whyNoFile = (letter: Letter): string =>
  letter.status === 'Pending' ? 'The LOA can be downloaded once it is released.' : 'The LOA is no longer valid.'

interface RevokeProps {
  readonly letters: readonly Letter[]
  readonly onDone?: () => void
  readonly small?: boolean
}

/** One or several, all or none. */
export function Revoke({ letters, onDone, small = false }: RevokeProps) {
  const { uuid: tenantUUID } = useCompany()
  const member = useWhyNot('member')
  const over = letters.find((letter) => !letterStates.can(stateOf(letter), 'revoke'))
  const whyNot = member ?? (over && whyNotNow(letterStates, stateOf(over), 'revoke'))
  const revoke = useWrite(
    () =>
      api.POST('/billing/v1/{tenantUUID}/market/ipv4/services/loa/revoke', {
        params: { path: { tenantUUID } },
        body: { loa_uuids: letters.map(({ uuid }) => uuid) },
      }),
    {
      changes: [lettersPath, listPath, leasePath],
      inline: true,
      done: letters.length === 1 ? 'LOA revoked.' : `${letters.length} LOAs revoked.`,
      ...(onDone && { onDone }),
    },
  )
  const [only] = letters
  const name = letters.length === 1 && only ? `the LOA for ${only.subnet}` : `${letters.length} LOAs`
  return (
    <Confirm
      title={`Revoke ${name}?`}
      says={
        <>
          <p>
            This cannot be undone. Anyone who verifies {letters.length === 1 ? 'it' : 'them'} will be told so, and the
            holder is notified. Withdraw the announcement first.
          </p>
          <ul className="mt-2 max-h-40 overflow-y-auto">
            {letters.map(({ uuid, subnet, asn }) => (
              <li key={uuid}>
                <Prefix of={subnet} /> from AS{asn}
              </li>
            ))}
          </ul>
        </>
      }
      action="Revoke"
      problem={revoke.problem}
      onConfirm={revoke.with()}
      trigger={
        <Button small={small} why={whyNot}>
          Revoke
        </Button>
      }
    />
  )
}
