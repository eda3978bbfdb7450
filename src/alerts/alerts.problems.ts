import { problems } from '../kernel/problems.ts'

export const alertsProblem = problems({
  alert_is_duty: [422, 'This is about leases or money: owners are mailed at once, and that cannot be changed.'],
})
