import { walkPages } from '../../support/browser/walk.ts'

await walkPages('nobody')
