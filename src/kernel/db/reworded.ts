/**
 * Migrations whose words had to change after their release, since newer servers refuse what they said first: by the checksum
 * of their words now, that of their first. Both leave the same, so the first goes on standing for them: in databases that
 * were migrated by it, and for older programs in those that were not.
 */
export const reworded: ReadonlyMap<string, string> = new Map([
  // 0067_kernel_audit_deeds.sql
  [
    '239885c63e9bc50f75df354f2f72ba1aed22d94971f67ad89bf7916536290bbe',
    'f8a34b3b6e8cbb7b3d591cd279b07630a70af48d19486e74f3041a3bf74625f1',
  ],
])
