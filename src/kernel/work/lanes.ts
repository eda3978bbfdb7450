/**
 * Jobs wait in lanes, so that none waits for what another waits for: a mail server that accepts and never speaks holds up
 * mail, and nothing else. A job's declaration names its lane.
 */

interface Lane {
  /** So many jobs of it at a time, on each node. */
  readonly atOnce: number
  /** How often it is looked into, in ms; what this process adds is taken up at once. */
  readonly lookEvery: number
  /** Keeps a processor busy, or reads what strangers have written: a server leaves it to a process of its own. */
  readonly heavy: boolean
}

const lane = (atOnce: number, lookEvery = 5_000): Lane => ({ atOnce, lookEvery, heavy: false })
const heavyLane = (atOnce: number): Lane => ({ atOnce, lookEvery: 1_000, heavy: true })

export const lanes = {
  /** Needs nothing but the database: renewed, released and sealed on time, whatever the world outside does. */
  due: lane(2, 2_000),
  /** Listeners: when much has happened they take their time, one after the other. */
  news: lane(1, 2_000),
  /** The mail server. */
  mail: lane(2),
  /** Whoever takes money for us. */
  money: lane(2, 2_000),
  /** Registries that are asked about somebody, such as that of companies. */
  enquiries: lane(2),
  /** Registries of others, where we change something for them. */
  registries: lane(4, 2_000),
  /** Programs of companies, which are told of events. */
  receivers: lane(8, 2_000),
  /** Those of them that failed or were slow last time, or are new: they may well take all the time there is. */
  laggards: lane(4),
  /** Name servers of others, each of them by one job at a time. */
  nameservers: lane(4, 2_000),
  /** Files of other hosts, which may take as long as SUBLET_IMPORT_TIMEOUT_SECONDS allows. */
  imports: heavyLane(2),
  /** What follows upon new data. */
  heavy: heavyLane(2),
} satisfies Record<string, Lane>

export type LaneName = keyof typeof lanes

export const lanesOf = (process: 'server' | 'heavy'): LaneName[] =>
  (Object.keys(lanes) as LaneName[]).filter((name) => lanes[name].heavy === (process === 'heavy'))
