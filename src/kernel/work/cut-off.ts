import { slot } from '../slot.ts'

/** What a stop did not wait for any longer: it decides the exit code and is written to the log. */
interface CutOff {
  readonly what: 'request' | 'job' | 'news'
  /** A request's or a job's; a caller who was cut off can name the first. */
  readonly id: string
  readonly name: string
}

export const cutOff = slot(() => ({ hasBegun: false, list: [] as CutOff[] }))
