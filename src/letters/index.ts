import type { Endpoint } from '../kernel/endpoint.ts'
import { holderLetterRoutes } from './holderletter.routes.ts'

/** The door of the letters slice. */

export const lettersRoutes: readonly Endpoint[] = [...holderLetterRoutes]

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
export { letterStates } from './letter.states.ts'
export type { Letter, LetterInPlace } from './letter.store.ts'
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
export { lettersProblem } from './letters.problems.ts'
