import { attributesIn } from '../../../src/routing/registry/rpsl.rules.ts'
import { parsed, Standin, type Asked, type Said } from './standin.ts'

/** IRRd 4: whois over HTTP and the submission, made from its documents and `irrd/updates/parser.py`: 200 whatever came of it. */

export async function openIrrd() {
  const key = 'irrd-key'
  const objects = new Map<string, string>()
  const foreign = new Set<string>()
  const count = { foreignTouched: 0 }
  const valuesIn = (text: string, wanted: string) =>
    attributesIn(text)
      .filter(({ name }) => name === wanted)
      .map(({ value }) => value)
  const keyIn = (text: string) => `${valuesIn(text, 'route')[0]}${valuesIn(text, 'origin')[0]}`

  function errorIn(text: string, keys: readonly unknown[], isDelete: boolean): string | null {
    const [source] = valuesIn(text, 'source')
    if (source !== 'RADB') return `This instance is not authoritative for source ${source}`
    if (isDelete && !objects.has(keyIn(text)))
      return 'Can not delete object: no object found for this key in this database.'
    const maintainers = valuesIn(text, 'mnt-by')
    if (!keys.includes(key) || !maintainers.includes('EXAMPLE-MNT'))
      return `Authorisation for route ${keyIn(text)} failed: must be authenticated by one of: ${maintainers.join(', ')}`
    const unknown = maintainers.find((name) => name !== 'EXAMPLE-MNT')
    if (unknown)
      return `Object ${unknown} referenced in field mnt-by not found in database RADB - must reference mntner.`
    return null
  }

  function submit({ method, body }: Asked): Said {
    const given = parsed(body)
    const asked = given?.['objects']
    if (!Array.isArray(asked)) return { status: 400, body: 'Field required: objects' }
    const keys = (given?.['api_keys'] as unknown[] | undefined) ?? []
    const verdicts = asked.map((one: { object_text: string }) => {
      const text = one.object_text
      const fault = errorIn(text, keys, method === 'DELETE')
      if (fault === null) {
        if (foreign.has(keyIn(text))) count.foreignTouched++
        if (method === 'DELETE') objects.delete(keyIn(text))
        else objects.set(keyIn(text), text)
      }
      return {
        successful: fault === null,
        object_class: 'route',
        rpsl_pk: keyIn(text),
        info_messages: [],
        error_messages: fault === null ? [] : [fault],
      }
    })
    const failed = verdicts.filter(({ successful }) => !successful).length
    return {
      status: 200,
      body: {
        request_meta: {},
        summary: { objects_found: verdicts.length, successful: verdicts.length - failed, failed },
        objects: verdicts,
      },
    }
  }

  function answer(asked: Asked): Said {
    if (asked.url.pathname === '/v1/submit/') return submit(asked)
    const query = asked.url.searchParams.get('q')
    if (asked.url.pathname !== '/v1/whois/') return { status: 404, body: 'Not Found' }
    if (query === null) return { status: 400, body: 'Missing required query parameter "q"' }
    const block = /^-s RADB -x -T route (\S+)$/.exec(query)?.[1]
    if (block === undefined) return { status: 400, body: 'Unrecognised flag/search' }
    const found = [...objects.values()].filter((text) => valuesIn(text, 'route')[0] === block)
    return found.length === 0 ? { status: 204 } : { status: 200, body: found.join('\n') }
  }

  const standin = await new Standin(answer).open()
  return {
    standin,
    count,
    keys: () => [...objects.keys()].toSorted(),
    text: (name: string) => objects.get(name),
    add: (block: string, asn: number) => {
      foreign.add(`${block}AS${asn}`)
      objects.set(`${block}AS${asn}`, `route: ${block}\norigin: AS${asn}\nmnt-by: OTHER-MNT\nsource: RADB\n`)
    },
    wish: () => ({
      kind: 'irrd',
      url: standin.url,
      account: 'api_key',
      maintainer: 'EXAMPLE-MNT',
      source: 'RADB',
      secret: key,
    }),
  }
}
