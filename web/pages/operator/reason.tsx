import { useState, type ReactElement, type ReactNode } from 'react'
import type { Problem } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Form, type Typed } from '../../ui/form.tsx'

interface ReasonDialogProps {
  readonly title: string
  /** What will happen, and whether it can be taken back. */
  readonly says: ReactNode
  /** The verb on the button. */
  readonly action: string
  readonly trigger: ReactElement
  /** What whoever reads it learns from it. */
  readonly hint: string
  readonly optional?: boolean
  readonly harmless?: boolean
  /** Asked before the reason. */
  readonly children?: ReactNode
  readonly problem: Problem | null
  readonly onConfirm: (reason: string, typed: Typed) => Promise<unknown>
}

/** What must not be done by a single click: it says what will happen, and asks why. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, says, action, trigger, hint, optional, harmless, children, problem, onConfirm } = props
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = (typed: Typed) => {
    setBusy(true)
    onConfirm(typed.text('reason'), typed)
      .then(
        () => setOpen(false),
        () => undefined,
      )
      .finally(() => setBusy(false))
  }
  return (
    <Dialog title={title} says={says} trigger={trigger} open={open} onOpen={setOpen}>
      <Form keeps={`reason:${title}`} problem={problem} onSubmit={submit}>
        {children}
        <Field name="reason" label="Reason" hint={hint} {...(optional && { optional })}>
          <TextArea rows={3} maxLength={600} required={!optional} />
        </Field>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" look={harmless ? 'primary' : 'danger'} busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
