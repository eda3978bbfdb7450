import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MarketService as OfferView } from '../../../client/api.gen.ts'
import { isUnproven } from '../../../src/market/offer/offer.states.ts'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { BackLink } from '../../ui/link.tsx'
import { Figure, PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Count, Money, Prefix, Time } from '../../ui/values.tsx'
import { percent, registryNames, terms } from '../../ui/words.ts'
import { Authorisation } from './authorisation.tsx'
import { LeasesInside } from './leases-inside.tsx'
import { OfferChecks } from './offer-checks.tsx'
import { offerOf, prefixOf } from './offer-read.ts'
import { OfferSettings } from './offer-settings.tsx'
import { Pricing } from './pricing.tsx'
import { Split } from './split.tsx'
import { HiddenSwitch } from './hidden.tsx'
import { offerTabs, offerWords, type OfferTab } from './words.ts'

/** One block on offer. */

const page = getRouteApi('/signed-in/c/$company/offers/$offer')

const tabNames: Record<OfferTab, string> = {
  split: 'Subnets',
  prices: 'Prices',
  leases: 'Leases',
  checks: 'Checks and LOA-A',
  settings: 'Settings',
}

export function Offer() {
  const { uuid, param: company } = useCompany()
  const { offer: id } = page.useParams()
  const search = page.useSearch()
  const { data: offer, error } = useQuery({
    ...offerOf(uuid, id),
    refetchInterval: ({ state }) => (state.data?.status === 'validity_pending' ? 2_000 : false),
  })
  if (error && !offer) return <ErrorNote problem={asProblem(error)} />
  return (
    <>
      <Head offer={offer} />
      {offer ? <Standing offer={offer} /> : <Skeleton className="mb-5 h-20 w-full" />}
      <Tabs
        label="Sections of this page"
        tabs={offerTabs.map((tab) => ({
          label: tabNames[tab],
          to: {
            to: '/c/$company/offers/$offer',
            params: { company, offer: id },
            // A tab keeps what was picked in it while it is the one that is open.
            search: tab === (search.tab ?? 'split') ? search : tab === 'split' ? {} : { tab },
          },
        }))}
      />
      {offer ? <Part offer={offer} /> : <Skeleton className="h-72 w-full" />}
    </>
  )
}

function Part({ offer }: { readonly offer: OfferView }) {
  const { tab = 'split' } = page.useSearch()
  if (tab === 'prices') return <Pricing key={offer.uuid} offer={offer} />
  if (tab === 'leases') return <LeasesInside offer={offer} />
  if (tab === 'checks') return <ChecksAndLetters offer={offer} />
  if (tab === 'settings') return <OfferSettings offer={offer} />
  return <Split offer={offer} />
}

function ChecksAndLetters({ offer }: { readonly offer: OfferView }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[1fr_24rem]">
      <OfferChecks offer={offer} />
      <Authorisation offer={offer} />
    </div>
  )
}

function Head({ offer }: { readonly offer: OfferView | undefined }) {
  const { param: company } = useCompany()
  const title = offer ? prefixOf(offer) : 'Block'
  return (
    <PageHeader
      title={title}
      above={
        <BackLink to="/c/$company/offers" params={{ company }}>
          {terms.myListings}
        </BackLink>
      }
      heading={
        offer ? (
          <span className="flex flex-wrap items-center gap-3">
            <Prefix of={title} />
            <span className="text-sm font-normal tracking-normal text-soft">
              <Status of={offer.status} label={offerWords[offer.status].label} tone={offerWords[offer.status].tone} />
            </span>
            {offer.hidden && <Badge>Hidden</Badge>}
          </span>
        ) : (
          <Skeleton className="h-7 w-48" />
        )
      }
      says={offer && <>Registered with {registryNames[offer.registry]}.</>}
      actions={offer && <HiddenSwitch offer={offer} />}
    />
  )
}

/** What it brings, and what stands in its way. */
function Standing({ offer }: { readonly offer: OfferView }) {
  const { param: company } = useCompany()
  const { ips, status, expires_at } = offer
  return (
    <div className="mb-5 grid gap-3">
      {status !== 'validity_active' && (
        <Note
          tone={offerWords[status].tone === 'bad' || offerWords[status].tone === 'warn' ? 'warn' : 'info'}
          action={
            isUnproven(status) && (
              <LinkButton small to="/c/$company/offers/$offer/verify" params={{ company, offer: offer.uuid }}>
                Prove ownership
              </LinkButton>
            )
          }
        >
          {offerWords[status].says}
          {expires_at !== null && (
            <>
              {' '}
              No renewals after <Time of={expires_at} as="date" />.
            </>
          )}
        </Note>
      )}
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Monthly run rate">
          <Money of={ips.run_rate} />
        </Figure>
        <Figure name="Leased" says={`${ips.used.toLocaleString('en')} of ${ips.total.toLocaleString('en')} addresses`}>
          {percent(ips.utilisation_percent)}
        </Figure>
        <Figure name="Not leased">
          <Count of={ips.free} />
        </Figure>
        <Figure name="Per leased address">
          <Money of={ips.run_rate_ip} />
        </Figure>
      </div>
    </div>
  )
}
