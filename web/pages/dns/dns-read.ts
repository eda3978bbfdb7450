/** Where reverse DNS is read and changed. */

export const blocksPath = '/dns/{tenantUUID}/reverse/blocks'
export const namesPath = '/dns/{tenantUUID}/reverse/names'
export const namePath = '/dns/{tenantUUID}/reverse/names/{address}'
export const patternPath = '/dns/{tenantUUID}/reverse/pattern'
export const delegationsPath = '/dns/{tenantUUID}/reverse/delegations'
export const delegationPath = '/dns/{tenantUUID}/reverse/delegations/{delegationUUID}'
export const serversPath = '/dns/{tenantUUID}/servers'
export const serverPath = '/dns/{tenantUUID}/servers/{serverUUID}'
export const offersPath = '/dns/{tenantUUID}/offers'
export const offerPath = '/dns/{tenantUUID}/offers/{offerUUID}'
