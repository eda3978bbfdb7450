import { useState } from 'react'
import type { HolderLetter as Letter } from '../../../../client/api.gen.ts'
import { api } from '../../../api/client.ts'
import { rehearseEach } from '../../../api/rehearse.ts'
import { useCompany, useWhyNot } from '../../../api/session.ts'
import { BulkBar, counted } from '../../../ui/bulk/bar.tsx'
import type { Selection } from '../../../ui/bulk/selection.tsx'
import { useBulk } from '../../../ui/bulk/use-bulk.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { Form, type Submit, type Typed } from '../../../ui/form.tsx'
import { Prefix } from '../../../ui/values.tsx'
import { letterPath, lettersPath } from '../letter-read.ts'

/** Several letters revoked at once, for one reason: as when an AS is abused. */

const nouns = ['LOA', 'LOAs'] as const

export function LettersBulk({ selection }: { readonly selection: Selection<Letter> }) {
  const { uuid: tenantUUID } = useCompany()
  const [open, setOpen] = useState(false)
  const { chosen } = selection
  const bulk = useBulk({ selection, changes: [lettersPath, letterPath] })
  const work = (typed: Typed) => {
    const body = { reason: typed.text('reason') }
    return ({ uuid: letterUUID }: Letter) =>
      api.POST(`${letterPath}/revoke`, { params: { path: { tenantUUID, letterUUID } }, body })
  }
  const revoke = (typed: Typed) => {
    setOpen(false)
    bulk.run(chosen, work(typed), (count) => `${counted(count, nouns)} revoked.`)
  }
  return (
    <BulkBar selection={selection} nouns={nouns} bulk={bulk} nameOf={({ subnet }) => subnet}>
      <Dialog
        title={`Revoke ${counted(chosen.length, nouns)}?`}
        says="The lessees are told why and have to withdraw their routes. The leases continue. This cannot be undone."
        open={open}
        onOpen={setOpen}
        trigger={
          <Button small why={useWhyNot('member')}>
            Revoke
          </Button>
        }
      >
        <WhichAndWhy
          letters={chosen}
          onRevoke={Object.assign(revoke, { request: (typed: Typed) => rehearseEach(work(typed), chosen) })}
          onKeep={() => setOpen(false)}
        />
      </Dialog>
    </BulkBar>
  )
}

interface WhichAndWhyProps {
  readonly letters: readonly Letter[]
  readonly onRevoke: Submit
  readonly onKeep: () => void
}

function WhichAndWhy({ letters, onRevoke, onKeep }: WhichAndWhyProps) {
  return (
    <Form keeps="revoke" problem={null} onSubmit={onRevoke}>
      <ul
        aria-label="LOAs to revoke"
        tabIndex={0}
        className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-2 text-sm"
      >
        {letters.map(({ uuid, subnet, asn, company_name }) => (
          <li key={uuid} className="flex justify-between gap-4">
            <Prefix of={subnet} />
            <span className="truncate text-soft">
              AS{asn}, {company_name}
            </span>
          </li>
        ))}
      </ul>
      <Field name="reason" label="Reason" hint="Shown to both sides.">
        <TextArea required maxLength={600} rows={3} />
      </Field>
      <DialogActions>
        <Button onClick={onKeep}>Keep them</Button>
        <Button type="submit" look="danger">
          Revoke {counted(letters.length, nouns)}
        </Button>
      </DialogActions>
    </Form>
  )
}
