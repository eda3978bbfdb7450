import { expect, test } from 'vitest'

import { accounts } from './account.ts'

const root = { uid: 0, gid: 0 }
const jo = { uid: 1000, gid: 1000 }

test('an ordinary user runs it as is, with the kernel watching where it can', () => {
  expect(accounts(jo, root).map(({ owner, switchUser, diesWithUs }) => [owner.uid, switchUser, diesWithUs])).toEqual([
    [1000, false, true],
    [1000, false, false],
  ])
})

test('root is seen as nobody first, then becomes the owner of the folder, then nobody', () => {
  const uids = (folderOwner: typeof root) => accounts(root, folderOwner).map(({ owner }) => owner.uid)
  expect(uids(jo)).toEqual([0, 0, 1000, 1000, 65534, 65534])
  expect(uids(root)).toEqual([0, 0, 65534, 65534])
})
