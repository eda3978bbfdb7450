import { endpoint, Reply, type Endpoint } from '../../kernel/endpoint.ts'
import { KeySet } from '../../kernel/http/schema.ts'
import { publishedLetterKeys } from './letter-key.actions.ts'

export const letterKeyRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'publishedLetterKeys',
    route: 'GET /.well-known/letter-keys.json',
    tag: 'Letters',
    summary: 'The public keys that letters of authorisation are signed with',
    description: 'Ed25519, as a JWK set (RFC 8037). None is ever removed: old letters stay verifiable.',
    access: { by: 'anyone' },
    tagged: true,
    answer: KeySet,
    handle: async (ctx) =>
      new Reply({ keys: await publishedLetterKeys(ctx) }, { 'cache-control': 'public, max-age=300' }),
  }),
]
