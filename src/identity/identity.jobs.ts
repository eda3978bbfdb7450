import { job } from '../kernel/work/jobs.ts'
import { warnOfEndingKeys } from './app-key/app-key.actions.ts'
import { deleteExpired } from './token/revocation.store.ts'
import { tendSigningKeys } from './token/signing-key.actions.ts'

export const tendKeys = job({ name: 'tend_signing_keys', run: (ctx) => tendSigningKeys(ctx) })

export const forgetExpired = job({ name: 'forget_expired', run: (ctx) => deleteExpired(ctx.db, ctx.realNow) })

export const warnOfKeys = job({ name: 'warn_of_ending_keys', run: (ctx) => warnOfEndingKeys(ctx) })
