import { Navigate } from '@tanstack/react-router'
import { useCompanyHere, useMe } from '../../api/session.ts'

/** Where someone begins: the company they looked at last, the operator's part, or a company to be founded. */
export function Home() {
  const { person } = useMe()
  const here = useCompanyHere()
  if (here?.lacks_second_factor) return <Navigate to="/account/security" replace />
  if (here) return <Navigate to="/c/$company" params={{ company: here.param }} replace />
  return <Navigate to={person.operator || person.lacks_second_factor ? '/account' : '/account/new-company'} replace />
}
