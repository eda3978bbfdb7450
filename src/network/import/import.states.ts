import { machine } from '../../kernel/machine.ts'

/** An import waits for its turn, runs, and ends; one whose process died is abandoned. */
export const importStates = machine('network_import', 'waiting', {
  waiting: { begin: 'running', fail: 'failed' },
  running: { finish: 'done', fail: 'failed', abandon: 'abandoned' },
  done: {},
  failed: {},
  abandoned: {},
})
