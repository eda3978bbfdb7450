import type { MarketService as Offer } from '../../../client/api.gen.ts'
import { hasEnded } from '../../../src/market/offer/offer.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, DescriptionList, type Fact } from '../../ui/page.tsx'
import { Count, Money, None, Time } from '../../ui/values.tsx'
import { offerChanges, prefixOf, type TreeNode } from './offer-read.ts'
import { stateNames } from './part-words.ts'

/** One part of a block: what it is, whose it is, and what can be done with it. */

interface PartPanelProps {
  readonly offer: Offer
  readonly part: TreeNode
  readonly currency: string
  readonly onZoom: (() => void) | undefined
}

const tones = { free: 'good', hidden: 'plain', held: 'warn', leased: 'info', mixed: 'plain' } as const

export function PartPanel({ offer, part, currency, onZoom }: PartPanelProps) {
  const { param: company } = useCompany()
  const { state, pricing, claim } = part
  const actions = (
    <>
      <Toggle offer={offer} part={part} />
      {onZoom && (
        <Button icon="search" onClick={onZoom}>
          Zoom in
        </Button>
      )}
      <LinkButton
        icon="edit"
        to="/c/$company/offers/$offer"
        params={{ company, offer: offer.uuid }}
        search={{ tab: 'prices' }}
      >
        Prices
      </LinkButton>
      {claim?.reservation?.status === 'pending' && (
        <LinkButton icon="clock" to="/c/$company/reservations" params={{ company }}>
          Answer reservation
        </LinkButton>
      )}
    </>
  )
  return (
    <Card title={prefixOf(part)} actions={actions}>
      <DescriptionList
        facts={[
          ['State', <Status key="s" of={state} label={stateNames[state]} tone={tones[state]} />],
          ['Addresses', <Count key="n" of={2 ** (32 - part.cidr)} />],
          [
            `Price of a /${part.cidr}`,
            pricing ? <Money key="p" of={pricing.price} currency={currency} /> : 'Not leased out in this size',
          ],
          ...countsOf(part),
          ...(claim ? claimOf(claim) : []),
        ]}
      />
    </Card>
  )
}

function countsOf({ state, ips }: TreeNode): Fact[] {
  if (state !== 'mixed') return []
  return (['free', 'hidden', 'held', 'leased'] as const)
    .filter((kind) => ips[kind] > 0)
    .map((kind) => [stateNames[kind], <Count key={kind} of={ips[kind]} />])
}

function claimOf(claim: NonNullable<TreeNode['claim']>): Fact[] {
  const { lease, reservation, until } = claim
  return [
    [lease ? 'Lessee' : reservation ? 'Held for' : 'Cooling off after', claim.lessee],
    [
      'As',
      <span key="as" className="font-mono">
        {prefixOf(claim)}
      </span>,
    ],
    lease
      ? ['Lease', <Status key="l" of={lease.status} />]
      : ['Reservation', reservation ? <Status key="r" of={reservation.status} /> : <None key="n" />],
    ...(until === null ? [] : [['Until', <Time key="u" of={until} />] as const]),
  ]
}

/** Parts in and out of search. A toggle is its own undoing, unless only some of the part had been hidden. */
function Toggle({ offer, part }: Pick<PartPanelProps, 'offer' | 'part'>) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const name = prefixOf(part)
  const wasPartly = part.toggle === 'hide' && part.ips.hidden > 0
  const toggle = useWrite(
    (_back: boolean) =>
      api.POST('/billing/v1/{tenantUUID}/market/ipv4/child/toggle', {
        params: { path: { tenantUUID } },
        body: { market_service_uuid: offer.uuid, cidr: part.cidr, childs: [{ address: part.address }] },
      }),
    {
      changes: offerChanges,
      done: (_, back) => [
        (part.toggle === 'show') === back ? `${name} hidden: it will not be leased again.` : `${name} shown in search.`,
        wasPartly || back ? {} : { undo: () => toggle.run(true) },
      ],
    },
  )
  const ended = hasEnded(offer.status) ? 'The listing was withdrawn.' : undefined
  return (
    <Button icon="eye" busy={toggle.busy} why={mayNot ?? ended} onClick={() => toggle.run(false)}>
      {part.toggle === 'show' ? 'Show' : 'Hide'}
    </Button>
  )
}
