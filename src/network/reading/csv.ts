/** The fields of a line of CSV, without the blanks around them: commas, and quotes around what has some (RFC 4180). */
export function fieldsOf(text: string): string[] {
  if (!text.includes('"')) return text.split(',').map((field) => field.trim())
  const fields: string[] = []
  const field = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(,|$)/y
  for (;;) {
    const [, quoted, bare = '', end] = field.exec(text) ?? []
    fields.push((quoted?.replaceAll('""', '"') ?? bare).trim())
    if (end !== ',') return fields
  }
}
