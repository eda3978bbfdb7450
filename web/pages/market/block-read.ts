import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'

export const blockPath = '/billing/v1/{tenantUUID}/market/blocks/{address}/{cidr}'

/** One block as who thinks about leasing it sees it. */
export function useBlock(address: string, cidr: number) {
  const { uuid: tenantUUID } = useCompany()
  return {
    ...read(blockPath, { params: { path: { tenantUUID, address, cidr: String(cidr) } } }),
    retry: false,
  }
}
