/** What an answer was the answer to, as long as somebody has it. */

const questions = new WeakMap<object, () => Request | null>()

export function remember<A>(answer: A, question: () => Request | null): A {
  if (typeof answer === 'object' && answer !== null) questions.set(answer, question)
  return answer
}

export const questionOf = (answer: object): (() => Request | null) | undefined => questions.get(answer)
