import type { WebhookEndpoint } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useNow } from '../../ui/now.ts'
import { logPath, onePath } from './endpoint-read.ts'

interface ReplaySpanProps {
  readonly endpoint: WebhookEndpoint
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

interface Span {
  readonly from: number
  readonly to: number
}

/** All that happened in a span of time, also what was missed. */
export function ReplaySpan({ endpoint: { uuid: endpointUUID }, open, onOpen }: ReplaySpanProps) {
  const { uuid: tenantUUID } = useCompany()
  const now = useNow()
  const path = { tenantUUID, endpointUUID }
  const replay = useWrite((body: Span) => api.POST(`${onePath}/replay`, { params: { path }, body }), {
    changes: [logPath],
    inline: true,
    done: (answer) => [sentAgain(answer?.data.events ?? 0)],
    onDone: () => onOpen(false),
  })
  return (
    <Dialog
      title="Replay events"
      says="Resends its events of that period (up to 30 days back), in order and with the same IDs."
      open={open}
      onOpen={onOpen}
    >
      <Form
        problem={replay.problem}
        onSubmit={replay.from((typed) => ({ from: secondsOf(typed.text('from')), to: secondsOf(typed.text('to')) }))}
      >
        <Field name="from" label="From" hint="In UTC.">
          <Input required type="datetime-local" defaultValue={minutesOf(new Date(now.getTime() - 3_600_000))} />
        </Field>
        <Field name="to" label="Until" hint="In UTC.">
          <Input required type="datetime-local" defaultValue={minutesOf(new Date(now.getTime() + 60_000))} />
        </Field>
        <DialogActions>
          <Button onClick={() => onOpen(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={replay.busy}>
            Replay
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

const sentAgain = (events: number): string =>
  events === 1 ? '1 event queued.' : `${events.toLocaleString('en')} events queued.`

const minutesOf = (moment: Date): string => moment.toISOString().slice(0, 16)
const secondsOf = (minutes: string): number => Math.floor(new Date(`${minutes}Z`).getTime() / 1_000)
