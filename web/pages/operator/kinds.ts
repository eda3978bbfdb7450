import { isKind, kindNames, kinds } from '../../../src/network/kinds.rules.ts'

/** The kinds of network data, in words. */

export const kindTitle = (kind: string): string => (isKind(kind) ? kinds[kind].title : kind)

export const kindOptions = kindNames.map((value) => ({ value, label: kindTitle(value) }))
