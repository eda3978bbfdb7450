import { Form as BaseForm } from '@base-ui/react/form'
import { useMemo, type ReactNode, type SyntheticEvent } from 'react'
import type { Problem } from '../api/problem.ts'
import { cx } from './cx.ts'
import { ErrorNote } from './states.tsx'

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
    return Number(this.text(name))
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

interface FormProps {
  readonly onSubmit: (typed: Typed) => void
  /** The refusal of the last attempt: field errors go to their fields, the sentence on top. */
  readonly problem: Problem | null
  readonly className?: string
  readonly id?: string
  readonly children: ReactNode
}

export function Form({ onSubmit, problem, className, children, id }: FormProps) {
  const errors = useMemo(() => problem?.fields ?? {}, [problem])
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new Typed(event.currentTarget))
  }
  return (
    <BaseForm
      {...(id !== undefined && { id })}
      errors={errors as Record<string, string[]>}
      onSubmit={submit}
      className={cx('flex flex-col gap-4', className)}
    >
      {problem && <ErrorNote problem={problem} />}
      {children}
    </BaseForm>
  )
}
