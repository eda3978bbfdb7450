/**
 * The only part that knows the web framework: endpoints in, a server out. Handlers return values; they never send.
 * `http/server.ts` builds it, `http/route.ts` is one request's way, `http/answers.ts` what goes out.
 */
export { drain } from './drain.ts'
export { buildServer } from './server.ts'
