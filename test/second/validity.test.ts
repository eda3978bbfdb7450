import { agree } from './comparison.ts'
import * as plain from './plain/validity.ts'
import * as product from './product/validity.ts'

agree('validity of routes', (world) => product.validities(world), plain.validities)
