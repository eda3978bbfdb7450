import { byToken, curlOf } from '../../src/kernel/http/docs/trial.rules.ts'
import { isSecret } from './secrets.ts'

/** A request of a page as a command for a shell: as programs send it, by a token that the shell has. */

/** What is made for these pages alone is nothing for programs. */
export const isForPrograms = ({ url }: Request): boolean => !new URL(url).pathname.startsWith('/portal/')

/** Secrets are shown by their names. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      one !== null && isSecret(name) ? `<${name}>` : withoutSecrets(one),
    ]),
  )
}

/** Null for what is not for programs, and for files. */
async function commandFor(request: Request): Promise<string | null> {
  if (!isForPrograms(request)) return null
  const { method, url } = request
  const text = await request.clone().text()
  if (text === '') return curlOf({ method, url, headers: {}, body: null }, [byToken])
  const media = 'application/json'
  if (!request.headers.get('content-type')?.startsWith(media)) return null
  const body = JSON.stringify(withoutSecrets(JSON.parse(text)))
  return curlOf({ method, url, headers: { 'Content-Type': media }, body }, [byToken])
}

/** One below the other; null where there is none. */
export async function commandsFor(requests: readonly Request[]): Promise<string | null> {
  const commands = await Promise.all(requests.map(commandFor))
  return commands.filter((command) => command !== null).join('\n\n') || null
}
