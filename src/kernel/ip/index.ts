/** The door to addresses and prefixes. Text from outside gives a result; wrong arithmetic throws a RangeError. */
export {
  type Address,
  type Family,
  type Prefix,
  addressCount,
  addressOf,
  childCount,
  children,
  comparePrefixes,
  contains,
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
  knownPrefix,
  mask,
  parseAddress,
  parsePrefix,
  prefixFrom,
} from './text.ts'
export { difference, mergePrefixes, prefixesOfCount, splitRange, subtract } from './sets.ts'
export { specialUseOf } from './special-use.ts'
