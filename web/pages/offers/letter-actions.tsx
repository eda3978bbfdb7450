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
    done: `The letter may name ${letter.company_name}.`,
  })
  if (!isCompanyOpen(letter)) return null
  return (
    <Confirm
      harmless
      title={`Confirm “${letter.company_name}”?`}
      says={`The letter will say, in your name, that ${letter.company_name} may have ${letter.subnet} announced from AS${letter.asn}. It is not what your lessee is called here. If you do not know the company, revoke the letter.`}
      action="Confirm the company"
      problem={confirm.problem}
      onConfirm={() => confirm.runAsync()}
      trigger={
        <Button icon="check" why={mayNot}>
          Confirm the company
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
    done: `The letter for ${letter.subnet} is released.`,
  })
  const word = letter.todo.some(({ action }) => action === 'confirm')
  const why =
    whyNotNow(letterStates, stateOf(letter), 'release') ??
    (isCompanyOpen(letter) ? 'Confirm the company first.' : undefined)
  const byData = word ? undefined : 'Letters are released by data alone here: publish what is asked for and wait.'
  return (
    <Confirm
      harmless
      title="Confirm that all is done?"
      says={`Your word releases the letter: ${letter.company_name} may download it and announce ${letter.subnet} from AS${letter.asn}.`}
      action="Confirm"
      problem={confirm.problem}
      onConfirm={() => confirm.runAsync()}
      trigger={
        <Button look="primary" icon="check" why={mayNot ?? why ?? byData}>
          All is done
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
    { changes, inline: true, done: `The letter for ${letter.subnet} is revoked.`, onDone: () => setOpen(false) },
  )
  return (
    <Dialog
      title="Revoke the letter"
      says={`${letter.company_name} is told why, and has to withdraw the route. The lease goes on. This cannot be undone.`}
      open={open}
      onOpen={setOpen}
      trigger={<Button why={mayNot ?? whyNotNow(letterStates, stateOf(letter), 'revoke')}>Revoke</Button>}
    >
      <Form problem={revoke.problem} onSubmit={(typed) => revoke.run(typed.text('reason'))}>
        <Field name="reason" label="Reason" hint="Both sides are told.">
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
