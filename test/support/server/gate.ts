import pg from 'pg'
import { until } from '../http-call.ts'
import type { World } from '../world.ts'

/** A place in the database where whoever comes to it waits until it is opened, to be killed meanwhile. */

const lock = 4711

export class Gate {
  readonly #world: World
  readonly #keeper: pg.Client
  readonly #table: string

  private constructor(world: World, keeper: pg.Client, table: string) {
    this.#world = world
    this.#keeper = keeper
    this.#table = table
  }

  /** `when`: as a trigger says it, like `before update on letter`. */
  static async close(world: World, when: string, condition: string): Promise<Gate> {
    const { pool } = world.house
    await pool.query(`create or replace function wait_at_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${lock}); return new; end $$`)
    await pool.query(`create trigger gate ${when} for each row when (${condition}) execute function wait_at_gate()`)
    const keeper = new pg.Client({ connectionString: world.databaseUrl })
    await keeper.connect()
    await keeper.query(`select pg_advisory_lock(${lock})`)
    return new Gate(world, keeper, when.split(' ').at(-1) ?? '')
  }

  async open(): Promise<void> {
    await this.#keeper.end()
    await until(async () => !(await this.#isWaitedAt()), 'nobody at the gate')
    await this.#world.house.pool.query(`drop trigger gate on ${this.#table}`)
  }

  async reached(name: string): Promise<void> {
    await until(() => this.#isWaitedAt(), `a server at the gate, ${name}`)
  }

  async #isWaitedAt(): Promise<boolean> {
    const { rows } = await this.#world.house.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
    return (rows[0]?.n ?? 0) > 0
  }
}
