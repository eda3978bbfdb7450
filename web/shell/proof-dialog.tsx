import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { signByPasskey } from '../api/passkey.ts'
import { asProblem } from '../api/problem.ts'
import { offerProof } from '../api/proof.ts'
import { read, useWrite } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { ProofForm, type GivenProof } from '../ui/proof/proof-form.tsx'
import { ErrorNote, Note, Skeleton } from '../ui/states.tsx'
import { Above } from './above.tsx'

/** Asks in place who one is, when something that moves money or gives access is done long after the sign-in. */
export function ProofDialog() {
  const [open, setOpen] = useState(false)
  const answer = useRef<((proven: boolean) => void) | null>(null)
  const settle = (proven: boolean) => {
    setOpen(false)
    answer.current?.(proven)
    answer.current = null
  }
  useEffect(
    () =>
      offerProof(
        () =>
          new Promise((resolve) => {
            answer.current = resolve
            setOpen(true)
          }),
      ),
    [],
  )
  if (!open) return null
  return (
    <Above title="Is it you?" onEscape={() => settle(false)}>
      <p className="mt-1 mb-4 text-sm text-soft">
        This moves money or gives access. Prove once more who you are; it then goes on as you left it.
      </p>
      <Ways onProven={() => settle(true)} />
      <p className="mt-4 flex justify-end">
        <Button onClick={() => settle(false)}>Cancel</Button>
      </p>
    </Above>
  )
}

async function prove(given: GivenProof) {
  if (given !== 'passkey') return api.POST('/portal/proof', { body: given })
  const { data } = await api.POST('/portal/proof/passkey-request')
  if (!data) throw new Error('a request has content')
  return api.POST('/portal/proof', { body: { passkey: await signByPasskey(data.data) } })
}

function Ways({ onProven }: { readonly onProven: () => void }) {
  const { data, error } = useQuery({ ...read('/portal/proof'), staleTime: 0 })
  const write = useWrite(prove, { inline: true, onDone: onProven })
  if (error) return <ErrorNote problem={asProblem(error)} />
  if (!data) return <Skeleton className="h-24 w-full" />
  const { ways } = data.data
  if (ways.length === 0) return <Note tone="info">Sign out and sign in again, then repeat this.</Note>
  return <ProofForm ways={ways} write={write} action="Go on" />
}
