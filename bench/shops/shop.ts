/** Somebody else's shop, as its makers ship it: installed from npm, on a PostgreSQL of ours, asked over HTTP. */
export interface ShopKind {
  readonly name: string
  /** At exactly these versions. */
  readonly packages: Readonly<Record<string, string>>
  /** Furnished and serving. `folder` has its packages in `node_modules`; the database is empty. */
  open(folder: string, database: Database): Promise<OpenShop>
}

/** Reached over a socket: `host` is the folder it is in. */
export interface Database {
  readonly url: string
  readonly host: string
  readonly port: number
  readonly user: string
  readonly name: string
}

export interface OpenShop {
  /** Somebody who has bought nothing yet; one purchase after the other. */
  customer(): Promise<Customer>
  /** Something of which one is left. */
  lastOne(): Promise<string>
  stop(): Promise<void>
}

export interface Customer {
  /** From the empty cart to the order that is paid; of what there is enough of, or of this. False where it was sold out. */
  buy(product?: string): Promise<boolean>
}
