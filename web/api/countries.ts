import { useQuery } from '@tanstack/react-query'
import { read } from './query.ts'

/** Every country and its name, read once. */
export function useCountries(): readonly { readonly code: string; readonly name: string }[] | undefined {
  return useQuery({ ...read('/ecommerce/public/common/countries'), staleTime: Infinity }).data?.data
}

/** As a field offers them. */
export function useCountryChoices() {
  return useCountries()?.map(({ code, name }) => ({ value: code, label: name }))
}

/** The code itself until the names are there. */
export function useCountryName(): (code: string) => string {
  const countries = useCountries()
  return (code) => countries?.find((country) => country.code === code)?.name ?? code
}
