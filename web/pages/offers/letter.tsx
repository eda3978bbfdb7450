import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { HolderLetterWork as HolderLetter } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Code } from '../../ui/copy.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { BackLink, TextLink } from '../../ui/link.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { lengthsWords, None, Prefix, Time } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { Mark } from './checks.tsx'
import { ConfirmCompany, ConfirmLetter, RevokeLetter } from './letter-actions.tsx'
import { letterOf, letterTones, stateOf, type Task } from './letter-read.ts'
import { useConnectedWork, WorkState, type ConnectedWork } from './letter-work.tsx'

/** One letter on a block of ours: what to do for it, with the texts to paste at the registry. */

const page = getRouteApi('/signed-in/c/$company/letters-to-do/$holderLetter')

export function Letter() {
  const { uuid } = useCompany()
  const { holderLetter } = page.useParams()
  const { data, error } = useQuery(letterOf(uuid, holderLetter))
  if (error && !data) return <ErrorNote problem={asProblem(error)} />
  const letter = data?.data
  return (
    <>
      <Head letter={letter} />
      {letter ? (
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[1fr_24rem]">
          <ToDo letter={letter} />
          <div className="grid grid-cols-1 gap-5">
            <Readiness letter={letter} />
            <About letter={letter} />
          </div>
        </div>
      ) : (
        <Skeleton className="h-72 w-full" />
      )}
    </>
  )
}

function Head({ letter }: { readonly letter: HolderLetter | undefined }) {
  const { param: company } = useCompany()
  return (
    <PageHeader
      title={letter ? `LOA for ${letter.subnet}` : 'LOA'}
      heading={
        letter ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>
              <Prefix of={letter.subnet} /> for <span className="font-mono">AS{letter.asn}</span>
            </span>
            <span className="text-sm font-normal tracking-normal text-soft">
              <Status of={letter.status} tone={letterTones[stateOf(letter)]} />
            </span>
          </span>
        ) : (
          <Skeleton className="h-7 w-64" />
        )
      }
      above={
        <BackLink to="/c/$company/letters-to-do" params={{ company }}>
          {terms.loaRequests}
        </BackLink>
      }
      says={letter && `To be issued to ${letter.company_name}.`}
      actions={
        letter && (
          <>
            <RevokeLetter letter={letter} />
            <ConfirmCompany letter={letter} />
            <ConfirmLetter letter={letter} />
          </>
        )
      }
    />
  )
}

function ToDo({ letter }: { readonly letter: HolderLetter }) {
  const { uuid: tenantUUID } = useCompany()
  const { todo } = letter
  const workOn = useConnectedWork(letter)
  const isHelped = todo.some((task) => workOn(task)?.isCarried)
  const hasObjects = todo.some(({ rpsl }) => rpsl !== null)
  return (
    <Card
      title="What to do"
      says={
        isHelped
          ? 'Your connected registries do what is marked so; the rest is for you, in this order.'
          : 'In this order: ROA first, so that the announcement is never RPKI-invalid.'
      }
      actions={
        hasObjects && (
          <DownloadLink href={`/billing/v1/${tenantUUID}/market/letters/${letter.uuid}/rpsl`}>
            Registry objects
          </DownloadLink>
        )
      }
    >
      {letter.reason !== null && (
        <div className="mb-4">
          <Note tone="warn">
            Revoked {letter.revoked_by && `by the ${letter.revoked_by}`}: {letter.reason}
          </Note>
        </div>
      )}
      {todo.length === 0 ? (
        <EmptyState icon="check" title="Nothing to do">
          {letter.gone_at === null ? 'Everything for this LOA is in place.' : 'The route is gone.'}
        </EmptyState>
      ) : (
        <ol className="grid gap-5">
          {todo.map((task, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same thing may be asked for twice
            <li key={i} className="flex gap-3">
              <Mark status={task.done ? 'passed' : 'skipped'} />
              <TaskBody task={task} work={workOn(task)} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

const roaText = ({ prefix, max_length, origin }: NonNullable<Task['roa']>): string =>
  `Prefix:         ${prefix}\nMaximum length: ${max_length}\nOrigin:         ${origin}`

function TaskBody({ task, work }: { readonly task: Task; readonly work: ConnectedWork | null }) {
  const isPasted = !work?.isCarried
  return (
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-2 text-sm">
      <p>
        {task.description} <span className="text-faint">{task.done && '(Visible in our data.)'}</span>
      </p>
      {work && <WorkState of={work} />}
      {isPasted && task.roa && <Code label="ROA">{roaText(task.roa)}</Code>}
      {isPasted && task.rpsl !== null && (
        <Code label={`Object for ${task.source ?? 'the registry'} (${task.rpsl.split(':', 1)[0]})`}>
          {task.rpsl.trimEnd()}
        </Code>
      )}
    </div>
  )
}

function Readiness({ letter }: { readonly letter: HolderLetter }) {
  return (
    <Card title="Progress">
      <ul className="grid gap-2.5 text-sm">
        {letter.readiness.map(({ name, description, required, done }) => (
          <li key={name} className="flex gap-2.5">
            <Mark status={done ? 'passed' : required ? 'warning' : 'skipped'} />
            <span className={done ? 'text-soft' : ''}>{description}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function About({ letter }: { readonly letter: HolderLetter }) {
  const { param: company } = useCompany()
  const asked = [
    letter.selection.roa && 'ROA',
    letter.selection.route && 'route object',
    letter.selection.radb && 'RADB object',
    letter.create_whois_inetnum && 'registry record',
  ].filter(Boolean)
  return (
    <Card title="About this LOA">
      <DescriptionList
        facts={[
          ['Issued to', letter.company_name],
          ['AS name', letter.as_name ?? <None />],
          ['Prefix lengths', lengthsWords(letter.subnet, letter.max_length)],
          ['Requested objects', asked.length > 0 ? asked.join(', ') : <None />],
          ['Requested', <Time key="c" of={letter.created_at} as="date" />],
          ['Released', <Time key="r" of={letter.released_at} as="date" />],
          ['Note', letter.info ?? <None />, 'long'],
          [
            'Block',
            <TextLink key="b" to="/c/$company/offers/$offer" params={{ company, offer: letter.market_service_uuid }}>
              View block
            </TextLink>,
          ],
        ]}
      />
    </Card>
  )
}
