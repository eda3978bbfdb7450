/** Words of the business, which the kernel does without: whoever needs one there hands it in. */
const ofTheBusiness = new Set(
  [
    ['offer', 'lease', 'lessee', 'holder', 'reservation', 'listing', 'market', 'marketplace'],
    ['cart', 'checkout', 'subscription', 'renewal', 'discount', 'commerce', 'ecommerce', 'billing'],
    ['invoice', 'tax', 'vat', 'payment', 'refund', 'payout', 'commission', 'seller', 'stripe'],
    ['letter', 'loa', 'asn', 'roa', 'vrp', 'rpki', 'irr', 'bgp', 'geofeed', 'nethub'],
  ].flat(),
)

/** As they stand in names, strings and comments: `taxRow` has two, `letter-spacing` is one and none of ours. */
const wordIn = /[A-Z]?[a-z]+(?![a-z-])|[A-Z]+(?![a-z])/g

export function* businessWords(text: string): Generator<string> {
  const found = new Set([...text.matchAll(wordIn)].map(([word]) => word.toLowerCase()))
  for (const word of found)
    if ([word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((one) => ofTheBusiness.has(one)))
      yield `says "${word}", a word of the business`
}
