import { Command } from 'commander'
import { examine, type Step } from '../doctor.actions.ts'
import { look, print, type Output } from './run.ts'

const answerOf = ({ name, lacks }: Step) => ({
  name,
  ready: lacks.length === 0,
  missing: lacks.map(({ missing, why }) => `${missing} ${why}`).join(' ') || null,
  next: [...new Set(lacks.map(({ next }) => next))].join(' ') || null,
})

function textOf({ title, lacks, remarks }: Step): string {
  const lines = lacks.flatMap(({ missing, why, next }) => [`${missing} ${why}`, `Next: ${next}`])
  const below = [...lines, ...remarks].map((line) => `         ${line}`)
  return [`${lacks.length === 0 ? 'ready  ' : 'LACKING'}  ${title}`, ...below].join('\n')
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('say what this installation lacks before a block can be leased; exits 1 while something is missing')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nGoes by the settings that this command sees: run it where, and as whom, the server runs.')
    .action(async (options: Output) => {
      const steps = await look(examine)
      const lacking = steps.filter(({ lacks }) => lacks.length > 0)
      const verdict =
        lacking.length === 0 ? 'Nothing is missing.' : `${lacking.length} of ${steps.length} steps lack something.`
      print(options, steps.map(answerOf), [...steps.map(textOf), '', verdict].join('\n'))
      if (lacking.length > 0) process.exitCode = 1
    })
}
