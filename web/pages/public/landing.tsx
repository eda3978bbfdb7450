import { LinkButton } from '../../ui/button.tsx'

export function Landing() {
  return (
    <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
      <h1 className="max-w-2xl text-4xl leading-tight font-semibold tracking-tight">Subnets to let.</h1>
      <p className="mt-3 max-w-xl text-lg text-soft">
        An open marketplace for leasing IPv4 address space: search, reserve, pay, announce.
      </p>
      <div className="mt-8 flex gap-3">
        <LinkButton to="/sign-up" look="primary">
          Sign up
        </LinkButton>
        <LinkButton to="/sign-in">Sign in</LinkButton>
      </div>
    </div>
  )
}
