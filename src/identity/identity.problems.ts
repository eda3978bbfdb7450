import { problems } from '../kernel/problems.ts'

export const identityProblem = problems({
  sign_in_failed: [422, 'E-mail address or password is wrong.'],
  sign_in_throttled: [429, 'Too many attempts; wait as long as Retry-After says.'],
  ticket_invalid: [422, 'This link has expired or was used already; ask for a new one.'],
  first_run_over: [
    422,
    'This address has expired, or there is an operator company already; start the server again for a new one, or sign in.',
  ],
  password_weak: [422, 'Choose a password of at least 12 characters that is not your e-mail address.'],
  password_wrong: [422, 'The present password is wrong.'],
  too_many_companies: [422, 'A person belongs to at most 20 companies; ask an operator for more.'],
  key_revoked: [422, 'This app key is revoked; create a new one.'],
  key_expiry_past: [422, 'expires_at must lie in the future.'],
  too_many_keys: [422, 'A company has at most 200 live app keys; revoke one you no longer use.'],
  two_secrets_live: [422, 'This app key has two live secrets already; end the old one first.'],
  last_secret: [422, 'This is the only live secret of the app key; rotate first, or revoke the key.'],
  name_unacceptable: [422, 'A name is one line of text without web or mail addresses; see "errors".'],
  already_invited: [422, 'This address is invited already; mail it again, or withdraw the invitation first.'],
  invitation_throttled: [
    429,
    'Too many invitations were mailed to this address or by your company today; wait as long as Retry-After says.',
  ],
  invitation_invalid: [422, 'This invitation has expired, was withdrawn or answered already; ask for a new one.'],
  invitation_for_another: [422, 'This invitation is for another address; sign in with the account of that address.'],
  account_exists: [422, 'This address has an account already; sign in with it to accept.'],
  already_member: [422, 'This person belongs to the company already; change the role instead.'],
  last_owner: [422, 'A company needs an owner; make someone else owner first.'],
  sandbox_only: [403, 'This exists only in a sandbox installation (SUBLET_SANDBOX=1).'],
  mail_is_duty: [422, 'This mail is about access or money; it cannot be turned off.'],
  mail_server_missing: [422, 'There is no mail server: set SUBLET_SMTP_URL and start again.'],
  tenant_move_forbidden: [422, 'The company cannot do this in its present state.'],
  company_not_active: [403, 'Only an active company may list or lease address space; an operator activates it.'],
})

/** RFC 6749 §5.2, RFC 7009 §2.2.1. */
export const oauthProblem = problems({
  invalid_request: [400, 'The request lacks a field, repeats one or authenticates the client twice.'],
  invalid_client: [401, 'The client is unknown, its secret is wrong, or its app key is revoked or expired.'],
  unauthorized_client: [400, 'This app key may not be used from this address; an owner says from where in the portal.'],
  invalid_scope: [400, 'A scope does not exist or this app key does not have it.'],
  unsupported_grant_type: [400, 'Only grant_type=client_credentials is supported.'],
})
