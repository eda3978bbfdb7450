/** Where connected registries are read and changed. */

export const listPath = '/routing/{tenantUUID}/connectors'
export const onePath = '/routing/{tenantUUID}/connectors/{connectorUUID}'
export const objectsPath = '/routing/{tenantUUID}/objects'
