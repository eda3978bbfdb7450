import { useState } from 'react'
import type { HolderLetterWork as HolderLetter } from '../../../client/api.gen.ts'
import { letterStates } from '../../../src/letters/letter/letter.states.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { letterPath, lettersPath, stateOf } from './letter-read.ts'

/** The holder's word for a letter, and against it. */

interface Props {
  readonly letter: HolderLetter
}

const changes = [lettersPath, letterPath] as const

const isCompanyOpen = ({ todo }: HolderLetter): boolean =>
  todo.some(({ action, done }) => action === 'confirm_company' && !done)

/** Only where the letter is to name another than the lessee. */
export function ConfirmCompany({ letter }: Props) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const path = { tenantUUID, letterUUID: letter.uuid }
  const confirm = useWrite(() => api.POST(`${letterPath}/confirm-company`, { params: { path } }), {
    changes,
    inline: true,
    done: `${letter.company_name} confirmed.`,
  })
  if (!isCompanyOpen(letter)) return null
  return (
    <Confirm
      harmless
      title={`Confirm “${letter.company_name}”?`}
      says={`The LOA will say, in your name, that ${letter.company_name} may have ${letter.subnet} announced from AS${letter.asn}. This is not your lessee’s name here. If you do not know the company, revoke the LOA.`}
      action="Confirm company"
      problem={confirm.problem}
      onConfirm={confirm.with()}
      trigger={
        <Button icon="check" why={mayNot}>
          Confirm company
        </Button>
      }
    />
  )
}

export function ConfirmLetter({ letter }: Props) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const path = { tenantUUID, letterUUID: letter.uuid }
  const confirm = useWrite(() => api.POST(`${letterPath}/confirm`, { params: { path } }), {
    changes,
    inline: true,
    done: `LOA for ${letter.subnet} released.`,
  })
  const word = letter.todo.some(({ action }) => action === 'confirm')
  const why =
    whyNotNow(letterStates, stateOf(letter), 'release') ??
    (isCompanyOpen(letter) ? 'Confirm company first.' : undefined)
  const byData = word ? undefined : 'LOAs are released automatically here: publish what is requested and wait.'
  return (
    <Confirm
      harmless
      title="Release the LOA?"
      says={`You confirm that everything is in place: ${letter.company_name} may download the LOA and announce ${letter.subnet} from AS${letter.asn}.`}
      action="Confirm"
      problem={confirm.problem}
      onConfirm={confirm.with()}
      trigger={
        <Button look="primary" icon="check" why={mayNot ?? why ?? byData}>
          Everything is in place
        </Button>
      }
    />
  )
}

export function RevokeLetter({ letter }: Props) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const [open, setOpen] = useState(false)
  const path = { tenantUUID, letterUUID: letter.uuid }
  const revoke = useWrite(
    (reason: string) => api.POST(`${letterPath}/revoke`, { params: { path }, body: { reason } }),
    { changes, inline: true, done: `LOA for ${letter.subnet} revoked.`, onDone: () => setOpen(false) },
  )
  return (
    <Dialog
      title="Revoke LOA"
      says={`${letter.company_name} is told why and has to withdraw the route. The lease continues. This cannot be undone.`}
      open={open}
      onOpen={setOpen}
      trigger={<Button why={mayNot ?? whyNotNow(letterStates, stateOf(letter), 'revoke')}>Revoke</Button>}
    >
      <Form
        keeps={`revoke:${letter.uuid}`}
        problem={revoke.problem}
        onSubmit={revoke.from((typed) => typed.text('reason'))}
      >
        <Field name="reason" label="Reason" hint="Shown to both sides.">
          <TextArea required maxLength={600} rows={3} />
        </Field>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Keep it</Button>
          <Button type="submit" look="danger" busy={revoke.busy}>
            Revoke
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
