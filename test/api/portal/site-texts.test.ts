import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noSession, onlyOperators, openOffice, outcomeOf, outcomesFor, type Office } from '../../support/portal.ts'
import { ticketFor } from '../../support/server/mailbox.ts'
import { openWorld, password, type World } from '../../support/world.ts'

/** Terms, privacy and contact: published by version, read by everybody, accepted by people. */

let world: World
let office: Office
beforeAll(async () => {
  world = await openWorld()
  office = await openOffice(world)
})
afterAll(() => world.close())

/** A fresh installation again: what is published cannot be removed otherwise. */
afterEach(async () => {
  await world.house.pool.query('truncate terms_acceptance, site_text')
})

type Headers = Record<string, string>

const publish = (kind: string, payload: object, headers: Headers = office.operator) =>
  world.call('POST', `/portal/operator/texts/${kind}`, { headers, payload })
const terms = (version: number, ask_again = false) =>
  publish('terms', { markdown: `# Terms ${version}`, follows: version - 1, ask_again })
const read = (path: string, headers: Headers = {}) => world.call('GET', path, { headers })
const accept = (version: number, headers: Headers) =>
  world.call('POST', '/portal/me/terms', { headers, payload: { version } })
const owedBy = async (headers: Headers) => (await read('/portal/me', headers)).body.data.terms_owed as number | null
const signUp = (email: string, more: object = {}) =>
  world.call('POST', '/portal/sign-up', {
    payload: { email, name: 'Ann New', company: { title: 'New Networks', role: 'lessee' }, ...more },
    remoteAddress: '192.0.2.7',
  })
const acceptances = async (search = '') =>
  (await read(`/portal/operator/terms-acceptances?filter[search]=${search}`, office.operator)).body.data as {
    email: string
    version: number
    accepted_at: number
  }[]

describe('portalListTexts, portalShowText, operatorPublishText, operatorListTextVersions', () => {
  it('adds a version, and leaves the older one as it was', async () => {
    const first = await publish('privacy', { markdown: '# Privacy\n\nWe keep little.', follows: 0 })
    expect([first.status, first.body.data]).toEqual([
      201,
      { kind: 'privacy', version: 1, published_at: expect.any(Number) },
    ])
    await publish('privacy', { markdown: '# Privacy\n\nWe keep less.', follows: 1 })
    expect((await read('/portal/texts/privacy')).body.data).toMatchObject({
      version: 2,
      markdown: '# Privacy\n\nWe keep less.',
    })
    expect((await read('/portal/texts/privacy?version=1')).body.data.markdown).toBe('# Privacy\n\nWe keep little.')
    const versions = await read('/portal/operator/texts/privacy/versions', office.operator)
    expect(versions.body.data).toMatchObject([
      { version: 2, must_accept: false, publisher: 'Test Person' },
      { version: 1, must_accept: false, publisher: 'Test Person' },
    ])
    expect((await read('/portal/texts')).body.data).toMatchObject([{ kind: 'privacy', version: 2 }])
    for (const change of [`update site_text set markdown = 'x'`, 'delete from site_text'])
      await expect(world.house.pool.query(change)).rejects.toThrow('site_text rows stay as they were written')
  })

  it('lets nobody overtake a version that they have not seen', async () => {
    await terms(1)
    expect(outcomeOf(await terms(1))).toBe('409 text_replaced')
    expect(outcomeOf(await terms(3))).toBe('409 text_replaced')
    const both = await Promise.all([terms(2), terms(2)])
    expect(both.map(outcomeOf).map(String).toSorted()).toEqual(['201', '409 text_replaced'])
  })

  it.each([
    ['an empty text', ''],
    ['nothing but space', ' \n\t '],
    ['200 kB', 'x'.repeat(200_000)],
  ])('refuses %s', async (_what, markdown) => {
    const answer = await publish('contact', { markdown, follows: 0 })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['markdown']])
    expect((await read('/portal/texts')).body.data).toEqual([])
  })

  it('keeps script as the text that it is', async () => {
    const markdown = '<script>alert(1)</script> [x](javascript:alert(1))'
    await publish('contact', { markdown, follows: 0 })
    const answer = await read('/portal/texts/contact')
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.body.data.markdown).toBe(markdown)
  })

  it('is for operators', async () => {
    const tried = await outcomesFor(office, (headers) => publish('terms', { markdown: 'x', follows: 0 }, headers))
    expect(tried).toEqual({ ...onlyOperators, operator: 201 })
    for (const path of ['/portal/operator/texts/terms/versions', '/portal/operator/terms-acceptances'])
      expect(await outcomesFor(office, (headers) => read(path, headers))).toEqual(onlyOperators)
  })

  it.each(['/portal/texts/terms', '/portal/texts/imprint', '/portal/texts/terms?version=7'])(
    'says of %s that it is not there',
    async (path) => expect((await read(path)).status).toBe(404),
  )
})

