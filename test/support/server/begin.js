// The second half of `npx sublet start`, without the first: a server that is started in the midst of a test has been
// built already, and its memory is nobody's concern. Plain JavaScript, because reading types costs a start, too.
import module from 'node:module'
import { findProgram } from '../../../bin/bundle.js'

module.enableCompileCache()
const program = findProgram()
const args = process.argv.slice(2)
if (args.length > 0) await (await program.cli()).run(args)
else {
  // Compiled once for all that follow.
  await Promise.all([program.main(), program.cli()])
  module.flushCompileCache()
}
