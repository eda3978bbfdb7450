import type { Account, SecondFactorOwed } from '../../../client/portal.gen.ts'
import { api } from '../../api/client.ts'
import { signByPasskey } from '../../api/passkey.ts'
import { useWrite } from '../../api/query.ts'
import { ProofForm, type GivenProof } from './proof-form.tsx'

/** What follows a right password, where the account has a second factor. */

export type SecondFactor = SecondFactorOwed['second_factor']

/** What is still owed; null: one is in. */
export const owedIn = (answer: Account | SecondFactorOwed): SecondFactor | null =>
  'second_factor' in answer ? answer.second_factor : null

async function bring(ticket: string, given: GivenProof) {
  if (given !== 'passkey') return api.POST('/portal/sign-in/second-factor', { body: { ticket, ...given } })
  const { data } = await api.POST('/portal/sign-in/passkey-request', { body: { ticket } })
  if (!data) throw new Error('a request has content')
  const passkey = await signByPasskey(data.data)
  return api.POST('/portal/sign-in/second-factor', { body: { ticket, passkey } })
}

interface SecondFactorFormProps {
  readonly owed: SecondFactor
  readonly action: string
  readonly onDone: (person: Account) => void
}

export function SecondFactorForm({ owed, action, onDone }: SecondFactorFormProps) {
  const write = useWrite((given: GivenProof) => bring(owed.ticket, given), {
    inline: true,
    onDone: (answer) => answer && onDone(answer.data),
  })
  return <ProofForm ways={owed.ways} write={write} action={action} />
}
