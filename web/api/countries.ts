import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from './query.ts'

/** Every country and its name, read once. */
export function useCountries(): readonly { readonly code: string; readonly name: string }[] | undefined {
  return useQuery({ ...read('/ecommerce/public/common/countries'), staleTime: Infinity }).data?.data
}

/** As a field offers them: the same list as long as they are the same, or all of them are laid out anew. */
export function useCountryChoices() {
  const countries = useCountries()
  return useMemo(() => countries?.map(({ code, name }) => ({ value: code, label: name })), [countries])
}

/** The code itself until the names are there. */
export function useCountryName(): (code: string) => string {
  const countries = useCountries()
  return (code) => countries?.find((country) => country.code === code)?.name ?? code
}
