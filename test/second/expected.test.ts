import { agree } from './comparison.ts'
import * as plain from './plain/expected.ts'
import * as product from './product/expected.ts'

agree('expected origins', (world) => product.expectations(world), plain.expectations)
