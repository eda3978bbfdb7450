import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Whoever SUBLET_VAT_CHECK_URL names, on loopback: says of each number what the test wants it to. */
export async function openVatRegistry() {
  const asked: string[] = []
  const state: { answer: object | string; status: number } = { answer: { valid: true }, status: 200 }
  const server = createServer((request, response) => {
    asked.push(decodeURIComponent(request.url ?? ''))
    if (state.answer === 'hang up') request.socket.destroy()
    response.writeHead(state.status, { 'content-type': 'application/json' })
    response.end(typeof state.answer === 'string' ? state.answer : JSON.stringify(state.answer))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/check/{number}`,
    says(answer: object | string, status = 200) {
      Object.assign(state, { answer, status })
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
