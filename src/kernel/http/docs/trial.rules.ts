/** What the page of an operation and the script that tries it both know. */

/** An operation as it is called: handed to the script with the page. */
export interface Trial {
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  /** Where the API is. */
  readonly url: string
  /** What a token needs; null where none is asked for. */
  readonly scope: string | null
  /** How a body is sent; null where there is none. */
  readonly media: string | null
}

/** A request as it is about to be sent. */
export interface TrialRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Within single quotes a shell leaves everything as it is but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** `more` is said as it is, for what a shell shall fill in: secrets stay out of what people copy and paste. */
export function curlOf({ method, url, headers, body }: TrialRequest, more: readonly string[] = []): string {
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...more,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ')
}

/** The shell's variable, never the token. */
export const byToken = '-H "Authorization: Bearer $TOKEN"'
