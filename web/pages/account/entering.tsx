import { useState } from 'react'
import type { Account, SecondFactorOwed } from '../../../client/portal.gen.ts'
import { Button } from '../../ui/button.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { owedIn, SecondFactorForm, type SecondFactor } from '../../ui/proof/second-factor.tsx'

/** What follows a right password, or one just chosen: one is in, or owes the second factor. */
export function useOwed(onEntered: () => void) {
  const [owed, setOwed] = useState<SecondFactor | null>(null)
  const settle = (answer: { readonly data: Account | SecondFactorOwed } | undefined) => {
    const still = answer ? owedIn(answer.data) : null
    setOwed(still)
    if (!still) onEntered()
  }
  return { owed, settle, beginAgain: () => setOwed(null) }
}

interface SecondStepProps {
  readonly owed: SecondFactor
  readonly onDone: () => void
  readonly onBack?: () => void
}

export function SecondStep({ owed, onDone, onBack }: SecondStepProps) {
  return (
    <>
      <PageHeader title="One more step" says="Your account has a second factor." />
      <Card>
        <SecondFactorForm owed={owed} action="Sign in" onDone={onDone} />
      </Card>
      {onBack && (
        <p className="mt-4 text-sm">
          <Button look="quiet" icon="left" onClick={onBack}>
            Begin again
          </Button>
        </p>
      )}
    </>
  )
}
