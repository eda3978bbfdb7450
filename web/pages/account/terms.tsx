import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { me, useMe } from '../../api/session.ts'
import { textOf } from '../../api/site-texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { markdown } from '../../ui/markdown/markdown.ts'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { returnPath } from './sign-on.ts'

/** Asked of whoever has not accepted the terms as they are now, before they go on. */

const page = getRouteApi('/signed-in/account/terms')

export function AcceptTerms() {
  const { terms_owed } = useMe()
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Terms of service"
        says={terms_owed === null ? undefined : 'Read and accept the terms to continue.'}
      />
      {terms_owed === null ? (
        <Card>
          <EmptyState
            icon="check"
            title="Nothing to accept"
            action={<LinkButton to="/home">Go to your home page</LinkButton>}
          />
        </Card>
      ) : (
        <Owed version={terms_owed} />
      )}
    </div>
  )
}

function Owed({ version }: { readonly version: number }) {
  const { data, error, refetch } = useQuery(textOf('terms', version))
  const { to } = page.useSearch()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const accept = useWrite(
    async () => {
      await api.POST('/portal/me/terms', { body: { version } })
      // The way on asks for it.
      return queries.fetchQuery({ ...me(), staleTime: 0 })
    },
    { inline: true, done: 'Terms accepted.', onDone: () => void navigate({ href: returnPath(to), replace: true }) },
  )
  if (error && !data) return <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 w-full" />
  return (
    <Card>
      {markdown(data.data.markdown)}
      <div className="mt-6 flex flex-col gap-4 border-t border-line pt-4">
        {accept.problem && <ErrorNote problem={accept.problem} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-sm text-soft">Version {version}</span>
          <Button look="primary" busy={accept.busy} onClick={() => accept.run()}>
            Accept the terms
          </Button>
        </div>
      </div>
    </Card>
  )
}
