import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { LeaseInFull as LeaseView } from '../../../client/api.gen.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/query.ts'

/** What is read of one lease, by its names in the API. */

export const leasePath = '/billing/v1/{tenantUUID}/market/ipv4/services/{serviceUUID}'
export const listPath = '/billing/v1/{tenantUUID}/market/ipv4/services'
export const lettersPath = '/billing/v1/{tenantUUID}/market/ipv4/letters'
export const geofeedPath = '/billing/v1/{tenantUUID}/market/ipv4/geofeed'
export const subscriptionPath = '/ecommerce/public/{user_id}/subscriptions/{subscription_uuid}'

export const leaseOf = (tenantUUID: string, serviceUUID: string) =>
  read(leasePath, { params: { path: { tenantUUID, serviceUUID } } })

export const periodsOf = (tenantUUID: string, serviceUUID: string, page: number) =>
  read('/billing/v1/{tenantUUID}/market/ipv4/services/{serviceUUID}/periods', {
    params: { path: { tenantUUID, serviceUUID }, query: { page, per_page: 12 } },
  })

export const subscriptionOf = (user_id: string, subscription_uuid: string) =>
  read(subscriptionPath, { params: { path: { user_id, subscription_uuid } } })

const searchPath = '/nethub-data/{tenantUUID}/prefixes/search'

interface Standing {
  readonly notation: string
  readonly routingHealth: { readonly criticalityStatus: string }
}

/** How the routing of these blocks stands, by one request. */
export const standingsOf = (tenantUUID: string, notations: readonly string[]) =>
  queryOptions({
    queryKey: [searchPath, tenantUUID, notations] as const,
    queryFn: async ({ signal }) => {
      const body = {
        notations: [...notations],
        fields: ['notation', 'routingHealth.criticalityStatus'],
        limit: notations.length,
      }
      const { data } = await api.POST(searchPath, { params: { path: { tenantUUID } }, body, signal })
      return (data?.data ?? []) as unknown as readonly Standing[]
    },
    enabled: notations.length > 0,
    placeholderData: keepPreviousData,
  })

interface LettersWish {
  readonly page?: number | undefined
  readonly statuses?: string | undefined
  readonly asn?: number | undefined
  readonly service_uuid?: string | undefined
  readonly sort?: string | undefined
}

export const lettersOf = (tenantUUID: string, { statuses, sort, ...wish }: LettersWish) =>
  read(lettersPath, {
    params: {
      path: { tenantUUID },
      query: {
        ...(Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as {
          page?: number
          asn?: number
          service_uuid?: string
        }),
        ...(statuses && { statuses: [statuses] }),
        ...(sort && { sort: [sort] }),
      },
    },
  })

export const blockOf = ({ billing_service: { address, cidr } }: Pick<LeaseView, 'billing_service'>): string =>
  `${address}/${cidr}`
