import { signIn } from '../server/server-process.ts'
import type { Answer } from '../http-call.ts'
import type { Installation } from './installation.ts'

/** Somebody at the portal, who does what the page says. */

type Values = Readonly<Record<string, string | number>>

export class Person {
  readonly #installation: Installation
  readonly #headers: Readonly<Record<string, string>>
  /** What all of the person's requests know: its company. */
  readonly #own: Values

  private constructor(installation: Installation, headers: Readonly<Record<string, string>>, own: Values) {
    this.#installation = installation
    this.#headers = headers
    this.#own = own
  }

  static async arrive(installation: Installation, email: string, password: string, own: Values = {}): Promise<Person> {
    return new Person(installation, await signIn(installation.url, email, password), own)
  }

  /** The answer's JSON; a refusal ends the test. */
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are checked against OpenAPI elsewhere
  async does(step: string, values: Values = {}): Promise<any> {
    const answer = await this.tries(step, values)
    if (answer.status >= 300) throw new Error(`${step}: ${answer.status} ${answer.text}`)
    return answer.text.startsWith('{') ? JSON.parse(answer.text) : answer.text
  }

  tries(step: string, values: Values = {}): Promise<Answer> {
    return this.#installation.send(step, { ...this.#own, ...values }, this.#headers)
  }

  /** Looks until it is so. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  sees(step: string, values: Values, isSo: (answer: any) => boolean): Promise<any> {
    return this.#installation.wait(async () => {
      const answer = await this.tries(step, values)
      const shown: unknown = answer.status < 300 ? JSON.parse(answer.text) : null
      return shown !== null && isSo(shown) ? shown : null
    }, `${step} is as expected`)
  }
}
