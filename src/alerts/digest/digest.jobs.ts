import { job } from '../../kernel/work/jobs.ts'
import type { DueQueue } from '../../kernel/work/replay.ts'
import { sendDigests } from './digest.actions.ts'
import { nextDigestDue } from './digest.store.ts'

export const digestsDue: DueQueue = { name: 'digests', nextDue: nextDigestDue, run: sendDigests }

export const sendDueDigests = job({ name: 'send_digests', run: async (ctx) => void (await sendDigests(ctx)) })
