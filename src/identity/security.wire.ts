import { sessionCookie } from './person/session.rules.ts'
import { scopes } from './scope.rules.ts'

/** How callers say who they are, in the words of OpenAPI. */
export function securitySchemes(publicUrl: string) {
  const readable = (scope: string) => [
    [scope, `Everything in the ${scope} API`],
    [`${scope}:read`, `Only reading in the ${scope} API`],
  ]
  return {
    oauth: {
      type: 'oauth2',
      description: 'Programs: an access token for an app key, sent as `Authorization: Bearer …`.',
      flows: {
        clientCredentials: {
          tokenUrl: `${publicUrl}/oauth2/token`,
          scopes: Object.fromEntries(scopes.flatMap(readable)) as Record<string, string>,
        },
      },
    },
    session: {
      type: 'apiKey',
      description: 'People: the cookie they get when they sign in to the portal.',
      in: 'cookie',
      name: sessionCookie,
    },
  }
}
