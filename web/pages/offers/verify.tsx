import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MarketService as Offer } from '../../../client/api.gen.ts'
import { isUnproven } from '../../../src/market/offer/offer.states.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { BackLink } from '../../ui/link.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { Prefix } from '../../ui/values.tsx'
import { terms } from '../../ui/words.ts'
import { Checks, Step } from './checks.tsx'
import { checksOf } from './offer-checks.tsx'
import { offerOf, prefixOf } from './offer-read.ts'
import { Prove } from './prove.tsx'
import { offerWords } from './words.ts'

/** A block's way to the market after it is listed: proven, then checked. */

const page = getRouteApi('/signed-in/c/$company/offers/$offer/verify')

/** Checks take a moment; mails take their time. Whoever waits sees the page move by itself. */
const pollMs = (offer: Offer | undefined): number | false =>
  offer?.status === 'validity_pending' ? 1_500 : offer && isUnproven(offer.status) ? 20_000 : false

export function Verify() {
  const { uuid, param: company } = useCompany()
  const { offer: id } = page.useParams()
  const { data: offer, error } = useQuery({ ...offerOf(uuid, id), refetchInterval: ({ state }) => pollMs(state.data) })
  if (error && !offer) return <ErrorNote problem={asProblem(error)} />
  const title = offer ? prefixOf(offer) : 'Block'
  return (
    <>
      <PageHeader
        title={`Prove ownership of ${title}`}
        heading={<>Prove {offer ? <Prefix of={title} /> : 'the block'}</>}
        above={
          <BackLink to="/c/$company/offers" params={{ company }}>
            {terms.myListings}
          </BackLink>
        }
      />
      {offer ? <Way offer={offer} /> : <Skeleton className="h-72 w-full max-w-4xl" />}
    </>
  )
}

function Way({ offer }: { readonly offer: Offer }) {
  const { status } = offer
  const unproven = isUnproven(status)
  const failedProof = unproven && status !== 'auth_pending'
  const checked = status === 'validity_active' || status === 'validity_invalid'
  return (
    <ol className="max-w-4xl">
      <Step number={1} title="Listed" state="done" />
      <Step number={2} title="Proof of ownership" state={failedProof ? 'failed' : unproven ? 'now' : 'done'}>
        {unproven ? <Prove offer={offer} /> : <p className="text-sm text-soft">{offer.auth.description}</p>}
      </Step>
      <Step
        number={3}
        title="Checks"
        state={
          unproven ? 'later' : status === 'validity_pending' ? 'now' : status === 'validity_invalid' ? 'failed' : 'done'
        }
      >
        {!unproven && <Checking offer={offer} />}
      </Step>
      <Step number={4} title={checked ? offerWords[status].label : 'On the market'} state={checked ? 'done' : 'later'}>
        {checked && <Arrived offer={offer} />}
      </Step>
    </ol>
  )
}

function Checking({ offer }: { readonly offer: Offer }) {
  const checks = checksOf(offer)
  const done = checks.filter(({ status }) => status !== 'pending').length
  return (
    <Card>
      {offer.status === 'validity_pending' && (
        <div className="mb-4">
          <Progress
            label="Checking registry, routing, blocklist and RPKI data"
            value={done}
            of={checks.length}
            says={`${done} of ${checks.length}`}
          />
        </div>
      )}
      <Checks checks={checks} />
    </Card>
  )
}

function Arrived({ offer }: { readonly offer: Offer }) {
  const { param: company } = useCompany()
  const good = offer.status === 'validity_active'
  const says =
    good && offer.hidden
      ? 'It is hidden: show it when you are ready for lessees to find it.'
      : offerWords[offer.status].says
  return (
    <Note
      tone={good ? 'good' : 'warn'}
      action={
        <LinkButton small to="/c/$company/offers/$offer" params={{ company, offer: offer.uuid }}>
          View block
        </LinkButton>
      }
    >
      {says}
    </Note>
  )
}
