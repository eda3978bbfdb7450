/** Reads CSV by RFC 4180 §2 alone: a second opinion on what is written. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  for (let row: string[] = []; cell.lastIndex < text.length;) {
    const at = cell.lastIndex
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error(`not CSV at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** The lines below the header, by its names. */
export function readTable(text: string): Record<string, string>[] {
  const [names = [], ...rows] = readCsv(text)
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`${row.length} cells below ${names.length} names`)
    return Object.fromEntries(names.map((name, i) => [name, row[i] ?? '']))
  })
}
