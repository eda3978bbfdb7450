import { problems } from '../kernel/problems.ts'

export const alertsProblem = problems({
  alert_is_duty: [422, 'Owners are always e-mailed about leases and money immediately; this cannot be changed.'],
})
