import type { Endpoint } from '../kernel/endpoint.ts'
import { holderLetterRoutes } from './holderletter.routes.ts'

/** The door of the letters slice. */

export const lettersRoutes: readonly Endpoint[] = [...holderLetterRoutes]

export { expireLettersOf, releaseLetters, revokeLetters, type ReleasedBy, type RevokedBy } from './letter.actions.ts'
export { letterStates } from './letter.states.ts'
export type { Letter, LetterInPlace } from './letter.store.ts'
export { lettersProblem } from './letters.problems.ts'
