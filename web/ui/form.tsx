import { Form as BaseForm } from '@base-ui/react/form'
import { useMemo, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { whileSending, type Draft } from '../api/drafts.ts'
import { mayPass, type Problem } from '../api/problem.ts'
import { atField } from '../api/problem-words.ts'
import type { Rehearsed } from '../api/rehearse.ts'
import { numberIn } from '../numbers.ts'
import { Button } from './button.tsx'
import { FormRequest } from './curl/copy-curl.tsx'
import { cx } from './cx.ts'
import { FieldsContext } from './draft/draft.ts'
import { useFormDraft } from './draft/form-draft.ts'
import { PlacedFields } from './field.tsx'
import { ErrorNote, Note } from './states.tsx'

/** What was typed, by the names of the fields. */
export class Typed {
  readonly #data: FormData

  constructor(form: HTMLFormElement) {
    this.#data = new FormData(form)
  }

  text(name: string): string {
    const value = this.#data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }

  /** For fields that may stay empty: absent is not the same as an empty text. */
  textOrNull(name: string): string | null {
    return this.text(name) || null
  }

  number(name: string): number {
    return numberIn(this.text(name))
  }

  /** As typed: the spaces of a password count. */
  secret(name: string): string {
    const value = this.#data.get(name)
    return typeof value === 'string' ? value : ''
  }

  all(name: string): string[] {
    return this.#data.getAll(name).filter((value) => typeof value === 'string')
  }

  has(name: string): boolean {
    return this.#data.has(name)
  }
}

/** With what it would send, where that can be copied: `from` of a write. */
export interface Submit {
  (typed: Typed): void
  readonly request?: (typed: Typed) => Rehearsed
}

interface FormProps {
  readonly onSubmit: Submit
  /** The refusal of the last attempt: field errors go to their fields, the sentence on top. */
  readonly problem: Problem | null
  /** Keeps what is typed in its fields over a reload, under this name. */
  readonly keeps?: string
  /** What the page itself keeps of it. */
  readonly draft?: Draft
  readonly className?: string
  readonly id?: string
  readonly children: ReactNode
}

export function Form({ onSubmit, problem, keeps, draft, className, children, id }: FormProps) {
  const [placed] = useState(() => new Set<string>())
  const errors = useMemo(
    () => Object.fromEntries(Object.entries(problem?.fields ?? {}).map(([name, words]) => [name, words.map(atField)])),
    [problem],
  )
  const form = useRef<HTMLFormElement>(null)
  const own = useFormDraft(form, keeps)
  const all = draft ? [own, draft] : [own]
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new Typed(event.currentTarget)
    if (!whileSending(all, () => onSubmit(typed))) own.sent()
  }
  const { request } = onSubmit
  const looks = request ? () => form.current && request(new Typed(form.current)) : null
  return (
    <BaseForm
      ref={form}
      {...(id !== undefined && { id })}
      errors={errors}
      onSubmit={submit}
      // Lists that open elsewhere on the page tell only by these that something was chosen.
      onPointerDownCapture={own.watch.before}
      onKeyDownCapture={own.watch.before}
      onInput={own.watch.typed}
      onClick={own.watch.touched}
      onKeyUp={own.watch.touched}
      className={cx('flex flex-col gap-4', className)}
    >
      <RestoredNote drafts={all} />
      {problem && (
        <ErrorNote
          problem={problem}
          placed={placed}
          {...(mayPass(problem) && { onRetry: () => form.current?.requestSubmit() })}
        />
      )}
      <FieldsContext key={own.edition} value={own.begin}>
        <PlacedFields value={placed}>
          <FormRequest value={looks}>{children}</FormRequest>
        </PlacedFields>
      </FieldsContext>
    </BaseForm>
  )
}

/** Says that what stands here was typed before, and offers to begin anew. */
export function RestoredNote({ drafts }: { readonly drafts: readonly Draft[] }) {
  const found = drafts.filter(({ restoredAt }) => restoredAt !== null)
  if (found.length === 0) return null
  return (
    <Note
      action={
        <Button small onClick={() => found.forEach(({ startOver }) => startOver())}>
          Start over
        </Button>
      }
    >
      What you typed earlier is here again; it has not been sent.
    </Note>
  )
}
