import { named, OneOf, Type } from '../../kernel/http/schema.ts'

/** RFC 6749 §5.1. */
export const TokenAnswer = named('Token', {
  access_token: Type.String(),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  scope: Type.String({ description: 'The granted scopes, separated by spaces.' }),
  token_type: OneOf(['bearer']),
})
