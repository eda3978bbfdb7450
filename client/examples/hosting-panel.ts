import {
  asnsOf,
  buy,
  cheapest,
  companyName,
  leaseOf,
  leases,
  letterFor,
  note,
  notationOf,
  notes,
  say,
} from './company.ts'

/**
 * What a hosting panel does when a customer orders addresses: a block that nobody has yet, or the cheapest of the market,
 * becomes theirs, and their AS number gets a letter for it. Asked again, it finds that all is done.
 *
 *   SUBLET_URL=… SUBLET_CLIENT_ID=… SUBLET_CLIENT_SECRET=… SUBLET_COMPANY=… node hosting-panel.ts CUSTOMER 24 ASN
 */

const [customer = '', size = '24', asn = ''] = process.argv.slice(2)
if (customer === '' || !/^\d+$/.test(asn)) throw new Error('Say: node hosting-panel.ts CUSTOMER PREFIX_LENGTH ASN')

/** Of this size: the customer's own, or else one that is nobody's. */
async function blockAtHand(): Promise<string | undefined> {
  const mine = (await leases(['active']))
    .filter(({ billing_service: { cidr } }) => cidr === Number(size))
    .map(notationOf)
  const noted = await notes(mine)
  return (
    mine.find((notation) => noted.get(notation)?.['customer'] === customer) ??
    mine.find((notation) => noted.get(notation)?.['customer'] === undefined)
  )
}

async function leaseAnother(): Promise<string> {
  const block = await cheapest(Number(size))
  await buy([leaseOf(block)])
  say(`Leased ${block.address}/${block.cidr} for ${block.price} ${block.currency} a month.`)
  return `${block.address}/${block.cidr}`
}

const notation = (await blockAtHand()) ?? (await leaseAnother())
if ((await notes([notation])).get(notation)?.['customer'] !== customer) {
  await note(notation, { customer })
  say(`Assigned ${notation} to ${customer}.`)
}
const lease = (await leases(['active'])).find((one) => notationOf(one) === notation)
if (lease && !asnsOf(lease).includes(Number(asn))) {
  await buy([letterFor(notation, Number(asn), await companyName())])
  say(`Ordered a letter for AS${asn} to announce ${notation}.`)
}
say(`${customer} has ${notation}.`)
