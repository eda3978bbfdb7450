import { useCompany } from '../../api/session.ts'
import { Code } from '../../ui/copy.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Card } from '../../ui/page.tsx'
import { tokenCommand } from './token-command.ts'

/** From a key to an answer in two commands, to be pasted as they stand. */
export function FirstCall({ clientId = '<client_id>' }: { readonly clientId?: string | undefined }) {
  const { uuid, param: company } = useCompany()
  const { origin } = window.location
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Card title="1. Get a token" says="With the client ID and secret of a key; it is valid for a day.">
        <Code label="Command that gets a token" wrap>
          {tokenCommand({ client_id: clientId, client_secret: '$SECRET' })}
        </Code>
      </Card>
      <Card title="2. Call the API" says="With the token, within the scopes of the key.">
        <Code label="Command that calls the API" wrap>
          {`curl ${origin}/billing/v1/${uuid} \\\n  -H "Authorization: Bearer $TOKEN"`}
        </Code>
      </Card>
      <p className="text-sm text-soft lg:col-span-2">
        Every page that changes something can copy the call as a curl command. Instead of asking again and again, let{' '}
        <TextLink to="/c/$company/webhooks" params={{ company }} search={{}}>
          webhooks
        </TextLink>{' '}
        tell your program what has happened.
      </p>
    </div>
  )
}
