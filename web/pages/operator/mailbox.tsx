import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { asProblem } from '../../api/problem.ts'
import { read, type AnswerOf } from '../../api/query.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'

/** What a sandbox would have mailed: a list, and the letter that is open beside it. */

const page = getRouteApi('/signed-in/operator/mailbox')

function useMail() {
  const { page: number = 1 } = page.useSearch()
  return read('/portal/mailbox', { params: { query: { page: number } } })
}

type Mail = AnswerOf<typeof useMail>['data'][number]

export function Mailbox() {
  const { mail: wanted } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const { data, error, refetch } = useQuery(useMail())
  const open = data?.data.find(({ uuid }) => uuid === wanted)
  return (
    <>
      <PageHeader
        title="Mailbox"
        says="A sandbox mails nobody: what it would have sent is kept here."
        actions={<IconButton icon="refresh" label="Look for new mail" onClick={() => void refetch()} />}
      />
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
          <Card flush className={cx(open && 'max-lg:hidden')}>
            {data ? <List mails={data.data} open={open?.uuid} /> : <Waiting />}
            {data && <Pager meta={data.meta} onPage={(number) => patch({ page: number, mail: undefined })} />}
          </Card>
          <Opened mail={open} />
        </div>
      )}
    </>
  )
}

function List({ mails, open }: { readonly mails: readonly Mail[]; readonly open: string | undefined }) {
  if (mails.length === 0)
    return (
      <EmptyState icon="mail" title="No mail yet">
        Invitations, codes that prove a block, invoices and notices will stand here.
      </EmptyState>
    )
  return (
    <ul aria-label="Mail">
      {mails.map(({ uuid, subject, recipient, created_at }) => (
        <li key={uuid} className="border-b border-line last:border-b-0">
          <Link
            to="/operator/mailbox"
            search={(old) => ({ ...old, mail: uuid })}
            aria-current={uuid === open ? 'true' : undefined}
            resetScroll={false}
            className={cx('block px-4 py-2.5 hover:bg-hover', uuid === open && 'bg-accent-wash hover:bg-accent-wash')}
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="truncate text-sm font-medium">{subject}</span>
              <span className="shrink-0 text-xs text-soft">
                <Time of={created_at} real />
              </span>
            </span>
            <span className="block truncate text-xs text-soft">{recipient}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Waiting() {
  return (
    <ul aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <li key={row} className="flex flex-col gap-1.5 border-b border-line px-4 py-2.5 last:border-b-0">
          <Skeleton className="w-40" />
          <Skeleton className="h-3 w-28" />
        </li>
      ))}
    </ul>
  )
}

function Opened({ mail }: { readonly mail: Mail | undefined }) {
  const patch = usePatchSearch<{ mail: string; page: number }>()
  const { page: number } = page.useSearch()
  if (!mail)
    return (
      <Card className="max-lg:hidden">
        <EmptyState icon="mail" title="Choose a mail to read it" />
      </Card>
    )
  return (
    <Card
      title={mail.subject}
      says={`To ${mail.recipient}`}
      actions={
        <>
          <span className="text-sm">
            <Status of={mail.status} />
          </span>
          <IconButton icon="close" label="Close the mail" onClick={() => patch({ mail: undefined, page: number })} />
        </>
      }
    >
      <p className="mb-3 text-xs text-faint">
        <Time of={mail.created_at} as="date" real />
      </p>
      <Body text={mail.body} />
    </Card>
  )
}

/** Text as it was written. Addresses of this portal can be followed; nothing else is made a link. */
function Body({ text }: { readonly text: string }) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return (
    <p className="text-sm leading-6 break-words whitespace-pre-wrap">
      {parts.map((part, i) =>
        i % 2 === 1 && isOurs(part) ? (
          // oxlint-disable-next-line react/no-array-index-key -- the text never changes
          <a key={i} href={part} className="text-accent underline underline-offset-2">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}

const isOurs = (address: string): boolean => URL.canParse(address) && new URL(address).origin === location.origin
