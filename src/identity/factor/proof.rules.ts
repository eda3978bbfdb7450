/** How people prove who they are, and for how long that holds. */

export const proofWays = ['password', 'code', 'recovery_code', 'passkey', 'single_sign_on'] as const
export type ProofWay = (typeof proofWays)[number]

/** The ways that are more than a password. */
export const factorWays = ['code', 'passkey', 'recovery_code'] as const satisfies readonly ProofWay[]
export type FactorWay = (typeof factorWays)[number]

/** Between the right password and the second factor; also what an authenticator was asked to sign. */
export const challengeSeconds = 600

/** Of one challenge, whatever was tried. Codes have a limit of their own, which comes first: `throttle.code`. */
export const mostTries = 10

/** More than anybody has. */
export const mostPasskeys = 20

/** Roles for which an operator may require a second factor; the first is of those who run the marketplace. */
export const requiredRoles = ['operator', 'owner', 'member', 'viewer'] as const
