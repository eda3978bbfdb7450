import { useEffect } from 'react'
import { signedIn } from '../../api/signed-in.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Today } from './today.tsx'
import { VerifyBox } from './verify-box.tsx'

/** What Sublet is, for those who come for the first time. */
export function Landing() {
  useEffect(() => {
    document.title = 'Sublet · The open IPv4 leasing marketplace'
  }, [])
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6">
      <section className="grid items-center gap-10 py-12 sm:py-20 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
        <Promise />
        <Today />
      </section>
      <section aria-labelledby="for-whom" className="border-t border-line py-12 sm:py-16">
        <h2 id="for-whom" className="text-2xl font-semibold tracking-tight">
          One market, three perspectives
        </h2>
        <div className="mt-6 grid gap-4 md:grid-cols-3">
          {audiences.map((audience) => (
            <Audience key={audience.title} {...audience} />
          ))}
        </div>
      </section>
      <section aria-labelledby="how" className="border-t border-line py-12 sm:py-16">
        <h2 id="how" className="text-2xl font-semibold tracking-tight">
          From search to announcement
        </h2>
        <ol className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(([title, says], i) => (
            <Step key={title} number={i + 1} title={title} says={says} />
          ))}
        </ol>
      </section>
      <VerifyBox />
    </div>
  )
}

function Promise() {
  return (
    <div>
      <h1 className="text-4xl leading-tight font-semibold tracking-tight text-balance sm:text-5xl">
        Lease IPv4, or lease yours out.
      </h1>
      <p className="mt-4 max-w-xl text-lg text-pretty text-soft">
        An open marketplace for IPv4 address space. Holders lease out what they do not use. Networks lease what they
        need, announce it with a signed LOA, and return it when they are done.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        {signedIn.maybe ? (
          <LinkButton to="/home" look="primary" className="h-10 px-5">
            Open the portal
          </LinkButton>
        ) : (
          <LinkButton to="/sign-up" look="primary" className="h-10 px-5">
            Sign up
          </LinkButton>
        )}
        <LinkButton to="/market" className="h-10 px-5" icon="market">
          See the market
        </LinkButton>
      </div>
    </div>
  )
}

interface AudienceProps {
  readonly icon: IconName
  readonly title: string
  readonly says: string
  readonly points: readonly string[]
}

const audiences: readonly AudienceProps[] = [
  {
    icon: 'offer',
    title: 'Holders',
    says: 'Lease out unused space and stay in control.',
    points: [
      'Prove ownership with a code sent to the registered contact',
      'Set prices by size and commitment, and how small it can be split',
      'Monitor use, routing and reputation, and revoke LOAs',
      'Get paid monthly, with a clear statement',
    ],
  },
  {
    icon: 'lease',
    title: 'Lessees',
    says: 'Lease what you need, for as long as you need it.',
    points: [
      'Search by size, location, registry, price and reputation',
      'Hold a block while you decide; pay by card, bank transfer or credits',
      'Get a letter of authorisation that anyone can verify',
      'Go monthly, or commit and pay less',
    ],
  },
  {
    icon: 'tree',
    title: 'Engineers',
    says: 'API first.',
    points: [
      'One documented API for everything the portal does',
      'Routing health of every prefix: ROAs, routes, IRR, blocklists',
      'A sandbox with test cards, a mailbox and a movable clock',
      'Open source: run your own marketplace',
    ],
  },
]

function Audience({ icon, title, says, points }: AudienceProps) {
  return (
    <div className="rounded-lg border border-line bg-surface p-5 shadow-card">
      <span className="flex size-9 items-center justify-center rounded-md bg-accent-wash text-accent">
        <Icon name={icon} className="size-5" />
      </span>
      <h3 className="mt-4 text-lg font-semibold">{title}</h3>
      <p className="mt-0.5 text-soft">{says}</p>
      <ul className="mt-4 flex flex-col gap-2.5 text-sm">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Icon name="check" className="mt-0.5 text-accent" />
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}

const steps: readonly (readonly [title: string, says: string])[] = [
  ['Search', 'Find a block by size and location. See its routes, history and reputation.'],
  ['Hold and pay', 'Add it to your cart and it is held for you. Pay, and the lease starts immediately.'],
  ['Get the LOA', 'Enter the AS that will announce it. The LOA is released as soon as the ROA is visible.'],
  ['Announce', 'Send the LOA to your upstream. We monitor the route and alert you when something is wrong.'],
]

function Step({ number, title, says }: { readonly number: number; readonly title: string; readonly says: string }) {
  return (
    <li>
      <span
        aria-hidden="true"
        className="flex size-7 items-center justify-center rounded-full border border-edge text-sm font-semibold tabular-nums"
      >
        {number}
      </span>
      <h3 className="mt-3 text-base font-semibold">{title}</h3>
      <p className="mt-1 text-sm text-soft">{says}</p>
    </li>
  )
}
