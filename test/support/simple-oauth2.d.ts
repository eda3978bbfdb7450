/** The library has no types of its own; these are the parts that its test uses. */
declare module 'simple-oauth2' {
  export interface AccessToken {
    readonly token: Readonly<Record<string, unknown>>
    expired(): boolean
    revoke(kind: 'access_token'): Promise<unknown>
  }

  interface Grant {
    getToken(parameters: Record<string, unknown>): Promise<AccessToken>
  }

  export const ClientCredentials: new (options: object) => Grant
  export const ResourceOwnerPassword: new (options: object) => Grant
}
