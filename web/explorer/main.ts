import type { SignedInPerson } from '../../client/portal.gen.ts'
import { byToken, curlOf, type Trial } from '../../src/kernel/http/docs/trial.rules.ts'
import { forgetTokens, send, tokenFor, whoIsIt } from '../api/explorer.ts'
import { asProblem } from '../api/problem.ts'
import { lastCompany } from '../api/signed-in.ts'
import { shown } from './answer.ts'
import { requestOf, type Typed } from './request.ts'
import { openCompanies, scopesFor, whyNot } from './who.ts'

/** The script of `/docs`: tries the operation of the page for whoever is signed in. The page itself is the server's. */

const section = document.querySelector<HTMLElement>('#try')
const trial = JSON.parse(section?.dataset['trial'] ?? 'null') as Trial | null
const form = section?.querySelector<HTMLFormElement>(':scope > form')

const part = (name: string): HTMLElement | null => section?.querySelector(`[data-part="${name}"]`) ?? null

function say(name: string, text: string): void {
  const place = part(name)
  if (place) place.textContent = text
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const controls = (): Control[] => [...(form?.querySelectorAll<Control>('[data-in]') ?? [])]
const choice = (name: string) => form?.querySelector<HTMLSelectElement>(`select[name="${name}"]:not([data-in])`)
const typed = (): Typed[] => controls().map(({ name, value, dataset }) => ({ in: dataset['in'] ?? '', name, value }))

function showCurl(given: Trial): void {
  say('curl', curlOf(requestOf(given, typed()), given.scope === null ? [] : [byToken]))
}

function enableCopying(): void {
  const button = part('copy')
  if (!button || !('clipboard' in navigator)) return
  button.hidden = false
  button.addEventListener('click', () => void copyCurl(button))
}

async function copyCurl(button: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(part('curl')?.textContent ?? '')
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 2_000)
}

/** Who acts is chosen once they are known: the company of the path and the scopes follow. */
function enter(given: Trial, me: SignedInPerson): void {
  const companies = openCompanies(me)
  const select = choice('company')
  const isLast = (number: number) => String(number) === lastCompany.get()
  select?.replaceChildren(
    ...companies.map(
      ({ uuid, title, role, customer_number }) =>
        new Option(`${title} (${role})`, uuid, false, isLast(customer_number)),
    ),
  )
  const who = part('who')
  if (who) who.hidden = companies.length === 0
  const follow = () => {
    const company = companies.find(({ uuid }) => uuid === select?.value)
    for (const control of controls()) if ('company' in control.dataset && company) control.value = company.uuid
    const scopes = company ? scopesFor(given, company) : []
    choice('scope')?.replaceChildren(...scopes.map((scope) => new Option(scope)))
    const why = whyNot(given, company)
    const button = form?.querySelector('button')
    if (button) button.disabled = why !== undefined
    say('state', why ?? `Signed in as ${me.person.name}.`)
    showCurl(given)
  }
  select?.addEventListener('change', follow)
  follow()
}

/** Before anything is changed: whether they mean it, where it is for real. */
function confirmed(me: SignedInPerson): Promise<boolean> {
  const dialog = section?.querySelector('dialog')
  if (!dialog) return Promise.resolve(true)
  say(
    'stakes',
    me.sandbox
      ? 'This is a sandbox: what it changes stays in it, and no money is real.'
      : 'This is not a sandbox: what it changes is changed for your company, and money may be owed for it.',
  )
  dialog.returnValue = 'no'
  dialog.showModal()
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true }),
  )
}

async function run(given: Trial): Promise<void> {
  const { method, url, headers, body } = requestOf(given, typed())
  const scope = choice('scope')?.value
  const token = given.scope === null ? null : await tokenFor(choice('company')?.value ?? '', scope ?? '')
  const begun = performance.now()
  // Where this page comes from, by whichever name it was reached.
  const response = await send(url.slice(given.url.length), {
    method,
    headers: { ...headers, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
    body,
    signal: AbortSignal.timeout(60_000),
  })
  if (response.status === 401) forgetTokens()
  await showAnswer(response, performance.now() - begun)
}

async function showAnswer(response: Response, milliseconds: number): Promise<void> {
  const { body, note } = await shown(response)
  const outcome = part('outcome')
  outcome?.replaceChildren(
    Object.assign(document.createElement('span'), {
      className: response.ok ? 'good' : 'bad',
      textContent: `${response.status} ${response.statusText}`.trim(),
    }),
    ` in ${Math.round(milliseconds)} ms`,
  )
  say('headers', [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'))
  const place = part('body')
  if (place) place.hidden = body === ''
  place?.firstElementChild?.replaceChildren(body)
  say('note', note)
}

async function attempt(given: Trial, me: SignedInPerson): Promise<void> {
  if (given.method !== 'GET' && !(await confirmed(me))) return
  const button = form?.querySelector('button')
  const answer = part('answer')
  button?.setAttribute('aria-busy', 'true')
  if (answer) answer.hidden = false
  say('outcome', 'Waiting for the response …')
  for (const name of ['headers', 'note']) say(name, '')
  part('body')?.firstElementChild?.replaceChildren()
  try {
    await run(given)
  } catch (error) {
    say('outcome', asProblem(error).message)
  } finally {
    button?.removeAttribute('aria-busy')
  }
}

async function start(given: Trial): Promise<void> {
  enableCopying()
  if (!form) return
  showCurl(given)
  form.addEventListener('input', () => showCurl(given))
  const me = await whoIsIt()
  if (!me) return
  enter(given, me)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(given, me)
  })
  form.addEventListener('keydown', (event) => {
    const mayRun = form.querySelector('button')?.disabled === false
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && mayRun) form.requestSubmit()
  })
}

if (trial) void start(trial)
