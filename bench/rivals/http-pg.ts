import { createServer } from 'node:http'
import pg from 'pg'

/** The limit: the same row by a named statement, with nothing around it: no token, no checks, no log. */
const [port, url, uuid] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const query = { name: 'tenant', text: 'select * from tenant where uuid = $1', values: [uuid] }

createServer((_request, response) => {
  pool.query(query).then(
    ({ rows }) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: rows[0] }))
    },
    () => {
      response.statusCode = 500
      response.end()
    },
  )
}).listen(Number(port), '127.0.0.1')
