import { Link } from '@tanstack/react-router'
import { useCompany } from '../../api/session.ts'
import { pageOf } from './home-read.ts'

interface SideHeadProps {
  readonly id: string
  readonly title: string
  readonly to: string
  readonly all: string
}

/** Above what the company does on one side of the market. */
export function SideHead({ id, title, to, all }: SideHeadProps) {
  const { param } = useCompany()
  return (
    <div className="mt-2 flex items-baseline justify-between gap-4">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      <Link {...pageOf(param)(to)} className="text-sm text-soft hover:text-ink hover:underline">
        {all}
      </Link>
    </div>
  )
}
