import { parsed, Standin, type Asked, type Said } from './standin.ts'

/** The RIPE Database's REST API for route objects, made from RIPE-NCC/whois: one object a request, sentences with places. */

interface Attribute {
  readonly name: string
  readonly value: string
}

const error = (status: number, text: string, ...args: readonly string[]): Said => ({
  status,
  body: {
    errormessages: {
      errormessage: [{ severity: 'Error', text, args: args.map((value) => ({ value })) }],
    },
  },
})

const stored = (attribute: readonly Attribute[]): Said => ({
  status: 200,
  body: { objects: { object: [{ type: 'route', attributes: { attribute } }] } },
})

export async function openRipeDb() {
  const authorization = `Basic ${Buffer.from('key-id:key-secret').toString('base64')}`
  const objects = new Map<string, readonly Attribute[]>()
  const count = { foreignTouched: 0 }
  const foreign = new Set<string>()
  const valueIn = (object: readonly Attribute[], wanted: string) =>
    object.find(({ name }) => name === wanted)?.value ?? ''

  function create({ body, url, headers }: Asked): Said {
    const given = parsed(body) as { objects?: { object?: { attributes: { attribute: Attribute[] } }[] } } | null
    const [object, ...others] = given?.objects?.object ?? []
    if (!object || others.length > 0) return error(400, 'Single object expected')
    const { attribute } = object.attributes
    if (attribute[0]?.name !== 'route') return error(400, 'Unrecognized object type')
    if (valueIn(attribute, 'source') !== 'RIPE')
      return error(400, 'Invalid source specified: %s', valueIn(attribute, 'source'))
    if (headers.authorization !== authorization || valueIn(attribute, 'mnt-by') !== 'EXAMPLE-MNT')
      return error(401, 'Authorisation for [%s] %s failed', 'route', valueIn(attribute, 'route'))
    const [block, origin] = [valueIn(attribute, 'route'), valueIn(attribute, 'origin')]
    if (!block.startsWith('45.'))
      return error(400, 'No operation is allowed on %s: it is not held by %s', block, 'EXAMPLE-MNT')
    if (origin === 'AS4701') return error(400, 'Syntax error in %s', origin)
    if (objects.has(`${block}${origin}`))
      return error(409, 'Enforced new keyword specified, but the object already exists in the database')
    if (!url.searchParams.has('dry-run')) objects.set(`${block}${origin}`, attribute)
    return stored([...attribute, { name: 'last-modified', value: '2026-11-14T00:00:00Z' }])
  }

  function answer(asked: Asked): Said {
    const { method, url, headers } = asked
    if (!url.pathname.startsWith('/ripe/route')) return { status: 404, body: '<html>Not Found</html>' }
    if (method === 'POST') return create(asked)
    const key = url.pathname.slice('/ripe/route/'.length)
    const object = objects.get(key)
    if (!object) return error(404, 'ERROR:101: no entries found\n\nNo entries found in source %s.\n', 'RIPE')
    if (method === 'GET') return stored(object)
    if (headers.authorization !== authorization) return error(401, 'Authorisation for [%s] %s failed', 'route', key)
    objects.delete(key)
    if (foreign.has(key)) count.foreignTouched++
    return stored(object)
  }

  const standin = await new Standin(answer).open()
  return {
    standin,
    count,
    keys: () => [...objects.keys()].toSorted(),
    object: (key: string) => objects.get(key),
    add: (block: string, asn: number) => {
      foreign.add(`${block}AS${asn}`)
      objects.set(`${block}AS${asn}`, [
        { name: 'route', value: block },
        { name: 'origin', value: `AS${asn}` },
        { name: 'mnt-by', value: 'OTHER-MNT' },
        { name: 'source', value: 'RIPE' },
      ])
    },
    wish: () => ({
      kind: 'ripe_db',
      url: `${standin.url}/ripe`,
      account: 'key-id',
      maintainer: 'EXAMPLE-MNT',
      secret: 'key-secret',
    }),
  }
}
