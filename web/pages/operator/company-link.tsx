import { Link } from '@tanstack/react-router'

/** A company's name, leading to what operators see of it. */
export function CompanyLink({ tenant, title }: { readonly tenant: string; readonly title: string }) {
  return (
    <Link to="/operator/companies/$tenant" params={{ tenant }} className="font-medium hover:underline">
      {title}
    </Link>
  )
}
