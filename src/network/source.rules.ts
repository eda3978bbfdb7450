/** When data has grown too old to be relied on. */

interface Aging {
  readonly takenAt: Date
  /** Null: never. */
  readonly freshSeconds: number | null
}

/** Milliseconds of Unix time. */
export const staleAt = ({ takenAt, freshSeconds }: Aging): number =>
  freshSeconds === null ? Number.POSITIVE_INFINITY : takenAt.getTime() + freshSeconds * 1_000
