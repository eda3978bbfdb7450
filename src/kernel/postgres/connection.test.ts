import pg from 'pg'
import { expect, test } from 'vitest'

import { socketUrl } from './connection.ts'

test.each(['/srv/sublet/run', '/home/jo doe/100%/ü?&#@:/run'])('the driver understands the address of %s', (folder) => {
  const client = new pg.Client({ connectionString: socketUrl(folder) })
  expect(client).toMatchObject({ host: folder, port: 5432, user: 'sublet', database: 'sublet' })
})
