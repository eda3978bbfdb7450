import { job } from '../kernel/work/jobs.ts'
import { deleteExpired } from './token/revocation.store.ts'
import { tendSigningKeys } from './token/signing-key.actions.ts'

export const tendKeys = job({ name: 'tend_signing_keys', run: (ctx) => tendSigningKeys(ctx) })

export const forgetExpired = job({ name: 'forget_expired', run: (ctx) => deleteExpired(ctx.db, ctx.realNow) })
