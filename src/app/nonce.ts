/** Stands in the built page where the nonce of each answer will stand. */
export const nonceMark = '__nonce__'
