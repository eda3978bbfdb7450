import type { FoundBlock } from '../../../client/api.gen.ts'
import { None } from '../../ui/values.tsx'

/** Where most providers see a block; the city where one of them names it. */
export function PlaceOf({
  block: { geo_data, geo_country_code },
}: {
  readonly block: Pick<FoundBlock, 'geo_data' | 'geo_country_code'>
}) {
  const places = Object.values(geo_data).filter(({ country_code }) => country_code === geo_country_code)
  const [first] = places
  if (!first) return <None />
  const city = places.find(({ city_name }) => city_name !== null)?.city_name
  return <>{[city, first.country_name].filter(Boolean).join(', ')}</>
}
