import type { Context } from '../../kernel/context.ts'
import { Content, endpoint, Reply, type Endpoint } from '../../kernel/endpoint.ts'
import { Type } from '../../kernel/http/schema.ts'
import { verifyCode } from './verify.actions.ts'
import { codeIn, codeTyped, wantsJson, type Standing } from './verify.rules.ts'
import { standingAnswer, StandingAnswer } from './verify.wire.ts'
import { pagePolicy, questionPage, standingPage } from './page.wire.ts'

/** Whether a letter is genuine and in force, for whoever holds it in their hands. */

/** A script that looks at nothing but the status takes no forged letter for a genuine one. */
const statusOf = ({ genuine }: Standing): number => (genuine ? 200 : 404)

const show = (html: string, status: number): Content =>
  new Content('text/html; charset=utf-8', html, { 'content-security-policy': pagePolicy, vary: 'accept' }, status)

const showStanding = (ctx: Context, standing: Standing): Content =>
  show(standingPage(ctx.house.config.sellerName, standing), statusOf(standing))

const also = { 404: 'No letter has this code, or it is no code at all: the same answer, byte for byte.' }

export const verifyRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'verifyLetter',
    route: 'GET /verify/:letterCode',
    tag: 'Letters',
    summary: 'Verify a letter of authorisation by its code',
    description: 'For anyone: a page, or JSON where the `Accept` header prefers it.',
    access: { by: 'anyone' },
    rate: 'verifyRateLimit',
    params: Type.Object({
      letterCode: Type.String({ maxLength: 16_384, examples: ['0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV'] }),
    }),
    answer: StandingAnswer,
    content: 'text/html',
    also,
    examples: {
      answer: {
        genuine: true,
        in_force: true,
        since: '2026-11-15T10:00:00Z',
        block: '192.0.2.0/24',
        asn: 64_500,
        max_length: 24,
        company_name: 'Example Networks B.V.',
        reference: 'LOA-5A6B-7C8D-9E0F',
        valid_from: '2026-11-15T10:00:00Z',
        valid_until: '2027-11-15T10:00:00Z',
      },
    },
    handle: async (ctx, { params, request: { headers } }) => {
      const standing = await verifyCode(ctx, codeIn(params.letterCode))
      if (!wantsJson(headers['accept'])) return showStanding(ctx, standing)
      return new Reply(standingAnswer(standing), { vary: 'accept' }, statusOf(standing))
    },
  }),
  endpoint({
    id: 'verifyLetterByForm',
    route: 'GET /verify',
    tag: 'Letters',
    summary: 'Ask for the code of a letter of authorisation, and verify it',
    access: { by: 'anyone' },
    rate: 'verifyRateLimit',
    query: Type.Object({ code: Type.Optional(Type.String({ maxLength: 200, description: 'As it was typed.' })) }),
    content: 'text/html',
    also,
    handle: async (ctx, { query: { code } }) =>
      code === undefined || code.trim() === ''
        ? show(questionPage(ctx.house.config.sellerName), 200)
        : showStanding(ctx, await verifyCode(ctx, codeTyped(code))),
  }),
]
