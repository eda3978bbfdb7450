import { agree } from './comparison.ts'
import * as plain from './plain/release.ts'
import * as product from './product/release.ts'

agree('release of letters', (world) => product.fates(world), plain.fates)
