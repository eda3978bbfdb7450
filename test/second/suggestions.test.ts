import { agree } from './comparison.ts'
import * as plain from './plain/suggestions.ts'
import * as product from './product/suggestions.ts'

agree('suggestions of ROAs', product.suggestions, plain.suggestions)
