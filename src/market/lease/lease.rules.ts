/** Whether a period that ends then may still begin: nothing renews past the end of the lease or of its offer. */
export function mayRunUntil(end: Date, ...limits: readonly (Date | null)[]): boolean {
  return limits.every((limit) => limit === null || end <= limit)
}
