/** One of its two GraphQL interfaces, asked by one person. */
export class Graph {
  readonly #url: string
  #token = ''

  constructor(url: string) {
    this.#url = url
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.ask(
      `mutation ($username: String!, $password: String!) {
        done: login(username: $username, password: $password) { __typename ... on ErrorResult { message } }
      }`,
      { username, password },
      'CurrentUser',
    )
    if (this.#token === '') throw new Error('Vendure has given no token')
  }

  /** What is called `done` in the answer. A text is parsed only once by the server as long as it stays the same. */
  async ask<Done = unknown>(query: string, variables: Readonly<Record<string, unknown>>, type = ''): Promise<Done> {
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify({ query, variables }),
    })
    this.#token = answer.headers.get('vendure-auth-token') ?? this.#token
    const text = await answer.text()
    const { data, errors } = JSON.parse(text) as { data?: { done: Done | null } | null; errors?: unknown }
    const done = data?.done ?? null
    if (!answer.ok || errors !== undefined || done === null) throw new Error(`${query}: ${answer.status} ${text}`)
    if (type !== '' && (done as { __typename?: string }).__typename !== type) throw new Error(`${query}: ${text}`)
    return done
  }
}
