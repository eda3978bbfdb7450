import { useIsMutating } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { connection, type Standing } from '../api/connection.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'

const words: Record<Exclude<Standing, 'reached'>, string> = {
  offline: 'You are offline. What you type stays; pages go on by themselves.',
  away: 'The server is busy or restarting. What you type stays; pages go on by themselves.',
}

/** Says quietly that nothing comes through, and for those who listen that something is being sent. */
export function ConnectionBar() {
  const standing = useSyncExternalStore(connection.subscribe, () => connection.standing)
  const sending = useIsMutating() > 0
  return (
    <>
      <output className="block">{standing !== 'reached' && <Lost says={words[standing]} />}</output>
      <output className="sr-only">{sending && standing === 'reached' ? 'Sending' : ''}</output>
    </>
  )
}

function Lost({ says }: { readonly says: string }) {
  const [trying, setTrying] = useState(false)
  const tryNow = () => {
    setTrying(true)
    void connection.tryNow().finally(() => setTrying(false))
  }
  return (
    <div className="popup fixed bottom-4 left-1/2 z-50 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 items-center gap-3 py-2 pr-2 pl-3.5 text-sm">
      <Icon name="warning" className="shrink-0 text-warn" />
      <p>{says}</p>
      <Button small icon="refresh" busy={trying} onClick={tryNow}>
        Try now
      </Button>
    </div>
  )
}
