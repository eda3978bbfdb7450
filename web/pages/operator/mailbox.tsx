import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Mail } from '../../../client/portal.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Filters, TextFilter } from '../../ui/filters.tsx'
import { BackLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { MailStanding } from './mail-standing.tsx'
import { SendKept } from './send-kept.tsx'

/** What a sandbox would have mailed: a list, and the letter that is open beside it. */

const page = getRouteApi('/signed-in/operator/mailbox')

function useMail() {
  const { page: number = 1, search } = page.useSearch()
  const filter = search === undefined ? {} : { 'filter[search]': search }
  return read('/portal/mailbox', { params: { query: { page: number, ...filter } } })
}

export function Mailbox() {
  return useMe().sandbox ? <SandboxMailbox /> : <MailStanding />
}

function SandboxMailbox() {
  const { mail: wanted, search } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const { data, error, refetch } = useQuery(useMail())
  const chosen = data?.data.find(({ uuid }) => uuid === wanted)
  // Where there is room for it, one is always open.
  const open = chosen ?? data?.data[0]
  return (
    <>
      <PageHeader
        title="Mailbox"
        says="A sandbox sends no e-mail: what it would have sent is kept here."
        actions={
          <>
            <SendKept />
            <IconButton icon="refresh" label="Refresh" onClick={() => void refetch()} />
          </>
        }
      />
      {error && !data ? (
        <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid grid-cols-1 gap-5 lg:h-[calc(100dvh-8.25rem)] lg:min-h-96 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:grid-rows-1">
          <section
            aria-label="List of mail"
            className={cx(paneClass, 'flex flex-col overflow-hidden', chosen && 'max-lg:hidden')}
          >
            <Search />
            <div className="min-h-0 flex-1 overflow-y-auto">
              {data ? <List mails={data.data} open={open?.uuid} sought={search !== undefined} /> : <Waiting />}
            </div>
            {data && <Pager meta={data.meta} onPage={(number) => patch({ page: number, mail: undefined })} />}
          </section>
          {open ? (
            <Opened mail={open} chosen={chosen !== undefined} />
          ) : (
            <div className={cx(paneClass, 'max-lg:hidden')} />
          )}
        </div>
      )}
    </>
  )
}

function Search() {
  const { search } = page.useSearch()
  const patch = usePatchSearch<ReturnType<typeof page.useSearch>>()
  const look = (value: string | undefined) => patch({ search: value, mail: undefined })
  return (
    <Filters label="Search mail" onClear={search === undefined ? undefined : () => look(undefined)}>
      <TextFilter
        label="Recipient, subject or text"
        placeholder="Recipient, subject or text"
        icon="search"
        className="w-56 max-w-full"
        value={search}
        onChange={look}
      />
    </Filters>
  )
}

const paneClass = 'min-h-0 rounded-lg border border-line bg-surface shadow-card'

interface ListProps {
  readonly mails: readonly Mail[]
  readonly open: string | undefined
  readonly sought: boolean
}

function List({ mails, open, sought }: ListProps) {
  if (mails.length === 0 && sought)
    return (
      <EmptyState icon="search" title="No matching mail">
        Recipients, subjects and texts are searched.
      </EmptyState>
    )
  if (mails.length === 0)
    return (
      <EmptyState icon="mail" title="No mail yet">
        Invitations, ownership codes, invoices and notices will appear here.
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

function Opened({ mail, chosen }: { readonly mail: Mail; readonly chosen: boolean }) {
  const { page: number, search } = page.useSearch()
  const all = { ...(number !== undefined && { page: number }), ...(search !== undefined && { search }) }
  return (
    <article
      aria-label={mail.subject}
      className={cx(paneClass, 'flex flex-col overflow-hidden', !chosen && 'max-lg:hidden')}
    >
      <header className="border-b border-line px-5 py-4">
        <p className="lg:hidden">
          <BackLink to="/operator/mailbox" search={all}>
            All mail
          </BackLink>
        </p>
        <div className="flex items-start justify-between gap-4">
          <h2 className="text-base font-semibold break-words">{mail.subject}</h2>
          <span className="shrink-0 text-sm">
            <Status of={mail.status} />
          </span>
        </div>
        <p className="mt-0.5 text-sm text-soft">
          To {mail.recipient} · <Time of={mail.created_at} real />
        </p>
      </header>
      {/* A key of its own: the next mail begins at its beginning. */}
      <div key={mail.uuid} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 py-4 -outline-offset-2">
        <Body text={mail.lead === null ? mail.body : `${mail.body}\n${mail.lead.label}:\n${mail.lead.url}`} />
      </div>
    </article>
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
