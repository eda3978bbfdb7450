import { job } from '../../kernel/work/jobs.ts'
import { refreshBootstrap } from './bootstrap.actions.ts'
import { forgetFailures } from './evidence.store.ts'

export const tendRdap = job({
  name: 'tend_rdap',
  lane: 'enquiries',
  run: async (ctx) => {
    await forgetFailures(ctx)
    await refreshBootstrap(ctx)
  },
})
