import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** VIES' own interface on loopback: JSON in, the recorded shapes out. */
export async function openVies() {
  const asked: Record<string, string>[] = []
  const answers: { body: unknown; status: number }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const said = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, string>
      asked.push({ ...said, path: request.url ?? '' })
      const { body, status } = answers.shift() ?? { body: validity(said, true), status: 200 }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api`,
    /** To the next question. */
    says: (body: unknown, status = 200) => void answers.push({ body, status }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

export const validity = ({ countryCode, vatNumber, requesterNumber }: Record<string, string>, valid: boolean) => ({
  countryCode,
  vatNumber,
  requestDate: '2026-11-17T00:00:00.000Z',
  valid,
  requestIdentifier: requesterNumber ? 'WAPIAAAAYxyz12' : '',
  name: valid ? 'EXAMPLE NETWORKS B.V.' : '---',
  address: '---',
  traderName: '---',
})

export const viesFault = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] })
