/** `__Host-` binds the cookie to this host, whole site, over TLS or on the local machine. */
export const sessionCookie = '__Host-sublet_session'
