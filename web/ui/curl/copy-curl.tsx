import { createContext, use } from 'react'
import { commandsFor } from '../../api/curl.ts'
import type { Rehearsed } from '../../api/rehearse.ts'
import { Button } from '../button.tsx'
import { useCopied } from '../copy.tsx'

/** What an action sends, as programs would: beside the button that does it. */

type Looks = () => Rehearsed

/** What the form around would send right now. */
export const FormRequest = createContext<Looks | null>(null)

interface CopyCurlProps {
  /** Unless given, what the form around sends. */
  readonly of?: Looks | undefined
  readonly className?: string
}

export function CopyCurl({ of, className }: CopyCurlProps) {
  const around = use(FormRequest)
  const looks = of ?? around
  const [done, copy] = useCopied()
  if (!looks) return null
  const take = async () => {
    const seen = looks() ?? []
    const commands = await commandsFor(seen instanceof Request ? [seen] : seen)
    if (commands !== null) copy(commands)
  }
  return (
    <Button
      small
      look="quiet"
      icon={done ? 'check' : 'copy'}
      {...(className !== undefined && { className })}
      onClick={() => void take()}
    >
      <span aria-live="polite">{done ? 'Copied' : 'Copy as curl'}</span>
    </Button>
  )
}
