/** What the API said no to, in whichever of its three ways. */
export class Refused extends Error {
  readonly status: number
  /** Stable; programs may rely on it. Empty where there is only a sentence, as prefix data has it. */
  readonly code: string
  /** Field path to sentences, where fields are at fault. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** To be quoted when something is reported. */
  readonly requestId: string

  constructor(message: string, status: number, code: string, fields: Refused['fields'], requestId: string) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

interface Words {
  readonly message?: string
  readonly code?: string | number
  readonly error?: string
  readonly error_description?: string
  readonly errors?: Refused['fields']
}

export async function refused(response: Response): Promise<Refused> {
  const words = (await response.json().catch(() => ({}))) as Words
  const message = words.message ?? words.error_description ?? words.error ?? `${response.status} ${response.statusText}`
  const code = typeof words.code === 'string' ? words.code : words.error_description === undefined ? '' : words.error
  const requestId = response.headers.get('x-request-id') ?? ''
  return new Refused(message, response.status, code ?? '', words.errors ?? {}, requestId)
}
