import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'

const standingPath = '/portal/operator/mail'

/** What was kept for want of a mail server goes out once there is one. */
export function SendKept() {
  const { data } = useQuery(read(standingPath))
  const send = useWrite(() => api.POST('/portal/operator/mail/send', { body: {} }), {
    changes: [standingPath, '/portal/mailbox'],
    inline: true,
    done: ({ data: { mails } }) => [mails === 1 ? 'Sending one e-mail.' : `Sending ${mails} e-mails.`],
  })
  const standing = data?.data
  const why =
    standing?.server === false
      ? 'No mail server: set SUBLET_SMTP_URL.'
      : standing?.kept === 0
        ? 'No mail to send.'
        : undefined
  return (
    <Confirm
      harmless
      title="Send the kept mail?"
      says={`${standing?.kept ?? 0} e-mails are kept. Those of the last seven days are sent; older ones stay.`}
      action="Send"
      problem={send.problem}
      onConfirm={() => send.runAsync()}
      trigger={
        <Button icon="mail" why={why}>
          Send kept mail
        </Button>
      }
    />
  )
}
