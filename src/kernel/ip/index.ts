/** The door to addresses and prefixes. Text from outside gives a result; wrong arithmetic throws a RangeError. */
export {
  type Address,
  type Family,
  type Prefix,
  addressCount,
  addressOf,
  childCount,
  children,
  compareAddresses,
  comparePrefixes,
  contains,
  containsAddress,
  firstAddress,
  halves,
  lastAddress,
  nthChild,
  overlaps,
  parent,
  prefixAround,
  samePrefix,
} from './prefix.ts'
export {
  type IpFault,
  formatAddress,
  formatPrefix,
  knownAddress,
  knownPrefix,
  mask,
  parseAddress,
  parsePrefix,
  prefixFrom,
} from './text.ts'
export { difference, mergePrefixes, prefixesOfCount, splitRange, subtract } from './sets.ts'
export { isSpecialUse, specialUseOf, specialUses } from './special-use.ts'
