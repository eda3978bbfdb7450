import { useQuery } from '@tanstack/react-query'
import type { PrefixHealth as Health } from '../../../client/api.gen.ts'
import { contains, knownPrefix } from '../../../src/kernel/ip/index.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'

/** Where the holder has connected a name server, reverse DNS is set up here instead of by text to paste. */
export function ReverseButton({ health }: { readonly health: Health }) {
  const { uuid: tenantUUID, param: company } = useCompany()
  const { notation, routingHealth } = health
  const isWanted = routingHealth.irmActions.some(({ action }) => action === 'delegate_reverse_dns')
  const { data } = useQuery({
    ...read('/dns/{tenantUUID}/reverse/blocks', { params: { path: { tenantUUID }, query: { per_page: 1_000 } } }),
    enabled: isWanted,
  })
  const prefix = knownPrefix(notation)
  const isHere = data?.data.some(({ block, connected }) => connected && contains(knownPrefix(block), prefix))
  if (!isWanted || !isHere) return null
  return (
    <Note
      action={
        <LinkButton small to="/c/$company/reverse-dns/$notation" params={{ company, notation }}>
          Set up reverse DNS
        </LinkButton>
      }
    >
      You can name the addresses of {notation} here, or delegate them to your own name servers.
    </Note>
  )
}
