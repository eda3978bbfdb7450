import { listener } from '../../kernel/work/events.ts'
import { networkEvents } from '../../network/index.ts'
import { placeAnew } from './keep.actions.ts'

export const placeAfterImport = listener({
  name: 'market.place_after_import',
  hears: [networkEvents.on('network.*')],
  hear: placeAnew,
})
