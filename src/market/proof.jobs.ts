import { job } from '../kernel/jobs.ts'
import { endLapsedProofs } from './proof.actions.ts'

export const failLapsedProofs = job({ name: 'fail_lapsed_proofs', run: (ctx) => endLapsedProofs(ctx) })
