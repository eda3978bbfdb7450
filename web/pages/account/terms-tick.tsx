import { usePublished } from '../../api/site-texts.ts'
import { Checkbox } from '../../ui/field.tsx'

/** Asked while the operator has published terms; in another tab, so that what is typed stays. */
export function TermsTick() {
  const texts = usePublished()
  if (!texts?.some(({ kind }) => kind === 'terms')) return null
  const hasPrivacy = texts.some(({ kind }) => kind === 'privacy')
  return (
    <div className="text-sm">
      <Checkbox name="terms" required label="I have read the terms of service and accept them." />
      <p className="mt-1 pl-6.5 text-soft">
        <NewTab href="/terms">Terms of service</NewTab>
        {hasPrivacy && (
          <>
            {', '}
            <NewTab href="/privacy">Privacy</NewTab>
          </>
        )}
      </p>
    </div>
  )
}

function NewTab({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="text-accent underline underline-offset-2">
      {children}
    </a>
  )
}
