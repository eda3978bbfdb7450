import fastify from 'fastify'
import { expect, it } from 'vitest'
import { PathMethods } from './methods.ts'

const server = fastify()
const methods = new PathMethods(server)
const nothing = () => null
server.get('/things', nothing)
server.post('/things', nothing)
server.delete('/things/:uuid', nothing)
server.post('/things/search', nothing)
server.get('/files/:name.csv', nothing)
server.get('/docs/*', nothing)
server.options('*', nothing)
await server.ready()

it.each([
  ['PUT', '/things', 'GET, HEAD, POST'],
  ['OPTIONS', '/things/1', null],
  ['GET', '/things/1', 'DELETE'],
  ['HEAD', '/things/1', 'DELETE'],
  ['GET', '/things/search', 'POST, DELETE'],
  ['PROPFIND', '/things', 'GET, HEAD, POST'],
  ['POST', '/files/a.csv', 'GET, HEAD'],
  ['POST', '/files/acsv', null],
  ['POST', '/files/a/b.csv', null],
  ['POST', '/docs/a/b', 'GET, HEAD'],
  ['GET', '/docs/missing', null],
  ['GET', '/nowhere', null],
  ['GET', '/things/', null],
  ['GET', '/things/1/2', null],
])('%s %s: Allow %s', (method, path, allow) => {
  expect(methods.refusalOf(method, path)?.headers['allow'] ?? null).toBe(allow)
})
