import { Answer, Body, Int, named, Nullable, OneOf, Text, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import type { Letter } from './letter.store.ts'
import { letterAnswer, letterFields, StatusesQuery } from './letter.wire.ts'
import type { LetterWork } from './holder.actions.ts'
import { taskActions, type Task } from '../release/todo.rules.ts'

/** A letter as the holder of its block and the operator see it. */

export const LetterPath = Type.Object({ letterUUID: Uuid })

export const letterFilters = {
  statuses: StatusesQuery,
  market_service_uuid: Type.Optional(Uuid),
  asn: Type.Optional(Int(1, 4_294_967_295)),
}

export const RevokeBody = Body('LetterRevocation', {
  reason: Text(600, { description: 'Both sides are told.', examples: ['The block is being returned.'] }),
})

const TaskAnswer = named('LetterTask', {
  action: OneOf(taskActions),
  description: Type.String({ description: 'What to do, in one sentence.' }),
  done: Type.Boolean({ description: 'Our own data shows it.' }),
  roa: Nullable(
    Answer({
      prefix: Type.String({ examples: ['192.0.2.0/24'] }),
      max_length: Type.Integer(),
      origin: Type.String({ examples: ['AS65001'] }),
    }),
  ),
  source: Nullable(Type.String({ description: 'The registry or IRR that is to have the object.' })),
  rpsl: Nullable(Type.String({ description: 'The object, to be pasted into the form of the registry.' })),
})

const todo = Type.Array(TaskAnswer, { description: 'What the holder has to do, in the order in which to do it.' })

export const HolderLetterAnswer = named('HolderLetter', letterFields)
export const HolderWorkAnswer = named('HolderLetterWork', { ...letterFields, todo })

const companies = { tenant_uuid: Uuid, holder_uuid: Uuid, order_uuid: Nullable(Uuid) }

export const OperatorLetterAnswer = named('OperatorLetter', { ...letterFields, ...companies })
export const OperatorWorkAnswer = named('OperatorLetterWork', { ...letterFields, ...companies, todo })

const taskAnswer = ({ action, sentence, done, roa, object }: Task): Static<typeof TaskAnswer> => ({
  action,
  description: sentence,
  done,
  roa: roa && { prefix: roa.prefix, max_length: roa.maxLength, origin: `AS${roa.asn}` },
  source: object?.source ?? null,
  rpsl: object?.text ?? null,
})

export const holderWorkAnswer = ({ letter, tasks }: LetterWork): Static<typeof HolderWorkAnswer> => ({
  ...letterAnswer(letter),
  todo: tasks.map(taskAnswer),
})

export const operatorLetterAnswer = (letter: Letter): Static<typeof OperatorLetterAnswer> => ({
  ...letterAnswer(letter),
  tenant_uuid: letter.tenant_uuid,
  holder_uuid: letter.holder_uuid,
  order_uuid: letter.order_uuid,
})

export const operatorWorkAnswer = ({ letter, tasks }: LetterWork): Static<typeof OperatorWorkAnswer> => ({
  ...operatorLetterAnswer(letter),
  todo: tasks.map(taskAnswer),
})
