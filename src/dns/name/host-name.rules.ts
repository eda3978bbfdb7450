/** Names of hosts, as a PTR record or a delegation may point to them. */

export type HostName = { readonly name: string; readonly fault: null } | { readonly name: null; readonly fault: string }

const named = (name: string): HostName => ({ name, fault: null })
const faulty = (fault: string): HostName => ({ name: null, fault })

const longestName = 253
const longestLabel = 63
const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/
const beyondAscii = /[^\0-\x7f]/

/** In small letters and without the last dot; other scripts become A-labels (RFC 5890). */
export function readHostName(text: string): HostName {
  const given = text.endsWith('.') ? text.slice(0, -1) : text
  if (given === '') return faulty('is empty')
  if (given.includes('*')) return faulty('has a wildcard; every address has a name of its own')
  const odd = /[\0-,/:-@[-`{-\x7f]/.exec(given)?.[0]
  if (odd !== undefined) return faulty(`has ${spelled(odd)}, which no name of a host can have`)
  const ascii = beyondAscii.test(given) ? toAscii(given) : given.toLowerCase()
  if (ascii === null) return faulty('cannot be written in the letters of the DNS (IDNA)')
  return readAscii(ascii)
}

const spelled = (character: string): string =>
  character < ' ' || character === '\x7f'
    ? `the control character ${character.charCodeAt(0)}`
    : character === ' '
      ? 'a blank'
      : `“${character}”`

/** By the rules browsers have for it (UTS 46). */
const toAscii = (name: string): string | null => URL.parse(`http://${name}/`)?.hostname ?? null

function readAscii(name: string): HostName {
  if (name.length > longestName) return faulty(`has ${name.length} characters; a name has ${longestName} at most`)
  const labels = name.split('.')
  const long = labels.find((one) => one.length > longestLabel)
  if (long !== undefined)
    return faulty(`has a part of ${long.length} characters between dots; each has ${longestLabel} at most`)
  const bad = labels.find((one) => !label.test(one))
  if (bad === '') return faulty('has two dots with nothing between them, or begins with one')
  if (bad !== undefined) return faulty(`has the part “${bad}”; a part begins and ends with a letter or a digit`)
  if (labels.length < 2) return faulty('has no dot; write it in full, with its domain')
  if (/^[0-9]+$/.test(labels.at(-1) ?? '')) return faulty('ends in a number, as an address does; write a name')
  return named(name)
}
