/** What the audit log has of an address, for good: the rest of it may be a secret. */
export const hostIn = (url: string): string => new URL(url).host
