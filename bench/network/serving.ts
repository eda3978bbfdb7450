import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The internet's part in an import: a process that answers everything with the file it is given, and tells its port. */

const [, , path = ''] = process.argv
const server = createServer((_request, response) => void createReadStream(path).pipe(response))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
