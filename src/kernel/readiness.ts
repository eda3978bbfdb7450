/** What an installation still lacks. Slices say so of their own, by rules over facts that were read before. */

export interface Lack {
  /** What is not there, in a sentence. */
  readonly missing: string
  /** What cannot be done without it, in another. */
  readonly why: string
  /** What to do, exactly. */
  readonly next: string
}

export interface Check<Facts> {
  /** What it is needed for; the app has the list. */
  readonly step: string
  readonly lacks: (facts: Facts) => Lack | null
}

/** What is good to know of a step, whether something is missing or not. */
export interface Remark<Facts> {
  readonly step: string
  readonly says: (facts: Facts) => string | null
}
