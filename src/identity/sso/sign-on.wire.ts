import { named, Type } from '../../kernel/http/schema.ts'

export const WayAnswer = named('SignOnWay', {
  url: Type.String({ description: 'Of the identity provider: send the browser there.' }),
})
