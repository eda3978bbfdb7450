/** What a rule says of a prefix, and how bad that is. */

/** From good to bad (decisions 7, Statuses). What is not known stands above what is merely worth knowing. */
export const levels = ['ok', 'info', 'unknown', 'warning', 'critical'] as const

export type Level = (typeof levels)[number]

export const worstOf = (given: readonly Level[]): Level => levels.findLast((level) => given.includes(level)) ?? 'ok'

/** What people are told of: what is not known is no news, and what is merely worth knowing is well. */
export const severities = ['ok', 'warning', 'critical'] as const

export type Severity = (typeof severities)[number]

/** How a block of a lease stood when it was last looked at; what nobody has looked at, or had no data for, is not known. */
export const standings = ['critical', 'warning', 'unknown', 'ok'] as const

export type Standing = (typeof standings)[number]

export interface Verdict<Status extends string> {
  readonly status: Status | 'unknown'
  readonly level: Level
  /** For a person. */
  readonly sentence: string
}

/** A row of a table of rules. */
export interface Rule<Status extends string, Scene> {
  readonly status: Status
  readonly level: Level | ((scene: Scene) => Level)
  readonly when: (scene: Scene) => boolean
  readonly says: (scene: Scene) => string
}

/** The first row that fits. The last of a table always does. */
export function firstMatch<Status extends string, Scene>(
  rules: readonly Rule<Status, Scene>[],
  scene: Scene,
): Verdict<Status> {
  const rule = rules.find(({ when }) => when(scene)) ?? rules.at(-1)
  if (!rule) throw new Error('a table without rows')
  const level = typeof rule.level === 'function' ? rule.level(scene) : rule.level
  return { status: rule.status, level, sentence: rule.says(scene) }
}

export const unknown = (sentence: string): Verdict<never> => ({ status: 'unknown', level: 'unknown', sentence })
