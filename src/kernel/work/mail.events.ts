import { Type, Uuid } from '../http/schema.ts'
import { events } from './event-table.ts'

export const mailEvents = events({
  'mail.failed': [
    'A mail was tried five times and not handed over; it is tried further.',
    Type.Object({ uuid: Uuid, reason: Type.String() }),
  ],
})
