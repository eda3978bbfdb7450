import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSound, openStage, operatorOf, signedInPage, watchedPage, type Stage } from '../support/browser/visit.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('terms', () => {
  it('are published by the operator, read by everybody, and accepted before one goes on', async () => {
    const { page, troubles } = await signedInPage(stage, await operatorOf(stage))
    await page.goto(`${stage.url}/operator/texts`)
    await page.getByRole('textbox', { name: 'Text' }).fill('# Be kind\n\n<script>alert(1)</script>\n\n[Us](/contact)')
    await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Be kind' }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Publish version 1' }).click()
    // Whoever publishes the first terms accepts them as everybody does.
    await page.getByRole('cell', { name: 'Asked of everybody' }).waitFor()
    expect(troubles).toEqual([])

    const { page: outside, troubles: others } = await watchedPage(stage)
    await outside.goto(stage.url)
    await outside.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click()
    await outside.getByRole('heading', { name: 'Be kind' }).waitFor()
    await outside.getByText('<script>alert(1)</script>').waitFor()
    await expectSound(outside)
    expect(await outside.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).count()).toBe(0)
    await outside.goto(`${stage.url}/sign-up`)
    await outside.getByRole('checkbox', { name: 'I have read the terms' }).waitFor()
    await expectSound(outside)
    expect(others).toEqual([])

    const { email } = await stage.world.person(await stage.world.tenant('Brightwave Hosting'))
    const { page: theirs, troubles: met } = await signedInPage(stage, email)
    await theirs.goto(`${stage.url}/account/sessions`)
    await theirs.waitForURL(/\/account\/terms/)
    await theirs.getByRole('heading', { name: 'Be kind' }).waitFor()
    await expectSound(theirs)
    await theirs.getByRole('button', { name: 'Accept the terms' }).click()
    await theirs.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor()
    expect(met).toEqual([])
  })
})
