import { useParams } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import { drafts, strangersDrafts, type Draft, type DraftPlace, type Fields } from '../../api/drafts.ts'
import { me } from '../../api/session.ts'

/** What is typed on a page and not yet sent, kept over a reload. */

/** Null where nothing is kept. */
export function useDraftPlace(name: string | undefined): DraftPlace | null {
  const { data } = useQuery({ ...me(), enabled: false })
  const { company = '' } = useParams({ strict: false })
  if (name === undefined) return null
  return data ? { in: drafts, name: `${data.data.person.uuid}:${company}:${name}` } : { in: strangersDrafts, name }
}

/** For what a page holds itself: `const [prices, setPrices, draft] = useDraft('prices', stored)`. */
export function useDraft<V>(name: string, fresh: V): readonly [V, (value: V) => void, Draft] {
  const place = useDraftPlace(name)
  const [found, setFound] = useState(() => place?.in.read<V>(place.name) ?? null)
  const [value, setValue] = useState(found ? found.value : fresh)
  const forget = () => {
    place?.in.remove(place.name)
    setFound(null)
  }
  const change = (next: V) => {
    setValue(next)
    if (place === null) return
    if (JSON.stringify(next) === JSON.stringify(fresh)) forget()
    else place.in.write(place.name, next)
  }
  const startOver = () => {
    forget()
    setValue(fresh)
  }
  return [value, change, { restoredAt: found?.at ?? null, startOver, sent: forget }]
}

/** What a form's fields begin with: read as they are first shown, so that a field added later begins empty. */
export const FieldsContext = createContext<{ readonly fields: Fields | null }>({ fields: null })

const FieldName = createContext<string | undefined>(undefined)
export const FieldNameProvider = FieldName.Provider

/** What was kept of the field of this name, or of the `Field` around it. */
export function useKeptField(name?: string): readonly string[] | undefined {
  const around = useContext(FieldName)
  const { fields } = useContext(FieldsContext)
  const own = name ?? around
  const [kept] = useState(() => (own === undefined || fields === null ? undefined : (fields[own] ?? [])))
  return kept
}

/** Before the page goes, by whatever way. */
export function useBeforeLeaving(work: () => void): void {
  useEffect(() => {
    addEventListener('pagehide', work)
    return () => removeEventListener('pagehide', work)
  })
}