describe('portalAcceptTerms, operatorListAcceptances', () => {
  it('is asked of nobody while there are none', async () => {
    expect(await owedBy(office.owner)).toBe(null)
    expect((await signUp('before@example.net')).status).toBe(200)
    expect(outcomeOf(await accept(1, office.owner))).toBe('422 site_terms_unknown')
    expect(outcomeOf(await signUp('early@example.net', { terms_version: 1 }))).toBe('422 site_terms_unknown')
  })

  it('is recorded with the person, the version and the time, once', async () => {
    await terms(1)
    const { email, cookie, uuid } = await world.person(office.tenant)
    expect(await owedBy(cookie)).toBe(1)
    expect((await accept(1, cookie)).status).toBe(204)
    const [first] = await acceptances(email)
    expect(first).toMatchObject({ email, version: 1, person_uuid: uuid, accepted_at: expect.any(Number) })
    expect((await accept(1, cookie)).status).toBe(204)
    expect(await acceptances(email)).toEqual([first])
    expect(await owedBy(cookie)).toBe(null)
    const log = await world.house.pool.query(
      `select data from audit_entry where action = 'person.terms_accepted' and subject_uuid = $1`,
      [uuid],
    )
    expect(log.rows).toEqual([{ data: { version: 1 } }])
  })

  it('is asked again where a new version says so, and not where it does not', async () => {
    await terms(1)
    await accept(1, office.owner)
    await terms(2)
    expect(await owedBy(office.owner)).toBe(null)
    await terms(3, true)
    await terms(4)
    expect(await owedBy(office.owner)).toBe(4)
    expect(outcomeOf(await accept(3, office.owner))).toBe('422 site_terms_superseded')
    expect(outcomeOf(await accept(5, office.owner))).toBe('422 site_terms_unknown')
    expect(await owedBy(office.owner)).toBe(4)
    expect((await accept(4, office.owner)).status).toBe(204)
    expect(await owedBy(office.owner)).toBe(null)
    expect(outcomeOf(await accept(4, {}))).toBe(noSession)
  })

  it('belongs to the sign-up, and is the person’s once the address is proven', async () => {
    await terms(1)
    await terms(2)
    expect(outcomeOf(await signUp('ann@example.net'))).toBe('422 site_terms_not_accepted')
    expect(outcomeOf(await signUp('ann@example.net', { terms_version: 1 }))).toBe('422 site_terms_superseded')
    expect(outcomeOf(await signUp('ann@example.net', { terms_version: 3 }))).toBe('422 site_terms_unknown')
    expect((await signUp('ann@example.net', { terms_version: 2 })).status).toBe(200)
    expect(await acceptances('ann@')).toEqual([])
    const ticket = await ticketFor(world, 'ann@example.net')
    await world.call('POST', '/portal/password', { payload: { ticket, password } })
    expect(await acceptances('ann@')).toMatchObject([{ email: 'ann@example.net', version: 2 }])
    expect(await owedBy(await world.signIn('ann@example.net'))).toBe(null)
  })
})
