/** What a list of letters can be sorted by: what there is an index for. */
export const letterSorts = ['created_at', 'address'] as const

export type LetterSort = (typeof letterSorts)[number]
