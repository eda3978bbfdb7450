/** An answer as it is shown: as much of it as a page bears, and what was left out. */

const mostBytes = 262_144

interface Shown {
  readonly body: string
  readonly note: string
}

const isText = (type: string): boolean => /^(text\/|application\/([\w.-]+\+)?(json|xml|x-ndjson))/.test(type)

export async function shown(response: Response): Promise<Shown> {
  const type = response.headers.get('content-type') ?? ''
  const { bytes, isWhole } = await beginningOf(response)
  if (bytes.length === 0) return { body: '', note: 'No body.' }
  const size = `${bytes.length.toLocaleString('en')} bytes`
  if (!isText(type)) return { body: '', note: `${isWhole ? size : `More than ${size}`} of ${type}, not shown here.` }
  const text = new TextDecoder().decode(bytes)
  if (!isWhole) return { body: text, note: `Only the first ${size} are shown; curl gets the rest.` }
  return { body: type.includes('json') ? indented(text) : text, note: '' }
}

/** Read until it is too much; what comes after is not waited for. */
async function beginningOf(response: Response): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value)
    length += part.value.length
    if (length > mostBytes) break
  }
  await reader?.cancel()
  const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
  return { bytes: bytes.subarray(0, mostBytes), isWhole: length <= mostBytes }
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
