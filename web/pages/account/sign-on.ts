import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { signOnRefusal } from '../../../src/identity/sso/sign-on.problems.ts'
import { kernelProblem } from '../../../src/kernel/problems.ts'
import { api } from '../../api/client.ts'
import { Problem } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { signedIn } from '../../api/signed-in.ts'

/** Signing in through a company's own identity provider, as the page for signing in needs it. */

/** Only to a page of ours: an address from elsewhere must not lead people away. */
export function returnPath(to: string | undefined): string {
  return to?.startsWith('/') && !to.startsWith('//') && !to.startsWith('/\\') ? to : '/home'
}

/** Whoever has come in goes on to where they wanted to be. */
export function useGoOn(to: string | undefined): () => void {
  const router = useRouter()
  const queries = useQueryClient()
  return () => {
    signedIn.yes()
    queries.clear()
    const path = returnPath(to)
    // Pages about the API are not of this portal: the browser goes there itself.
    if (/^\/docs(\/|$)/.test(path)) location.assign(path)
    else router.history.replace(path)
  }
}

/** Back from the provider, with a session. */
export function useEntered(entered: boolean | undefined, goOn: () => void): void {
  useEffect(() => {
    if (entered) goOn()
    // Once, when the page is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}

/** What is said of a way that ended in a refusal, in the API's words. */
export function refusalOf(code: string | undefined): Problem | null {
  const rows = [...signOnRefusal.all, ...kernelProblem.rows('sign_on_required')]
  const row = rows.find((one) => one.code === code)
  return row ? new Problem(row.status, { code: row.code, message: row.sentence }) : null
}

/** Whether the address that was typed signs in that way: asked when it is left. */
export function useOffer() {
  const [offered, setOffered] = useState(false)
  const look = (input: HTMLInputElement) => {
    if (!input.value.includes('@') || !input.validity.valid) return setOffered(false)
    // Without an answer the password is asked for, as ever.
    void api.POST('/portal/sso/look-up', { body: { email: input.value } }).then(
      ({ data }) => setOffered(data?.data.sign_on ?? false),
      () => setOffered(false),
    )
  }
  return { offered, look, decline: () => setOffered(false) }
}

export function useSignOn() {
  return useWrite((body: { email: string; to?: string }) => api.POST('/portal/sso/start', { body }), {
    inline: true,
    onDone: (answer) => {
      if (answer) location.assign(answer.data.url)
    },
  })
}
