import { hash, timingSafeEqual } from 'node:crypto'
import { Content, endpoint, type Endpoint, type RequestFacts } from '../kernel/endpoint.ts'
import { health } from '../kernel/health.ts'
import { metrics } from '../kernel/metrics.ts'
import { kernelProblem } from '../kernel/problems.ts'
import { named, OneOf } from '../kernel/http/schema.ts'
import { homePage } from './home.ts'
import { portal } from './portal.ts'

/** The front of the house: what it is, and whether it is well. */

/** Compares digests, so that the time taken says nothing about how much was right. */
function sameText(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}

/** What proxies add to a request, each in its own words. */
const ofProxies = /^(forwarded|via|x-forwarded($|-)|x-real-ip$|x-client-ip$|x-cluster-client-ip$|true-client-ip$|cf-)/

/** A proxy on this machine speaks for others, also one that is trusted to say for whom. */
const isDirectAndLocal = ({ peer, headers }: RequestFacts): boolean =>
  /^(::1$|(::ffff:)?127\.)/.test(peer) && !Object.keys(headers).some((name) => ofProxies.test(name))

export const frontRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'home',
    route: 'GET /',
    tag: 'Operating',
    summary: 'What this is',
    access: { by: 'anyone' },
    rate: 'fileRateLimit',
    content: 'text/html',
    handle: async (ctx) => {
      const page = await portal(ctx)?.page()
      if (page) return new Content(page.type, page.body, page.headers)
      return new Content('text/html; charset=utf-8', homePage.html, { 'content-security-policy': homePage.policy })
    },
  }),
  endpoint({
    id: 'alive',
    route: 'GET /livez',
    tag: 'Operating',
    summary: 'Whether the process runs',
    access: { by: 'anyone' },
    always: true,
    unlimited: true,
    answer: named('Liveness', { status: OneOf(['alive']) }),
    handle: () => ({ status: 'alive' as const }),
  }),
  endpoint({
    id: 'ready',
    route: 'GET /readyz',
    tag: 'Operating',
    summary: 'Whether requests are served',
    access: { by: 'anyone' },
    always: true,
    unlimited: true,
    answer: named('Readiness', { status: OneOf(['ready']) }),
    refuses: kernelProblem.rows('not_ready'),
    handle: async (ctx) => {
      if (!(await health(ctx).ready(ctx.house.readers))) throw kernelProblem('not_ready')
      return { status: 'ready' as const }
    },
  }),
  endpoint({
    id: 'metrics',
    route: 'GET /metrics',
    tag: 'Operating',
    summary: 'Prometheus metrics',
    description: 'With the token of SUBLET_METRICS_TOKEN; without one only for direct requests from this machine.',
    access: { by: 'anyone' },
    always: true,
    content: 'text/plain',
    refuses: kernelProblem.rows('metrics_closed'),
    handle: async (ctx, { request }) => {
      const { metricsToken } = ctx.house.config
      const given = request.headers['authorization'] ?? ''
      const open = metricsToken === null ? isDirectAndLocal(request) : sameText(given, `Bearer ${metricsToken}`)
      if (!open) throw kernelProblem('metrics_closed')
      return metrics(ctx).page()
    },
  }),
]
