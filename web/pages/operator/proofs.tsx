import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ProofReview as Review } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadLink } from '../../ui/download.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Prefix, Time } from '../../ui/values.tsx'
import { registryNames } from '../../ui/words.ts'
import { CompanyLink } from './company-link.tsx'
import { ReasonDialog } from './reason.tsx'

/** Blocks whose holders have sent documents: one operator, or two, are convinced by them or are not. */

const page = getRouteApi('/signed-in/operator/proofs')
const listPath = '/portal/operator/proofs'

function useReviews() {
  const { page: number = 1 } = page.useSearch()
  return read(listPath, { params: { query: { page: number } } })
}

export function Proofs() {
  return (
    <ListPage
      title="Proofs"
      says="Holders who cannot prove ownership otherwise upload documents for your review."
      query={useQuery({ ...useReviews(), staleTime: 0 })}
      columns={columns}
      rowKey={({ offer_uuid: uuid }) => uuid}
      empty={
        <EmptyState icon="shield" title="No proofs to review">
          Holders who can neither be e-mailed nor publish a record upload documents, such as a registry invoice.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<Review>[] = [
  {
    title: 'Block',
    cell: ({ prefix, company, tenant_uuid, registry }) => (
      <div className="min-w-0">
        <p className="font-medium">
          <Prefix of={prefix} />
        </p>
        <p className="text-xs">
          <CompanyLink tenant={tenant_uuid} title={company} />
        </p>
        <p className="text-xs text-faint">{registryNames[registry]}</p>
      </div>
    ),
  },
  { title: 'Holder’s statement', wide: 'below', cell: (review) => <Statement review={review} /> },
  { title: 'Documents', wide: 'below', cell: (review) => <Documents review={review} /> },
  { title: 'Submitted', wide: true, cell: ({ asked_at }) => <Time of={asked_at} /> },
  { title: 'Decide', silent: true, align: 'right', cell: (review) => <Decide review={review} /> },
]

function Statement({ review: { statement, organisation, consents, consents_needed: needed } }: { review: Review }) {
  return (
    <div className="grid max-w-sm gap-1 text-xs text-soft">
      <p className="text-sm break-words text-ink">{statement ?? 'Nothing'}</p>
      <p>{organisation ? `Registered to ${organisation}.` : 'No registry record available.'}</p>
      {needed > 1 && <p>{`${consents.length} of ${needed} operators approved.`}</p>}
      {consents.map(({ person_uuid, person, reason }) => (
        <p key={person_uuid} className="break-words">
          {person}: {reason}
        </p>
      ))}
    </div>
  )
}

const sizeOf = (bytes: number): string => `${Math.ceil(bytes / 1_024).toLocaleString('en')} KiB`

function Documents({ review: { offer_uuid, documents } }: { readonly review: Review }) {
  return (
    <ul className="grid justify-items-start gap-1">
      {documents.map(({ uuid, name, size }) => (
        <li key={uuid} className="max-w-64">
          <DownloadLink small look="quiet" href={`${listPath}/${offer_uuid}/documents/${uuid}`}>
            <span className="truncate">{name}</span>
            <span className="text-faint">{sizeOf(size)}</span>
          </DownloadLink>
        </li>
      ))}
    </ul>
  )
}

function Decide({ review }: { readonly review: Review }) {
  return (
    <span className="flex justify-end gap-2 max-md:flex-col">
      <Accept review={review} />
      <Refuse review={review} />
    </span>
  )
}

/** Refusals are said by toasts: of what another operator has decided meanwhile the row is gone, and its dialog with it. */
const changes = [listPath, '/portal/operator/attention'] as const

function Accept({ review }: { readonly review: Review }) {
  const { offer_uuid: offerUUID, prefix, company, consents, consents_needed: needed } = review
  const { person } = useMe()
  const accept = useWrite(
    (reason: string) =>
      api.POST(`${listPath}/{offerUUID}/accept`, { params: { path: { offerUUID } }, body: { reason } }),
    {
      changes,
      done: ({ data }) => [
        data.lacking === 0
          ? `${prefix} approved. Checks are running.`
          : 'Recorded. Another operator has to approve as well.',
      ],
    },
  )
  const isLast = needed - consents.length <= 1
  const agreed = consents.some((one) => one.person_uuid === person.uuid)
  return (
    <ReasonDialog
      harmless
      title={`Does ${prefix} belong to ${company}?`}
      says={
        isLast
          ? 'Ownership is proven by your approval; others claiming the block are notified. This cannot be undone.'
          : 'A second operator has to approve before ownership is proven.'
      }
      action="Accept"
      hint="Why you approve; recorded in the activity log."
      problem={null}
      onConfirm={(reason) => accept.runAsync(reason)}
      trigger={
        <Button
          small
          aria-label={`Accept ${prefix}`}
          why={agreed ? 'You have approved; a second operator has to.' : undefined}
        >
          Accept
        </Button>
      }
    />
  )
}

function Refuse({ review: { offer_uuid: offerUUID, prefix, company } }: { readonly review: Review }) {
  const refuse = useWrite(
    (reason: string) =>
      api.POST(`${listPath}/{offerUUID}/refuse`, { params: { path: { offerUUID } }, body: { reason } }),
    { changes, done: `${company} has been told why.` },
  )
  return (
    <ReasonDialog
      title={`Reject the documents for ${prefix}?`}
      says="The holder sees your reason and can upload better documents or choose another way."
      action="Reject"
      hint={`Shown to ${company}.`}
      problem={null}
      onConfirm={(reason) => refuse.runAsync(reason)}
      trigger={
        <Button small look="quiet" aria-label={`Reject ${prefix}`}>
          Reject
        </Button>
      }
    />
  )
}
