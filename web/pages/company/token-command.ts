/** How a program gets a token with a key, for a shell. */
export function tokenCommand({ client_id, client_secret }: Record<'client_id' | 'client_secret', string>): string {
  return [
    `curl ${location.origin}/oauth2/token \\`,
    '  -d grant_type=client_credentials \\',
    `  -d client_id=${client_id} \\`,
    `  -d client_secret=${client_secret}`,
  ].join('\n')
}
