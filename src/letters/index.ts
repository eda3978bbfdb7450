import type { Endpoint } from '../kernel/endpoint.ts'
import { asnValidationRoutes } from './asnvalidation.routes.ts'
import { downloadRoutes } from './download.routes.ts'
import { holderLetterRoutes } from './holderletter.routes.ts'
import { letterKeyRoutes } from './letterkey.routes.ts'
import { lettersOfRoutes } from './lettersof.routes.ts'
import { verifyRoutes } from './verify.routes.ts'

/** The door of the letters slice. */

export const lettersRoutes: readonly Endpoint[] = [
  ...lettersOfRoutes,
  ...downloadRoutes,
  ...holderLetterRoutes,
  ...asnValidationRoutes,
  ...verifyRoutes,
  ...letterKeyRoutes,
]

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
export { examine, type Finding } from './letterfile.rules.ts'
export { publishedLetterKeys, rotateLetterKey } from './letterkey.actions.ts'
export { verifiersIn, type Verifiers } from './letterkey.rules.ts'
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
  lettersInCart,
  removeEnded,
  removeLetters,
  returnLetters,
  type EndedLetters,
  type LetterLine,
} from './letterline.actions.ts'
export { letterNotices, tellBothSides } from './letternotice.actions.ts'
export { lettersProblem } from './letters.problems.ts'
export { verifyAddress, type Statement } from './statement.rules.ts'
export { lookForReadyLetters, readinessEvents, releaseReadyLetters } from './waiting.jobs.ts'
