import { slot } from '../../kernel/slot.ts'

/** How old, in seconds, what anyone sees of the whole market may be. */
export const mapAge = 60

/** Pictures are remembered as they go out: so many, those that were last asked for. */
const mostKept = 32

/** A change is folded into the kept map within a minute; where many wait, whoever looks has it done, once a second. */
const foldEvery = 1_000

interface Picture {
  readonly of: string
  readonly drawnAt: number
  readonly bytes: Promise<Buffer>
}

/** Whoever asks for what is being drawn, or has not changed since, gets the same bytes: packed once, too. */
class Pictures {
  readonly #kept = new Map<string, Picture>()
  #foldedAt = -Infinity

  /** One that is no older than may be; undefined where there is none. */
  recent(name: string, now: Date): Promise<Buffer> | undefined {
    const kept = this.#kept.get(name)
    return kept && now.getTime() - kept.drawnAt < mapAge * 1_000 ? kept.bytes : undefined
  }

  /** The picture of this state of things. */
  of(name: string, state: string, now: Date, draw: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.#kept.get(name)
    this.#kept.delete(name)
    const picture = kept?.of === state ? kept : this.#draw(name, state, now, draw)
    this.#kept.set(name, picture)
    for (const oldest of this.#kept.keys()) if (this.#kept.size > mostKept) this.#kept.delete(oldest)
    return picture.bytes
  }

  #draw(name: string, of: string, now: Date, draw: () => Promise<Buffer>): Picture {
    const bytes = draw()
    bytes.catch(() => {
      if (this.#kept.get(name)?.bytes === bytes) this.#kept.delete(name)
    })
    return { of, drawnAt: now.getTime(), bytes }
  }

  /** Whether it is time to have changes folded. */
  shallFold(now: Date): boolean {
    if (now.getTime() - this.#foldedAt < foldEvery) return false
    this.#foldedAt = now.getTime()
    return true
  }
}

export const pictures = slot(() => new Pictures())
