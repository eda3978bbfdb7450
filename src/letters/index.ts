import type { Endpoint } from '../kernel/endpoint.ts'
import { asnValidationRoutes } from './purchase/asn-validation.routes.ts'
import { downloadRoutes } from './document/download.routes.ts'
import { holderLetterRoutes } from './letter/holder.routes.ts'
import { letterKeyRoutes } from './signing/letter-key.routes.ts'
import { lettersOfRoutes } from './letter/lessee.routes.ts'
import { verifyRoutes } from './verification/verify.routes.ts'

/** The door of the letters slice. */

export const lettersRoutes: readonly Endpoint[] = [
  ...lettersOfRoutes,
  ...downloadRoutes,
  ...holderLetterRoutes,
  ...asnValidationRoutes,
  ...verifyRoutes,
  ...letterKeyRoutes,
]

export { lettersFor, type LetterBlock, type LettersFor } from './letter/expected.store.ts'
export { confirmLetter, revokeLetter } from './letter/holder.actions.ts'
export { lettersInvariants } from './invariants.store.ts'
export { issueLetters } from './letter/issue.actions.ts'
export { expireLettersOf, releaseLetters, revokeLettersOfOrder } from './letter/letter.actions.ts'
export { examine, type Finding } from './document/file.rules.ts'
export { renewLetters } from './signing/renewal.jobs.ts'
export { publishedLetterKeys, rotateLetterKey } from './signing/letter-key.actions.ts'
export { verifiersIn, type Verifiers } from './signing/letter-key.rules.ts'
export { lookForGoneRoutes, noteGoneRoutes } from './letter/left.jobs.ts'
export { loaAnswer, OwnLetterAnswer, ownLetterAnswer } from './letter/letter.wire.ts'
export { lettersOfLeases } from './letter/lessee.actions.ts'
export { letterStates } from './letter/letter.states.ts'
export { lockLetters, type Letter, type LetterInPlace } from './letter/letter.store.ts'
export {
  addLetters,
  claimLetters,
  dropLetters,
  keepLetters,
  lettersLapsed,
  lettersInCart,
  removeEnded,
  removeLetters,
  requestLetters,
  returnLetters,
  type CartLetters,
  type EndedLetters,
  type LetterLine,
} from './purchase/line.actions.ts'
export { tellBothSides } from './letter/notice.actions.ts'
export { lettersEvents } from './letters.events.ts'
export { lettersProblem } from './letters.problems.ts'
export { verifyAddress } from './signing/statement.rules.ts'
export { routeObject } from './release/rpsl.rules.ts'
export { tracesOf } from './release/trace.rules.ts'
export { lookForReadyLetters, releaseReadyLetters } from './release/waiting.jobs.ts'
export { lettersSettings } from './letters.settings.ts'
export { letterChecks, type LetterFacts } from './readiness.rules.ts'
