import type { Endpoint } from '../kernel/endpoint.ts'
import { asnValidationRoutes } from './asnvalidation.routes.ts'
import { holderLetterRoutes } from './holderletter.routes.ts'
import { lettersOfRoutes } from './lettersof.routes.ts'

/** The door of the letters slice. */

export const lettersRoutes: readonly Endpoint[] = [...lettersOfRoutes, ...holderLetterRoutes, ...asnValidationRoutes]

export { lettersFor, type LetterBlock, type LettersFor } from './expected.store.ts'
export { confirmLetter, revokeLetter } from './holderletter.actions.ts'
export { lettersInvariants } from './invariants.store.ts'
export { issueLetters } from './issue.actions.ts'
export {
  expireLettersOf,
  releaseLetters,
  revokeLetters,
  revokeLettersOfOrder,
  type ReleasedBy,
  type RevokedBy,
} from './letter.actions.ts'
export { lookForGoneRoutes, noteGoneRoutes } from './left.jobs.ts'
export { loaAnswer } from './letter.wire.ts'
export { lettersOfLeases } from './lettersof.actions.ts'
export { letterStates } from './letter.states.ts'
export { lockLetters, type Letter, type LetterInPlace } from './letter.store.ts'
export {
  addLetters,
  claimLetters,
  dropLetters,
  keepLetters,
  lettersLapsed,
  lettersToBuy,
  removeLetters,
  returnLetters,
  type LetterLine,
} from './letterline.actions.ts'
export { letterNotices, tellBothSides } from './letternotice.actions.ts'
export { lettersProblem } from './letters.problems.ts'
export { lookForReadyLetters, readinessEvents, releaseReadyLetters } from './waiting.jobs.ts'
