import { useEffect } from 'react'
import { signedIn } from '../../api/signed-in.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Today } from './today.tsx'
import { VerifyBox } from './verify-box.tsx'

/** What Sublet is, for those who come for the first time. */
export function Landing() {
  useEffect(() => {
    document.title = 'Sublet · Subnets to let'
  }, [])
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6">
      <section className="grid items-center gap-10 py-12 sm:py-20 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
        <Promise />
        <Today />
      </section>
      <section aria-labelledby="for-whom" className="border-t border-line py-12 sm:py-16">
        <h2 id="for-whom" className="text-2xl font-semibold tracking-tight">
          One market, three kinds of people
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
      <h1 className="text-4xl leading-tight font-semibold tracking-tight text-balance sm:text-5xl">Subnets to let.</h1>
      <p className="mt-4 max-w-xl text-lg text-pretty text-soft">
        An open marketplace for IPv4 address space. Holders let what they do not use. Networks lease what they need,
        announce it with a signed letter, and give it back when they are done.
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
    says: 'Let what you do not use, and keep the say.',
    points: [
      'Prove a block by a code mailed to its registered contact',
      'Set prices by length of commitment, and how small it may be split',
      'See how it is used, routed and rated, and revoke letters',
      'Be paid every month, with a statement that adds up',
    ],
  },
  {
    icon: 'lease',
    title: 'Lessees',
    says: 'Lease what you need, for as long as you need it.',
    points: [
      'Search by size, place, registry, price and reputation',
      'Hold a block while you think; pay by card, bank or credits',
      'Get a letter of authorisation that anyone can verify',
      'Leave with the month, or commit and pay less',
    ],
  },
  {
    icon: 'tree',
    title: 'Engineers',
    says: 'Everything here is an API first.',
    points: [
      'One documented API for all that these pages do',
      'Routing health of every prefix: ROAs, routes, registries, lists',
      'A sandbox with test cards, a mailbox and a clock to turn',
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
  ['Search', 'Find a block by its size and where it should be. See its routes, its history and what lists say of it.'],
  ['Hold and pay', 'Put it into the cart: it is held for you. Pay, and the lease begins at once.'],
  ['Get the letter', 'Name the AS that will announce it. The letter is released as soon as the ROA is seen.'],
  ['Announce', 'Send the letter to your upstream. We watch the route, and tell you when something is wrong.'],
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
