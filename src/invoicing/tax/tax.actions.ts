import type { Context } from '../../kernel/context.ts'
import { euTaxes, taxesFor, type Buyer } from './tax.rules.ts'
import type { Tax } from '../invoice/totals.rules.ts'

/** What this installation charges a buyer. */
export function taxesOf({ house: { config } }: Context, buyer: Buyer): Tax[] {
  return taxesFor(buyer, config.sellerCountry, config.taxes ?? euTaxes)
}
