/**
 * Jobs wait in lanes, so that none waits for what another waits for: a mail server that accepts and never speaks holds up
 * mail, and nothing else. A job's declaration names its lane.
 */

interface Lane {
  /** So many jobs of it at a time, on each node. */
  readonly atOnce: number
  /** How often it is looked into, in ms; what this process adds is taken up at once. */
  readonly lookEvery: number
}

const lane = (atOnce: number, lookEvery = 5_000): Lane => ({ atOnce, lookEvery })

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
  /** Files of other hosts, which may take as long as SUBLET_IMPORT_TIMEOUT_SECONDS allows. */
  imports: lane(2),
  /** Keeps a processor busy: a server leaves it to its workshop. */
  workshop: lane(2),
} satisfies Record<string, Lane>

export type LaneName = keyof typeof lanes
