import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { useWrite } from '../api/query.ts'
import { useCompany } from '../api/session.ts'
import { usePatchSearch } from '../search.ts'
import { ErrorNote, Note } from './states.tsx'

/** Back from the provider's page, whose name stands in the address: the card that was left there is added. */
export function CardReturn({ session }: { readonly session: string | undefined }) {
  const { uuid: user_id } = useCompany()
  const patch = usePatchSearch<{ session?: string }>()
  const { run, problem } = useWrite(
    (name: string) =>
      api.POST('/ecommerce/public/{user_id}/payment-methods/card-page/{session}', {
        params: { path: { user_id, session: name } },
      }),
    {
      changes: ['/ecommerce/public/{user_id}/payment-methods'],
      inline: true,
      done: 'Card added.',
      onDone: () => patch({ session: undefined }),
    },
  )
  // The page was opened once, by whoever comes back from it; a second look finds the same card.
  useEffect(() => {
    if (session !== undefined) run(session)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page
  }, [session])
  if (session === undefined) return null
  return problem ? <ErrorNote problem={problem} /> : <Note>Checking the card with Stripe.</Note>
}
