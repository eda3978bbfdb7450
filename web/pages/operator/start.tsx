import { Navigate } from '@tanstack/react-router'

/** Operators begin with what waits for them. */
export function Start() {
  return <Navigate to="/operator/approvals" replace />
}
