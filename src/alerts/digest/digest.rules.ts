import { inWords } from '../../kernel/time.ts'
import { severities, type Severity } from '../alert/alert.rules.ts'

/** The mail of a day: what has come since the last one and was not read yet. */

/** UTC. */
const hour = 7

/** The last one that was due at this time. */
export function lastDigest(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour)
  return new Date(today > now.getTime() ? today - 86_400_000 : today)
}

/** The first one after this time. */
export const nextDigest = (now: Date): Date => new Date(lastDigest(now).getTime() + 86_400_000)

export interface DigestLine {
  /** Of the company. */
  readonly title: string
  readonly severity: Severity
  readonly subject: string
  readonly raised_at: Date
}

const mostLines = 50

const rank = ({ severity }: DigestLine): number => severities.indexOf(severity)

export function digestOf(lines: readonly DigestLine[]): { readonly subject: string; readonly text: string } {
  const critical = lines.filter(({ severity }) => severity === 'critical').length
  const sorted = lines.toSorted((a, b) => rank(a) - rank(b) || a.raised_at.getTime() - b.raised_at.getTime())
  const companies = Map.groupBy(sorted.slice(0, mostLines), ({ title }) => title)
  const rest = lines.length - mostLines
  const paragraphs = [...companies].flatMap(([title, own]) => [
    `${title}:`,
    ...own.map(({ subject, raised_at }) => `${subject}\n${inWords(raised_at)}`),
  ])
  const many = lines.length === 1 ? '1 notification' : `${lines.length} notifications`
  return {
    subject: critical > 0 ? `Daily summary: ${many}, ${critical} critical` : `Daily summary: ${many}`,
    text: `${[...paragraphs, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n\n')}\n`,
  }
}
