import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { guess, useWrite } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card } from '../../ui/page.tsx'
import { homeOf, homePath, pageOf, type Home } from './home-read.ts'

/** The first steps of a company: they tick themselves off, and go away with the last. */

type Steps = NonNullable<Home['checklist']>['steps']
type Name = Steps[number]['name']

interface Way {
  readonly label: string
  readonly at: string
}

interface Words {
  readonly title: string
  readonly says: string
  readonly ways: readonly Way[]
}

const words: Readonly<Record<Name, Words>> = {
  address: {
    title: 'Add a billing address',
    says: 'With your VAT number it decides how you are taxed. Needed before the first purchase.',
    ways: [{ label: 'Add an address', at: '/settings' }],
  },
  activation: {
    title: 'Get activated',
    says: 'An operator reviews new companies. You need not do anything; a mail tells you.',
    ways: [],
  },
  first_look: {
    title: 'Save a search or create an app key',
    says: 'A saved search tells you when a block comes up; an app key lets your programs use the API.',
    ways: [
      { label: 'Search the market', at: '/market' },
      { label: 'Create an app key', at: '/integrations' },
    ],
  },
  first_deal: {
    title: 'Lease a block, or lease one out',
    says: 'From then on this page shows how your blocks are doing.',
    ways: [
      { label: 'Find a block', at: '/market' },
      { label: 'Lease out a block', at: '/offers/new' },
    ],
  },
}

export function useChooseChecklist() {
  const { uuid: tenantUUID } = useCompany()
  return useWrite(
    (hidden: boolean) =>
      api.PUT('/portal/companies/{tenantUUID}/checklist', { params: { path: { tenantUUID } }, body: { hidden } }),
    {
      changes: [homePath],
      optimistic: (hidden) => [
        guess(homeOf(tenantUUID), (old) => ({
          ...old,
          data: { ...old.data, checklist: old.data.checklist && { ...old.data.checklist, hidden } },
        })),
      ],
    },
  )
}

interface ChecklistProps {
  readonly steps: Steps
  /** Who does business already is not told what it has done. */
  readonly only?: 'open'
}

export function Checklist({ steps, only }: ChecklistProps) {
  const { visiting } = useCompany()
  const choose = useChooseChecklist()
  const done = steps.filter((step) => step.done).length
  const shown = only === 'open' ? steps.filter((step) => !step.done) : steps
  return (
    <Card
      flush
      title="First steps"
      says={`${done} of ${steps.length} done`}
      actions={
        !visiting && (
          <Button small look="quiet" icon="close" onClick={() => choose.run(true)}>
            Hide
          </Button>
        )
      }
    >
      <ol className="divide-y divide-line">
        {shown.map(({ name, done }) => (
          <li key={name}>
            <Step words={words[name]} done={done} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Step({ words: { title, says, ways }, done }: { readonly words: Words; readonly done: boolean }) {
  const { param } = useCompany()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span
        className={cx(
          'flex size-6 shrink-0 items-center justify-center rounded-full border',
          done ? 'border-transparent bg-good-wash text-good' : 'border-edge text-transparent',
        )}
      >
        <Icon name="check" />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <p className={cx('text-sm font-medium', done && 'text-soft line-through decoration-1')}>
          {title}
          <span className="sr-only">{done ? ', done' : ', to do'}</span>
        </p>
        {!done && <p className="text-sm text-soft">{says}</p>}
      </div>
      {!done && (
        <div className="flex flex-wrap gap-x-4 gap-y-1 max-sm:pl-9">
          {ways.map(({ label, at }) => (
            <Link
              key={at}
              {...pageOf(param)(at)}
              className="text-sm font-medium text-accent underline decoration-current/40 underline-offset-2 hover:decoration-current"
            >
              {label}
            </Link>
          ))}
        </div>
      )}
    </div>
  )
}
