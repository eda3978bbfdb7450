/** What one pastes into a shell to see for oneself. */

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Standard Webhooks: HMAC-SHA256 of id, time and body, with the bytes that the secret stands for. */
export const checkCommand = ({ headers, body }: Sent): string =>
  [
    'SECRET=whsec_…',
    `KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')`,
    `printf %s ${quoted(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)} |`,
    '  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64',
  ].join('\n')

export const sendCommand = ({ headers, body }: Sent): string =>
  [
    'curl http://localhost:3000/ \\',
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)} \\`),
    `  -d ${quoted(body)}`,
  ].join('\n')
