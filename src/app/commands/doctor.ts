import { Command } from 'commander'
import { examine, type Step } from '../doctor.actions.ts'
import { look, print, type Output } from './run.ts'

const answerOf = ({ name, lacks }: Step) => ({
  name,
  ready: lacks.length === 0,
  missing: lacks.map(({ missing, why }) => `${missing} ${why}`).join(' ') || null,
  next: [...new Set(lacks.map(({ next }) => next))].join(' ') || null,
})

function textOf({ title, lacks }: Step): string {
  if (lacks.length === 0) return `ready    ${title}`
  const parts = lacks.map(({ missing, why, next }) => `         ${missing} ${why}\n         Next: ${next}`)
  return [`LACKING  ${title}`, ...parts].join('\n')
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('say what this installation lacks to let a block; exits 1 while something does')
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
