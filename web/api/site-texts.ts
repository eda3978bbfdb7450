import { useQuery } from '@tanstack/react-query'
import type { SiteText } from '../../client/portal.gen.ts'
import { read } from './query.ts'

export type TextKind = SiteText['kind']

export const textTitles: Readonly<Record<TextKind, string>> = {
  terms: 'Terms of service',
  privacy: 'Privacy',
  contact: 'Contact',
}

export const textsPath = '/portal/texts'
export const textPath = '/portal/texts/{textKind}'

/** Which the operator has published; undefined while it is not known. */
export const usePublished = () => useQuery({ ...read(textsPath), staleTime: 300_000 }).data?.data

export const textOf = (kind: TextKind, version?: number) =>
  read(textPath, { params: { path: { textKind: kind }, query: version === undefined ? {} : { version } } })
