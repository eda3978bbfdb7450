/** A finding: what was measured, and the limit it should keep. Without a value it was not measured, for a reason. */
export interface Finding {
  readonly name: string
  readonly value: number | null
  readonly atMost: number | null
  readonly note: string
}

const isBroken = ({ value, atMost }: Finding): boolean => atMost !== null && !(value !== null && value <= atMost)

/** Said as soon as it is known: whoever breaks off a run of an hour has what it found until then. */
export const toldBy =
  (say: (line: string) => void) =>
  (findings: readonly Finding[]): readonly Finding[] => {
    for (const { name, value, note } of findings) say(`${name}: ${value?.toFixed(2) ?? '–'} (${note})`)
    return findings
  }

export const anyBroken = (findings: readonly Finding[]): boolean => findings.some(isBroken)

export function printFindings(findings: readonly Finding[]): void {
  console.log('\nlarge against small'.padEnd(46), 'value'.padStart(9), 'at most'.padStart(9))
  for (const finding of findings) {
    const { name, value, atMost, note } = finding
    console.log(
      name.padEnd(45),
      (value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 })).padStart(9),
      String(atMost ?? '–').padStart(9),
      isBroken(finding) ? ' BROKEN ' : '        ',
      note,
    )
  }
}
