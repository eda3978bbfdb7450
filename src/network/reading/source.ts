/** What every reader of a format is given, and what it may say. */

/** A file that cannot be kept, and where in it that shows: `line 12`, `byte 4096`. Nothing of it is kept. */
export class SourceFault extends Error {
  readonly where: string

  constructor(where: string, why: string) {
    super(`${where}: ${why}`)
    this.where = where
  }
}

export interface Input {
  /** Unpacked already, whatever it was packed with. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** As given by whoever imports, for readers that must guess a source from it. */
  readonly name: string
  /** A row that is left out while the rest is kept. Where: `line 12`, `byte 4096`. */
  refuse(where: string, why: string): void
}

/** What a file says about itself. */
export interface Findings {
  /** Which of several sources of its kind this is: a registry, an IRR, a provider. Absent: there is only one. */
  readonly source?: string
  /** When the data was taken; absent: the file does not say, and its import counts. */
  readonly takenAt?: Date
  /** Of a live source: which of its states this is, to be asked for changes by. */
  readonly revision?: string
}

/** Feeds a dataset's collector from a file of its format. */
export type Reader<C> = (input: Input, rows: C) => Promise<Findings>
