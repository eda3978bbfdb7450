import { problems } from '../../kernel/problems.ts'

/** What is refused to who sets a company's sign-on up. */
export const signOnProblem = problems({
  sso_issuer_refused: [422, 'This address cannot be that of an identity provider; see "errors".'],
  sso_secret_missing: [422, 'A client secret is needed: for a first provider, and for another issuer or client ID.'],
  sso_not_configured: [422, 'There is no identity provider yet; say first which one it is.'],
  sso_untested: [422, 'Test the sign-on first: somebody must have gone the whole way with this provider.'],
  sso_no_domain: [422, 'Prove a mail domain first: people are sent to the provider by the domain of their address.'],
  sso_domain_invalid: [422, 'This is no mail domain; write it as it stands behind the @ of your addresses.'],
  sso_domain_public: [422, 'Anybody can have an address in this domain, so it cannot be one company’s.'],
  sso_domain_taken: [422, 'Another company has proven this domain already; ask an operator if it is yours.'],
  sso_domain_unproven: [422, 'The TXT record was not found.'],
  sso_too_many_domains: [422, 'A company has at most 20 mail domains; remove one first.'],
})

/** Why somebody on the way to a provider, or back from it, does not come in. */
export const signOnRefusal = problems({
  sso_not_offered: [422, 'There is no single sign-on for the domain of this address; sign in with your password.'],
  sso_provider_unreachable: [
    422,
    'Your company’s identity provider did not answer, or is none that may be spoken to; try again in a moment, or tell who runs it.',
  ],
  sso_provider_unusable: [
    422,
    'Your company’s identity provider answered with something that is not OpenID Connect; tell who runs it.',
  ],
  sso_issuer_wrong: [422, 'The identity provider calls itself by another name than the one that was set up.'],
  sso_refused_by_provider: [
    422,
    'The identity provider did not let you in; try again, or ask who runs it whether you may use this service.',
  ],
  sso_client_refused: [422, 'The identity provider does not know our client ID or secret; an owner must renew them.'],
  sso_code_refused: [422, 'The identity provider did not take back its own code; sign in again.'],
  sso_state_invalid: [422, 'This way to sign in took too long, or was used already; begin again.'],
  sso_other_browser: [422, 'The sign-in was begun in another browser; begin and end it in the same one.'],
  sso_nonce_wrong: [422, 'The identity provider answered a question that was not asked here; sign in again.'],
  sso_audience_wrong: [422, 'The identity provider’s answer was made for another service.'],
  sso_signature_wrong: [422, 'The identity provider’s answer is not signed, or not by a key that it publishes.'],
  sso_token_expired: [422, 'The identity provider’s answer had expired; sign in again.'],
  sso_clock_wrong: [422, 'The clock of the identity provider is more than a minute ahead; tell who runs it.'],
  sso_email_missing: [422, 'The identity provider did not tell your e-mail address; who runs it must release it.'],
  sso_email_unverified: [422, 'The identity provider says that your e-mail address is not verified, or does not say.'],
  sso_email_foreign: [422, 'Your e-mail address is in none of the domains that this company has proven.'],
  sso_subject_changed: [
    422,
    'This address belongs to another account of the identity provider than before; an owner must unlink it first.',
  ],
  sso_member_removed: [422, 'You were removed from this company; ask an owner to invite you again.'],
  sso_switched_off: [422, 'This single sign-on was switched off meanwhile; sign in with your password.'],
})

export type RefusalCode = Parameters<typeof signOnRefusal>[0]
