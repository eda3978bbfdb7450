import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, Text } from '../../kernel/http/schema.ts'
import { KindWord, SourceName } from '../import/import.wire.ts'
import { networkProblem } from '../network.problems.ts'
import { addSource, pauseSource, resumeSource } from './feed.actions.ts'

/** What operators say about what is fetched by itself. */

const access = { by: 'operator' } as const
const tag = 'Operator'

const Address = Text(2_000, { description: 'As its configured_url says.' })
const FetchedSource = Body('FetchedNetworkSource', { kind: KindWord, url: Address }, { additionalProperties: false })

export const feedRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorAddNetworkSource',
    route: 'POST /portal/operator/network/sources',
    tag,
    summary: 'Add a source of network data that is fetched by itself',
    description:
      'Beside those of SUBLET_SOURCES. It is fetched within minutes; test its address first by a trial import.',
    access,
    status: 204,
    body: Body(
      'NewNetworkSource',
      {
        kind: KindWord,
        name: SourceName,
        url: Text(2_000, { description: 'http or https, of a public host; rtr://host:port for vrps.' }),
      },
      { additionalProperties: false },
    ),
    examples: { body: { kind: 'geofeed', name: 'example', url: 'https://example.net/geofeed.csv' } },
    refuses: networkProblem.rows('source_exists', 'url_refused'),
    handle: (ctx, { body }) => addSource(ctx, body),
  }),
  endpoint({
    id: 'operatorPauseNetworkSource',
    route: 'POST /portal/operator/network/sources/pause',
    tag,
    summary: 'Fetch a source of network data no longer',
    description: 'What it said serves on until it is too old.',
    access,
    status: 204,
    body: FetchedSource,
    examples: { body: { kind: 'geofeed', url: 'https://example.net/geofeed.csv' } },
    refuses: networkProblem.rows('source_unknown'),
    handle: (ctx, { body }) => pauseSource(ctx, body),
  }),
  endpoint({
    id: 'operatorResumeNetworkSource',
    route: 'POST /portal/operator/network/sources/resume',
    tag,
    summary: 'Fetch a paused source of network data again',
    access,
    status: 204,
    body: FetchedSource,
    examples: { body: { kind: 'geofeed', url: 'https://example.net/geofeed.csv' } },
    refuses: networkProblem.rows('source_unknown'),
    handle: (ctx, { body }) => resumeSource(ctx, body),
  }),
]
