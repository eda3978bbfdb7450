import { html, words, type Markup } from './markup.ts'
import type { Entry } from './pages.ts'
import { bodyOf, parametersOf, type ShownParameter } from './parameters.ts'
import { sampleOf } from './sample.ts'
import { meant, type Shown } from './schema-table.ts'
import { byToken, curlOf, type Trial } from './trial.rules.ts'

/**
 * Where an operation is tried: fields for all that it takes, the curl for it, and room for what it answers. The script
 * (`web/explorer`) fills in who is signed in, and sends; without it, and for those who are not, this is the reference.
 */

const formType = 'application/x-www-form-urlencoded'

/** Why the explorer leaves an operation to others; nothing where it does not. */
function whyNot(entry: Entry): string | undefined {
  const { security } = entry.operation
  if (security.length > 0 && !security.some((way) => 'oauth' in way))
    return 'Only the portal calls this, for whoever is signed in to it; it takes no token.'
  return bodyOf(entry)?.type === formType
    ? 'This takes a secret of yours, which does not belong into a page; try it from a shell.'
    : undefined
}

export function trySection(entry: Entry, explores: boolean): Markup {
  const trial = trialOf(entry)
  const left = explores ? whyNot(entry) : undefined
  const form = explores && left === undefined ? formFor(entry, trial) : ''
  return html`<section class="try" id="try" aria-labelledby="try-it" data-trial="${JSON.stringify(trial)}">
    <h2 id="try-it">Try it</h2>
    ${left === undefined ? '' : html`<p>${left}</p>`}${form}
    <div class="copied">
      <pre
        tabindex="0"
        aria-label="The request as a curl command"
      ><code data-part="curl">${curlFor(entry, trial)}</code></pre>
      <button type="button" class="quiet" data-part="copy" hidden>Copy</button>
    </div>
    ${form === '' ? '' : [answer, question(trial)]}
  </section>`
}

function trialOf(entry: Entry): Trial {
  const { api, method, path, operation } = entry
  const [scope = null] = operation.security.flatMap((way) => way['oauth'] ?? [])
  return {
    method: method.toUpperCase(),
    path,
    url: api.servers[0]?.url ?? '',
    scope,
    media: bodyOf(entry)?.type ?? null,
  }
}

function formFor(entry: Entry, trial: Trial): Markup {
  const parameters = parametersOf(entry).map((one) => ({ ...one, schema: meant(one.schema, entry.api) }))
  const among = (place: string) => parameters.filter((one) => one.in === place)
  const { operationId } = entry.operation
  return html`<form>
    ${fieldsIn('Path', among('path'))}${fieldsIn('Query', among('query'))}${fieldsIn('Headers', among('header'))}
    ${bodyField(entry)}
    <fieldset data-part="who" hidden>
      <legend>As</legend>
      <div class="fields">
        <label
          >Company
          <select name="company"></select
        ></label>
        ${
          trial.scope === null
            ? ''
            : html`<label
                >Scope of the token
                <select name="scope"></select
              ></label>`
        }
      </div>
    </fieldset>
    <p role="status" data-part="state">
      <a href="/sign-in?to=${encodeURIComponent(`/docs/operations/${operationId}`)}">Sign in</a> to try it here, with a
      token of your own company that lives for minutes.
    </p>
    <p><button disabled>Run</button></p>
  </form>`
}

function fieldsIn(title: string, parameters: readonly ShownParameter[]): Markup | undefined {
  if (parameters.length === 0) return undefined
  const fields = html`<div class="fields">${parameters.map(field)}</div>`
  return html`<fieldset>
    <legend>${title}</legend>
    ${fields}
  </fieldset>`
}

/** The company of the path, which the script fills in. */
const ofCompany = new Set(['tenantUUID', 'user_id'])

function field({ name, in: place, required, description, schema }: ShownParameter): Markup {
  const id = `try-${place}-${name}`
  const about = html`name="${name}" data-in="${place}" id="${id}"
  aria-describedby="${id}-about"${required ? html` required` : ''}${ofCompany.has(name) ? html` data-company` : ''}`
  const values = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined)
  const control = values
    ? html`<select ${about}>
        ${required ? '' : html`<option></option>`}${values.map((value) => html`<option>${String(value)}</option>`)}
      </select>`
    : html`<input ${about} placeholder="${placeholderOf(schema)}" autocomplete="off" spellcheck="false" />`
  return html`<div>
    <label for="${id}"><code>${name}</code>${required ? html` <span class="needed">required</span>` : ''}</label>
    ${control}
    <small id="${id}-about">${words(description ?? '')}</small>
  </div>`
}

function placeholderOf(schema: Shown): string {
  const [known = schema['default']] = (schema['examples'] ?? []) as readonly unknown[]
  if (known !== undefined) return typeof known === 'string' ? known : JSON.stringify(known)
  return schema.items?.enum?.slice(0, 3).join(',') ?? ''
}

function bodyField(entry: Entry): Markup | undefined {
  const body = bodyOf(entry)
  if (!body) return undefined
  const sample = JSON.stringify(sampleBody(entry), null, 2)
  return html`<fieldset>
    <legend>Body</legend>
    <label for="try-body">${body.type}</label>
    <textarea
      id="try-body"
      name="body"
      data-in="body"
      rows="${String(Math.min(sample.split('\n').length + 1, 24))}"
      spellcheck="false"
    >
${sample}</textarea>
  </fieldset>`
}

const sampleBody = (entry: Entry): unknown => {
  const media = bodyOf(entry)?.media
  return media?.example ?? sampleOf(media?.schema ?? {}, entry.api)
}

const answer = html`<div class="answer" data-part="answer" hidden>
  <h3>Answer</h3>
  <p role="status" data-part="outcome"></p>
  <details>
    <summary>Headers</summary>
    <pre tabindex="0"><code data-part="headers"></code></pre>
  </details>
  <pre tabindex="0" aria-label="Response body" data-part="body"><code></code></pre>
  <p class="soft" data-part="note"></p>
</div>`

/** Asked before anything is changed. */
const question = ({ method, path }: Trial): Markup | undefined =>
  method === 'GET'
    ? undefined
    : html`<dialog aria-labelledby="try-sure" aria-describedby="try-stakes">
        <form method="dialog">
          <h3 id="try-sure">Run a request that changes things?</h3>
          <p><span class="method ${method.toLowerCase()}">${method}</span> <span class="path">${path}</span></p>
          <p id="try-stakes" data-part="stakes"></p>
          <p class="choices">
            <button class="quiet" value="no">Cancel</button>
            <button value="yes">Run it</button>
          </p>
        </form>
      </dialog>`

/** As it stands in the reference: parameters by their names, the example for a body. */
function curlFor(entry: Entry, { method, path, url, scope, media }: Trial): string {
  const secrets = scope === null ? [] : [byToken]
  const request = { method, url: `${url}${path}`, headers: {}, body: null }
  if (media === null) return curlOf(request, secrets)
  if (media !== formType)
    return curlOf({ ...request, headers: { 'Content-Type': media }, body: JSON.stringify(sampleBody(entry)) }, secrets)
  // Of a form; without an example it is that for a token.
  const example = bodyOf(entry)?.media.example as Record<string, string> | undefined
  const body = new URLSearchParams(example ?? { grant_type: 'client_credentials' }).toString()
  return curlOf({ ...request, body }, example ? [] : ['-u "$CLIENT_ID:$CLIENT_SECRET"'])
}
