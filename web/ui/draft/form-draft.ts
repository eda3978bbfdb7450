import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { fieldsOf, type Draft, type DraftPlace, type Fields } from '../../api/drafts.ts'
import { useBeforeLeaving, useDraftPlace } from './draft.ts'

/** The fields of a form, kept as they stand there. */

const restMs = 200

const same = (a: Fields, b: Fields): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Looks at the fields of one form and writes down what somebody has typed there. */
class Watch {
  readonly #form: RefObject<HTMLFormElement | null>
  readonly #place: DraftPlace | null
  /** As they stood before anybody typed: what is no different is no draft. */
  #untouched: Fields | null = null
  #isTouched: boolean
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(form: RefObject<HTMLFormElement | null>, place: DraftPlace | null, isRestored: boolean) {
    this.#form = form
    this.#place = place
    this.#isTouched = isRestored
  }

  /** Something is about to be typed. Lists come late, and fill their fields by themselves: that is nobody's typing. */
  readonly before = (): void => {
    this.save()
    if (!this.#isTouched) this.#untouched = this.#standing()
  }

  /** Something may have been chosen. */
  readonly touched = (): void => {
    if (this.#place === null) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.save, restMs)
  }

  readonly typed = (): void => {
    this.#isTouched = true
    this.touched()
  }

  /** At once, if something waits to be saved. */
  readonly save = (): void => {
    if (this.#timer === undefined) return
    this.#rest()
    const now = this.#standing()
    if (this.#place === null || now === null) return
    this.#isTouched ||= this.#untouched !== null && !same(now, this.#untouched)
    if (this.#isTouched) this.#place.in.write(this.#place.name, now)
  }

  /** Nothing of it is a draft any longer. */
  readonly forget = (): void => {
    this.#rest()
    this.#isTouched = false
    this.#untouched = this.#standing()
    this.#place?.in.remove(this.#place.name)
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #standing(): Fields | null {
    return this.#form.current && fieldsOf(new FormData(this.#form.current))
  }
}

interface FormDraft extends Draft {
  readonly begin: { readonly fields: Fields | null }
  /** Another one after each fresh start: fields forget what they hold only by being made anew. */
  readonly edition: number
  readonly watch: Watch
}

export function useFormDraft(form: RefObject<HTMLFormElement | null>, name: string | undefined): FormDraft {
  const place = useDraftPlace(name)
  const [found, setFound] = useState(() => place?.in.read<Fields>(place.name) ?? null)
  const [watch] = useState(() => new Watch(form, place, found !== null))
  const [edition, setEdition] = useState(0)
  const [begin, setBegin] = useState({ fields: found?.value ?? null })
  // Only those fields begin with what was kept that were there at once.
  useEffect(() => queueMicrotask(() => setBegin({ fields: null })), [])
  useLayoutEffect(() => watch.save, [watch])
  useBeforeLeaving(watch.save)
  const sent = () => {
    watch.forget()
    setFound(null)
  }
  const startOver = () => {
    sent()
    setEdition(edition + 1)
  }
  return { begin, edition, watch, restoredAt: found?.at ?? null, startOver, sent }
}
