import { securitySchemes, tokenDialect } from '../identity/index.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { pathOf } from '../kernel/endpoint.ts'
import type { Described } from '../kernel/http/openapi/document.ts'
import { prefixDataDialect } from '../prefixes/index.ts'
import { messages } from '../webhooks/index.ts'

/** Which documents describe the API, each for its readers, what its parts are about, and which words its refusals have. */

const isOperators = (endpoint: Endpoint): boolean =>
  endpoint.access.by === 'operator' || ['Operating', 'Sandbox'].includes(endpoint.tag)

const isPortals = (endpoint: Endpoint): boolean => !isOperators(endpoint) && pathOf(endpoint).startsWith('/portal/')

const stableCodes = 'Every refusal has a stable code.'

export const described: Described = {
  apis: [
    {
      path: '/openapi.json',
      title: 'Sublet',
      description:
        'A marketplace for leasing IPv4 subnets. Get an access token at `POST /oauth2/token` with an app key, ' +
        `then send it as \`Authorization: Bearer …\`. ${stableCodes} ` +
        'This is what programs integrate against; what the portal itself uses is in [/openapi/portal.json](/openapi/portal.json), ' +
        'what only operators use in [/openapi/operator.json](/openapi/operator.json). [/docs](/docs) shows all of it to people.',
      has: (endpoint) => !isOperators(endpoint) && !isPortals(endpoint),
      sends: { tag: 'Webhooks', messages },
    },
    {
      path: '/openapi/portal.json',
      title: 'Sublet: the portal',
      description: `What the portal uses beside the API for programs: people, their sessions, companies, app keys. Made for its own pages; it may change with them. ${stableCodes}`,
      has: isPortals,
    },
    {
      path: '/openapi/operator.json',
      title: 'Sublet: operating a marketplace',
      description: `What operators use, the probes and metrics of a node, and the test clock and cards of a sandbox. ${stableCodes}`,
      has: isOperators,
    },
  ],
  tags: {
    OAuth: 'Access tokens for programs (RFC 6749, 7009, 7662, 8414).',
    Company: 'The company itself, and what happened in it.',
    Market: 'Offering blocks, finding them, and reserving them.',
    Services: 'What a company leases.',
    Letters: 'Letters of authorisation: by which a leased block may be announced from an AS number.',
    ASN: 'What is known about AS numbers.',
    Prefixes: 'What is known about the prefixes a company holds or leases: registries, routes, RPKI, IRR, places.',
    'Reverse DNS': 'Names of leased addresses, and the name servers of holders that serve them.',
    Geofeed: 'Where leased blocks are used (RFC 8805).',
    Routing: 'Registries that you connect, and the ROAs and route objects that letters need there.',
    Cart: 'What a company is about to buy, its billing addresses and its payment.',
    Orders: 'What was ordered, and whether it has been paid.',
    Subscriptions: 'What renews every month, and how it ends.',
    Invoices: 'What was billed, and its documents.',
    Payments: 'How a company pays.',
    Credits: 'Money that a company has here.',
    Payouts: 'What a holder earns, and what was sent to it.',
    Webhooks: 'Being told of what happens, by requests to an address of your own (Standard Webhooks).',
    Portal: 'People, their sessions and their companies.',
    Operator: 'What the people do who run the marketplace.',
    Sandbox: 'Test cards and the test clock; only where the marketplace is a sandbox.',
    Operating: 'Probes, metrics, and the front page.',
  },
  contact: 'Whoever runs this marketplace',
  securitySchemes,
  dialects: [
    ['/nethub-', prefixDataDialect],
    ['/oauth2/', tokenDialect],
  ],
}
