/** Names of what is never kept outside a request: passwords, secrets, codes, cards and bank accounts. */
const secret =
  /passw|secret|token|ticket|\bcode\b|one.?time|otp|recovery|iban|\bbic\b|swift|account|holder|card|cvc|cvv/i

export const isSecret = (name: string): boolean => secret.test(name)
