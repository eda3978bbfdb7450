import { routingEvents } from '../routing.events.ts'
import { objectText, reasonWords } from '../object/words.rules.ts'

/** What people are alerted to. */

const lead = { label: 'View connected registries', page: '/offers/routing' } as const

export const routingAlertWords = routingEvents.onEach({
  'routing.connector_refused': ({ title, detail }) => ({
    subject: `${title} no longer takes its key`,
    why: detail ?? '',
    text: `${detail ?? ''}\n\nNothing is made or removed there until you have given it a new key and tested it. Letters wait for their ROAs meanwhile, and you have the text to paste as before.\n`,
    lead,
  }),
  'routing.refused': (object) => {
    const why = object.reason === null ? '' : reasonWords[object.reason]
    return {
      subject: `${objectText(object)} was not made`,
      why,
      text: `${why}${object.detail === null ? '' : ` ${object.detail}`}\n`,
      lead,
    }
  },
})
