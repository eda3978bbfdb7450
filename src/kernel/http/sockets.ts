import type { IncomingMessage, ServerResponse } from 'node:http'

/** What happens on a socket before there is a request to answer. */

/** Times against slow sockets: the whole head within 8 s, the whole request within 12 s, looked at every second. */
export const socketTimes = { headersTimeout: 8_000, requestTimeout: 12_000, connectionsCheckingInterval: 1_000 }

/** Bytes that are no HTTP, heads that are too large, sockets that are too slow: answered once, then closed. */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: IncomingMessage['socket'] & { _httpMessage?: ServerResponse },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const status: Record<string, string> = {
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  }
  const line = status[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({
    message: `The request could not be read: ${line.slice(4)}.`,
    code: 'unreadable_request',
  })
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}
