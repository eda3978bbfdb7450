import type { TSchema } from '../schema.ts'
import type { Schemas } from './schemas.ts'

/** What is sent to whoever asked for it, in the words of OpenAPI: requests that its readers answer. */

export interface Message {
  /** What happened: `mail.failed`. */
  readonly type: string
  /** Of the operation that its receiver may generate. */
  readonly id: string
  readonly says: string
  readonly payload: TSchema
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** What all of them come with, once in a document. */
export const messageHeaders = {
  'webhook-id': header('webhook-id', 'The same at every try: whoever has seen it knows the message.'),
  'webhook-timestamp': header('webhook-timestamp', 'When it was sent, in Unix seconds.'),
  'webhook-signature': header(
    'webhook-signature',
    'By Standard Webhooks: `v1,` and a signature for each live secret, separated by spaces.',
  ),
}

const parameters = Object.keys(messageHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }))

const responses = {
  '2XX': { description: 'It has arrived. Anything else, or nothing for 10 seconds: it is sent again later.' },
  '410': { description: 'Nothing is to be sent there any more.' },
}

export const messagesOf = (messages: readonly Message[], tag: string, schemas: Schemas) =>
  Object.fromEntries(
    messages.map(({ type, id, says, payload }) => {
      const content = { 'application/json': { schema: schemas.write(payload) } }
      const requestBody = { required: true, content }
      return [
        type,
        { post: { operationId: id, tags: [tag], summary: says, security: [], parameters, requestBody, responses } },
      ]
    }),
  )
