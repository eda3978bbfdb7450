import { job } from '../kernel/jobs.ts'
import { deleteExpired } from './revocation.store.ts'
import { tendSigningKeys } from './signingkey.actions.ts'

export const tendKeys = job({ name: 'tend_signing_keys', run: (ctx) => tendSigningKeys(ctx) })

export const forgetExpired = job({ name: 'forget_expired', run: (ctx) => deleteExpired(ctx.db, ctx.realNow) })
