import { addSeconds } from '../../kernel/time.ts'

/** How much that happens together becomes one alert. */

export const severities = ['critical', 'warning', 'info', 'good'] as const
export type Severity = (typeof severities)[number]

/** Where it leads: a page of the company, or one of operators. */
export interface AlertLead {
  readonly label: string
  readonly page: string
}

/** One thing that happened, in words for people. */
export interface Happening {
  readonly severity: Severity
  /** How many prefixes, leases, blocks or payments it is about. */
  readonly count: number
  readonly subject: string
  readonly text: string
  /** The reason alone, for where it is one of many. */
  readonly why?: string
  readonly lead?: AlertLead
}

/** What several of them are called together, and where they lead. */
export interface Together {
  readonly several: (count: number) => string
  readonly lead: AlertLead
}

/** More of them are on the page that it leads to. */
export const mostKept = 20

const rank = ({ severity }: Happening): number => severities.indexOf(severity)

/** The worst first, then those that came first. */
const worstFirst = (happenings: readonly Happening[]): Happening[] => happenings.toSorted((a, b) => rank(a) - rank(b))

export interface Alert {
  readonly severity: Severity
  readonly count: number
  readonly subject: string
  readonly body: string
  readonly lead: AlertLead | null
  readonly happenings: readonly Happening[]
}

interface Gathered {
  readonly count: number
  readonly happenings: readonly Happening[]
}

/** What was gathered so far, and what happened now, as one. */
export function gather(before: Gathered, happened: readonly Happening[], together: Together): Alert {
  const happenings = worstFirst([...before.happenings, ...happened]).slice(0, mostKept)
  const count = happened.reduce((sum, one) => sum + one.count, before.count)
  const [worst] = happenings
  if (!worst) throw new Error('nothing has happened')
  const alone = happenings.length === 1
  return {
    severity: worst.severity,
    count,
    happenings,
    subject: alone ? worst.subject : together.several(count),
    body: alone ? worst.text : listOf(happenings, count),
    lead: alone ? (worst.lead ?? null) : together.lead,
  }
}

function listOf(happenings: readonly Happening[], count: number): string {
  const rest = count - happenings.reduce((sum, one) => sum + one.count, 0)
  const lines = happenings.map(({ subject, why }) => (why === undefined ? subject : `${subject}\n${why}`))
  return `${[...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n\n')}\n`
}

/** Until nothing of it has come for so many seconds; nobody waits longer than the other. */
const quietSeconds = 5
const longestSeconds = 120

/** When an alert that began at a moment is told, if something was added to it just now. */
export function tellingAt(began: Date, now: Date): Date {
  const [quiet, latest] = [addSeconds(now, quietSeconds), addSeconds(began, longestSeconds)]
  return quiet < latest ? quiet : latest
}

/** Whether more of it may still be waited for. */
export const mayWait = (began: Date, now: Date): boolean => now < addSeconds(began, longestSeconds)
