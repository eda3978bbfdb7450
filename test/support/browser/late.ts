import type { Server } from 'node:http'

/**
 * `SUBLET_TEST_LATE_MS=2000`: what a page asks for is answered up to so much later, and in another order each time. Finds
 * the tests, and the pages, that rely on one.
 */

const most = Number(process.env['SUBLET_TEST_LATE_MS'] ?? 0)

/** Before the first request. */
export function answerLate(server: Server): void {
  if (!(most > 0)) return
  const answers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const isOfPage = request.headers['sec-fetch-dest'] === 'empty'
    const late = isOfPage ? Math.max(0, Math.random() * 2 - 1) * most : 0
    setTimeout(() => answers.forEach((answer) => Reflect.apply(answer, server, [request, response])), late)
  })
}
