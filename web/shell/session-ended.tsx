import { useSyncExternalStore } from 'react'
import { signInAgain, type Asking } from '../api/again.ts'
import { Button } from '../ui/button.tsx'
import { Proof } from '../ui/proof/proof.tsx'
import { Above } from './above.tsx'

/** Asks who is there when a session has ended, above whatever is open, and leaves that as it is. */
export function SessionEnded() {
  const asking = useSyncExternalStore(signInAgain.subscribe, () => signInAgain.asking)
  if (!asking) return null
  return asking.type === 'proof' ? <Ended asking={asking} /> : <Another asking={asking} />
}

function Ended({ asking: { of } }: { readonly asking: Extract<Asking, { type: 'proof' }> }) {
  return (
    <Above title="Your session has ended">
      <p className="mt-1 mb-4 text-sm text-soft">
        Sign in again to go on where you were. What you typed is still there, and what you were sending is sent then.
      </p>
      <Proof of={of} onProven={signInAgain.proven} />
      <p className="mt-4 text-sm">
        <button
          type="button"
          onClick={signInAgain.giveUp}
          className="text-soft underline underline-offset-2 hover:text-ink"
        >
          Leave this page and sign in there
        </button>
      </p>
    </Above>
  )
}

function Another({ asking: { than, now } }: { readonly asking: Extract<Asking, { type: 'another' }> }) {
  return (
    <Above title={`You are now ${now.name}`}>
      <p className="mt-1 mb-4 text-sm text-soft">
        {than.name} ({than.email}) was working here. Nothing of theirs was sent in your name, and what they typed is
        kept for them.
      </p>
      <Button look="primary" onClick={() => location.assign('/home')}>
        Go to your own pages
      </Button>
    </Above>
  )
}
