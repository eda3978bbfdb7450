import { createServer } from 'node:http'

/** What Node can do at all: a fixed JSON answer. */
const body = JSON.stringify({ data: { uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', title: 'Example Networks' } })

createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(body)
}).listen(Number(process.argv[2]), '127.0.0.1')
