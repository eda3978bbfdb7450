/** The lines that say what went wrong, in one: the end of what PostgreSQL printed, without its progress. */
export function tail(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.filter((line) => /\b(error|fatal|panic|hint|detail|could not|cannot)\b/i.test(line))
  const chosen = telling.length > 0 ? telling : lines
  return chosen.slice(-4).join(' ').trim() || 'it ended without a word'
}

/** What stood in the way of a start and may go away; null for what will not. */
export type Obstacle = 'postmaster' | 'empty lock' | 'socket lock' | 'backends'

export function obstacleIn(output: string): Obstacle | null {
  if (/pre-existing shared memory block/.test(output)) return 'backends'
  if (/lock file "postmaster\.pid" is empty/.test(output)) return 'empty lock'
  if (/lock file "postmaster\.pid" already exists/.test(output)) return 'postmaster'
  if (/lock file ".*\.s\.PGSQL\.\d+\.lock" (already exists|is empty)/.test(output)) return 'socket lock'
  return null
}
