import { job } from '../../kernel/work/jobs.ts'
import type { DueQueue } from '../../kernel/work/replay.ts'
import { endLapsedProofs } from './proof.actions.ts'
import { lookAtDueProofs } from './repeat.actions.ts'
import { nextProofLapse } from './proof.store.ts'
import { forgetMailed } from './mail.store.ts'

export const lapsingProofs: DueQueue = { name: 'proofs', nextDue: nextProofLapse, run: endLapsedProofs }

export const failLapsedProofs = job({
  name: 'fail_lapsed_proofs',
  run: async (ctx) => void (await lapsingProofs.run(ctx)),
})

export const forgetMailedCodes = job({ name: 'forget_mailed_codes', run: forgetMailed })

/** Registries and name servers are asked, which take their time. */
export const lookAtProofs = job({ name: 'look_at_proofs', lane: 'enquiries', run: lookAtDueProofs })
