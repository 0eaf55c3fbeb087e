// Generated from openapi.json by `npm run generate`. Do not edit.

export interface paths {
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the API description
         * @description The format is OpenAPI 3.1. The same description is readable as a page at /docs.
         */
        get: operations["getApiDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an image
         * @description URLs in other responses, such as `avatar_url`, lead here. The content of a public URL never changes. The URL of a private image is signed: it stays the same all day (UTC) and expires at the end of the next. That of a picture of an entry ends before, when the entry is deleted, or no longer shared with the readers of the URL.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an access token
         * @description Returns the user of the token. Returns 401 if the token is invalid or expired, and 403 if the user is blocked.
         */
        post: operations["verifyAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/first-run/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the code of the first run
         * @description A server without a super admin prints a code at its start. A check does not use it.
         */
        post: operations["checkFirstRunCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview an invitation
         * @description Returns the group and the inviting user for a token from a link or mail. The request changes nothing.
         */
        get: operations["previewInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finish connecting a music account
         * @description The music service redirects the browser here. The response redirects to `/api/music/connected` with `music=connected`, or with `music=failed` and a `reason`: `state-invalid`, `other-browser`, `denied`, `refused`, `code-missing`, `scope-missing`, `account-blocked`, `not-configured`, `unavailable`, `timeout`, `bad-response`, `rate-limited` or `paused`.
         */
        get: operations["finishMusicConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the result of connecting a music account
         * @description A page for browsers. It describes the result that the query names.
         */
        get: operations["showMusicConnectionResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/opportunities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List opportunities
         * @description Returns approved opportunities. Those with a past deadline are included unless `open_at` is set.
         */
        get: operations["listOpportunities"];
        put?: never;
        /**
         * Submit an opportunity
         * @description An opportunity is an internship, a scholarship, a fellowship or a mentorship. It becomes public once a super admin approves it. The name of the submitter is never shown. Needs a verified email address if the server sends email. Token scope: `lab`.
         */
        post: operations["submitOpportunity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check liveness
         * @description Returns 200 while the process runs.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description Returns 503 while the node is shutting down, while the database is unreachable or read-only, while migrations are pending, and while the clock of the node differs from that of the database by more than a minute.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics
         * @description The format is the text format of Prometheus. Send the configured `METRICS_TOKEN` as `Authorization: Bearer`. Without one, only programs on the machine of the node get a response.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get server information
         * @description Browsers get an HTML page. Other clients get JSON.
         */
        get: operations["getServerInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/favicon.ico": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the icon of the server */
        get: operations["getIcon"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the configuration of this server for clients
         * @description Returns what is switched on, how users sign in, and limits. It can be cached for five minutes.
         */
        get: operations["getConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Creates an account with an e-mail address and a password, and starts a session. Where the server sends mail it starts none, and the response is the same if the address has an account already, whose owner gets an email: `token` is null, so sign in next. A link to an organization makes the account a member, and the code of the first run a super admin.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Starts a session, or returns `twoFactorRedirect` if the account has a second factor: send its code to `/auth/two-factor/verify-totp`.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an access token
         * @description Send the session as bearer token. The access token is valid for 15 minutes; the same session gets the next one.
         */
        get: operations["createAccessToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public keys of access tokens
         * @description The keys are a JSON Web Key Set (RFC 7517).
         */
        get: operations["getSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your session
         * @description Returns the session of the request and its user, or null without a session.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session, which is sent as bearer token or as cookie, and deletes the cookie.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in/magic-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a link to sign in
         * @description Sends an email with a link that is valid for 15 minutes. The response is the same if no account has the address, or if it has had three of these emails within an hour.
         */
        post: operations["requestSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/link-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the account of a link
         * @description Tells whose account the link of an email signs in to, or whose address it verifies, without using it up. Ask before you use it: it may come from another person.
         */
        post: operations["findAccountOfLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/magic-link/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in with a link
         * @description Takes the code of an email, once, and starts a session. If the address was not verified, it is from now on, and whatever could act for the account before ends: password, sessions, passkeys, second factor, personal access tokens, webhooks, push devices, journal address, consents. Set a password by a reset. Refuses navigations and pages of other sites.
         */
        get: operations["signInWithLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends all your sessions, and starts a new one. You get an email about it.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a link to reset a password
         * @description Sends an email with a link that is valid for an hour. The response is the same if no account has the address, or if it has had three of these emails within an hour.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password
         * @description Sets a new password with the code of an email, once, and ends all sessions and, unless `endPrograms` is false, all passkeys and programs. You get an email about it. A second factor stays. If the address was not verified, it is from now on, and everything else that was set up before ends as well.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/send-verification-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a link to verify an email address
         * @description Sends an email with a link that is valid for a day. Without a session the response is the same if no account has the address, and in any case if it has had three of these emails within an hour.
         */
        post: operations["requestAddressVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify an email address
         * @description Takes the code of an email, once. Needs a session of the account, but for the first step of a change of address: the owner of an address need not be the one who signed up with it. With the last step of a change the address is changed, and both addresses get an email about it. Refuses navigations and pages of other sites.
         */
        get: operations["verifyAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reject-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an account with your email address
         * @description For the owner of an address who has not created the account that wants to verify it. Takes the code of that email, and ends whatever could act for the account: password, sessions, passkeys, second factor, programs. Its address stays unverified.
         */
        post: operations["rejectAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/change-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your email address
         * @description Sends a link to the current address if it is verified, then one to the new address. The address changes when both were opened. The response is the same if another account has the new address.
         */
        post: operations["changeEmailAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the secret of an authenticator app
         * @description Returns the secret as URI, and recovery codes. Sign-in needs a second factor once a code of the app is verified with this session. Needs a sign-in within the last 10 minutes.
         */
        post: operations["setUpTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/verify-totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a code of an authenticator app
         * @description Completes a sign-in, which takes five codes. With a session it switches the second factor on, and starts a new session in place of this one.
         */
        post: operations["verifyTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/verify-backup-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a recovery code
         * @description Completes a sign-in without the authenticator app. The user is notified.
         */
        post: operations["verifyRecoveryCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the second factor
         * @description Deletes the secret and the recovery codes, and starts a new session in place of this one. The user is notified. Needs a sign-in within the last 10 minutes.
         */
        post: operations["disableTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/generate-backup-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the recovery codes
         * @description The old ones are invalid from then on. Needs a sign-in within the last 10 minutes.
         */
        post: operations["replaceRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkey/generate-register-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the options to create a passkey
         * @description For `navigator.credentials.create()`. Needs a sign-in within the last 10 minutes.
         */
        get: operations["createPasskeyOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkey/verify-registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey
         * @description Stores the public key that the browser has created. The user is notified. Needs a sign-in within the last 10 minutes.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkey/generate-authenticate-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the options to sign in with a passkey
         * @description For `navigator.credentials.get()`.
         */
        get: operations["createPasskeySignInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkey/verify-authentication": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Starts a session. A passkey needs no second factor: its authenticator verifies its user.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkey/list-user-passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description With their public keys. The private keys never leave their authenticators.
         */
        get: operations["listPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkey/update-passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the name of a passkey
         * @description Only you see the name.
         */
        post: operations["renamePasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkey/delete-passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a passkey
         * @description It no longer signs in. The user is notified. Needs a sign-in within the last 10 minutes.
         */
        post: operations["removePasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the page that connects a music account
         * @description The URL that `GET /api/music/connect` returns leads to this page. It shows whose account will be connected and has a button. An expired URL redirects to `/api/music/connected`.
         */
        get: operations["showMusicConsent"];
        put?: never;
        /**
         * Start connecting a music account
         * @description The button on the page sends this form. The response redirects to the music service. It works only in the browser that opened the page; any other is redirected to `/api/music/connected`.
         */
        post: operations["startMusicConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/email/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the unsubscribe page
         * @description Unsubscribe links in emails open this page. Opening it changes nothing.
         */
        get: operations["showUnsubscribePage"];
        put?: never;
        /**
         * Unsubscribe from a category of emails
         * @description The button on the page sends this form. Mail clients send it for one-click unsubscribe (RFC 8058). No sign-in is needed.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/sponsors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sponsors
         * @description Returns approved sponsors, newest first. `tier` filters by tier.
         */
        get: operations["listSponsors"];
        put?: never;
        /**
         * Apply to become a sponsor
         * @description No sign-in is needed. The sponsor becomes public once a super admin approves it. Contact details and message are shown only to super admins.
         */
        post: operations["applyAsSponsor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join the waitlist
         * @description No sign-in is needed. The response is the same for every email address, known or not.
         */
        post: operations["joinWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of the payment provider
         * @description The provider signs the event; the signature is valid for five minutes. These types have an effect, once each and in any order: `checkout.session.completed`, `customer.subscription.created`, `customer.subscription.updated`, `customer.subscription.deleted`, `customer.subscription.paused`, `customer.subscription.resumed`, `invoice.paid` and `invoice.payment_failed`. All other types are acknowledged and ignored. Send an event again if it was not acknowledged.
         */
        post: operations["receivePaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/email/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an incoming email
         * @description Mail services call this route without credentials, with what they document or with the source of an email (message/rfc822, `raw_base64` or `raw`). The secret journal address determines in whose journal the email, of at most 10 MB, becomes an entry, without signature, quoted reply and logos; emails that programs send do not. `GET /api/email/received` has all of the text of both. Its date is that of the email, if it is at most 7 days old. Each message takes effect once, and a user gets at most 20 entries a day (UTC). The user is notified of emails above this limit and of unreadable emails. The response is the same for every recipient.
         */
        post: operations["receiveMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Each sign-in starts a session. Last used first. With an external identity provider the list is empty: it keeps the sessions. Refused while impersonating.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Revoke your other sessions
         * @description Signs out all devices but this one. Needs a sign-in within the last 10 minutes. Refused while impersonating.
         */
        delete: operations["revokeOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke one of your sessions
         * @description Signs out the device. Its access tokens are refused from the next request on. Another session than that of the request needs a sign-in within the last 10 minutes. Refused while impersonating.
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your personal access tokens
         * @description Newest first, without their secrets. An expired token is listed for 30 days. Refused while impersonating.
         */
        get: operations["listPersonalTokens"];
        put?: never;
        /**
         * Create a personal access token
         * @description A program that sends the secret as bearer token acts for you, on the operations that list one of its scopes. It cannot change how you sign in, create tokens, impersonate, buy or block. You are notified. Needs a verified email address if the server sends email. Needs a sign-in within the last 10 minutes. Refused while impersonating.
         */
        post: operations["createPersonalToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a personal access token
         * @description It is refused from the next request on. Refused while impersonating.
         */
        delete: operations["revokePersonalToken"];
        options?: never;
        head?: never;
        /**
         * Update the name of a personal access token
         * @description Only you see the name. Its scopes and its end do not change. Refused while impersonating.
         */
        patch: operations["renamePersonalToken"];
        trace?: never;
    };
    "/api/first-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become the first super admin
         * @description Needs the code that a server without a super admin prints at its start. It can be used once. A sign-up with the code as `invitation` does the same, with every `SIGN_UP`. The role takes effect immediately. Refused while impersonating.
         */
        post: operations["becomeFirstSuperAdmin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/impersonate/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an impersonation
         * @description Send the impersonation token as access token. It is invalid on every node from then on.
         */
        post: operations["stopImpersonation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload your avatar
         * @description Send a JPEG, PNG, GIF, WebP, HEIC or AVIF image of up to 10 MB and 50 megapixels. It is stored as a WebP of 512 by 512 pixels, without metadata.
         */
        post: operations["uploadAvatar"];
        /**
         * Delete your avatar
         * @description Clears `avatar_url`, whether the avatar was uploaded or a URL.
         */
        delete: operations["deleteAvatar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/blocked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List blocked users
         * @description Returns the active users that you have blocked. Users cannot see who has blocked them.
         */
        get: operations["listBlockedUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Block a user
         * @description The two of you can no longer find or mention each other, send each other drops, or be matched in a chain or squad. The user is not notified. Blocking again changes nothing. Refused while impersonating.
         */
        post: operations["blockUser"];
        /**
         * Unblock a user
         * @description The response is the same if the user was not blocked. A block in the other direction remains. Refused while impersonating.
         */
        delete: operations["unblockUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/inbound-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace your inbound mail address
         * @description Mail sent to `inbound_address` of your profile becomes a private entry, regardless of the sender. Replace the address if others have learned it; the old one stops working immediately. Needs a verified email address if the server sends email. Needs a sign-in within the last 10 minutes. Refused while impersonating.
         */
        post: operations["rotateInboundAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a ticket for events
         * @description For `EventSource`, which sends no `Authorization` header, at a page of another origin. The ticket opens streams for one minute, as `GET /api/events?ticket=…`, and nothing else. A stream that it has opened stays open. Refused while impersonating.
         */
        post: operations["createEventTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your devices
         * @description Returns at most ten browsers that show your notifications, and the public key with which another one subscribes.
         */
        get: operations["listDevices"];
        put?: never;
        /**
         * Register a device
         * @description The body is the `PushSubscription` of a browser. Registering it again returns 200 and updates its keys; a subscription of another user moves to you. Beyond ten devices, the oldest is removed. Needs a verified email address if the server sends email. Refused while impersonating.
         */
        post: operations["registerDevice"];
        /**
         * Delete a device
         * @description Send its endpoint in the body or the query.
         */
        delete: operations["deleteDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your webhooks
         * @description Returns at most ten webhooks, without their secrets. Refused while impersonating.
         */
        get: operations["listUserWebhooks"];
        put?: never;
        /**
         * Create a webhook for your events
         * @description Each event of the chosen kinds is posted to the URL as JSON, signed as Standard Webhooks specify. Keep the `secret` of the response. There can be at most ten webhooks. Needs a verified email address if the server sends email. Needs a sign-in within the last 10 minutes. Refused while impersonating.
         */
        post: operations["createUserWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of your webhooks
         * @description Returns the webhook without its secret. Refused while impersonating.
         */
        get: operations["getUserWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete one of your webhooks
         * @description Its deliveries are deleted as well; those that wait are not sent. Refused while impersonating.
         */
        delete: operations["deleteUserWebhook"];
        options?: never;
        head?: never;
        /**
         * Change one of your webhooks
         * @description Omitted fields keep their values. `status` pauses and resumes it; events of the time in between are not sent. Another URL needs a sign-in within the last 10 minutes. Needs a verified email address if the server sends email. Refused while impersonating.
         */
        patch: operations["changeUserWebhook"];
        trace?: never;
    };
    "/api/user/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of one of your webhooks
         * @description For 24 hours messages carry a signature by each of the two secrets. Rotating again ends the secret before the previous one at once. Needs a sign-in within the last 10 minutes. Refused while impersonating.
         */
        post: operations["rotateUserWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's webhooks
         * @description Returns at most ten webhooks, without their secrets. Only the owner and the admins of the organization can do this. Refused while impersonating.
         */
        get: operations["listOrganizationWebhooks"];
        put?: never;
        /**
         * Create a webhook for an organization's events
         * @description Each event of the chosen kinds is posted to the URL as JSON, signed as Standard Webhooks specify. Keep the `secret` of the response. There can be at most ten webhooks. Only the owner and the admins of the organization can do this. Needs a verified email address if the server sends email. Needs a sign-in within the last 10 minutes. Refused while impersonating.
         */
        post: operations["createOrganizationWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of an organization's webhooks
         * @description Returns the webhook without its secret. Only the owner and the admins of the organization can do this. Refused while impersonating.
         */
        get: operations["getOrganizationWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete one of an organization's webhooks
         * @description Its deliveries are deleted as well; those that wait are not sent. Only the owner and the admins of the organization can do this. Refused while impersonating.
         */
        delete: operations["deleteOrganizationWebhook"];
        options?: never;
        head?: never;
        /**
         * Change one of an organization's webhooks
         * @description Omitted fields keep their values. `status` pauses and resumes it; events of the time in between are not sent. Another URL needs a sign-in within the last 10 minutes. Only the owner and the admins of the organization can do this. Needs a verified email address if the server sends email. Refused while impersonating.
         */
        patch: operations["changeOrganizationWebhook"];
        trace?: never;
    };
    "/api/organizations/{id}/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of one of an organization's webhooks
         * @description For 24 hours messages carry a signature by each of the two secrets. Rotating again ends the secret before the previous one at once. Only the owner and the admins of the organization can do this. Needs a sign-in within the last 10 minutes. Refused while impersonating.
         */
        post: operations["rotateOrganizationWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to one of your webhooks
         * @description Queues an event of the kind `webhook.test`, which is sent within seconds. Its delivery shows the result. Needs a verified email address if the server sends email. Refused while impersonating.
         */
        post: operations["testUserWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of one of your webhooks
         * @description Returns the events of the last 30 days with all attempts to send them. Refused while impersonating.
         */
        get: operations["listUserWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{webhookId}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery to one of your webhooks
         * @description Sends the message of a delivery that has ended again, as a new delivery with the same message id and payload. Needs a verified email address if the server sends email. Refused while impersonating.
         */
        post: operations["replayUserWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to one of an organization's webhooks
         * @description Queues an event of the kind `webhook.test`, which is sent within seconds. Its delivery shows the result. Only the owner and the admins of the organization can do this. Needs a verified email address if the server sends email. Refused while impersonating.
         */
        post: operations["testOrganizationWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of one of an organization's webhooks
         * @description Returns the events of the last 30 days with all attempts to send them. Only the owner and the admins of the organization can do this. Refused while impersonating.
         */
        get: operations["listOrganizationWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery to one of an organization's webhooks
         * @description Sends the message of a delivery that has ended again, as a new delivery with the same message id and payload. Only the owner and the admins of the organization can do this. Needs a verified email address if the server sends email. Refused while impersonating.
         */
        post: operations["replayOrganizationWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/create-checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a checkout session
         * @description Returns the URL of a page of the payment provider on which you subscribe. The URL expires. A second request within a minute returns the same session. If the provider fails, the response is 502 or 503 within eight seconds. Refused while impersonating.
         */
        post: operations["createCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/create-portal-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a portal session
         * @description Returns the URL of a page of the payment provider on which you change or cancel your subscription. Keep it secret: the URL alone gives access. If the provider fails, the response is 502 or 503 within eight seconds. Refused while impersonating.
         */
        post: operations["createPortalSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prices
         * @description The prices that you can subscribe to, as the payment provider describes them. They are at most ten minutes old. The list is empty if this server has no payment provider. If the provider fails, the response is 502 or 503 within eight seconds.
         */
        get: operations["listPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your subscription
         * @description Returns the newest active subscription, else the newest of all. `subscription` is null if you never had one.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Connect your music account
         * @description Open the returned URL in the browser in which you will give consent. Keep the URL secret: consent given there connects to your account. Refused while impersonating.
         */
        get: operations["connectMusicAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tone-packs/{id}/purchase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy a tone pack
         * @description A purchase is permanent and possible once. The owner of the pack does not get the drops. A free pack creates no transaction. Refused while impersonating.
         */
        post: operations["purchaseTonePack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your exports
         * @description Exports are deleted after 7 days. Newest first. Refused while impersonating.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Start an export of your account
         * @description The archive (ZIP) has all of your records as JSON, each entry as Markdown, and your pictures. When it is ready, you get a notification and an email. Up to 5 exports within 24 hours, one at a time. Refused while impersonating.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export of yours
         * @description Refused while impersonating.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /**
         * Delete an export of yours
         * @description Deletes the archive. An export in progress ends. It still counts towards the limit of the day. Refused while impersonating.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/exports/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the archive of an export
         * @description Refused while impersonating.
         */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an archive of your account
         * @description The archive of your newest export that is ready. Without one, a small account (up to about 500 entries) is exported at once. Refused while impersonating.
         */
        get: operations["downloadNewestExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your imports
         * @description Newest first.
         */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an import with its progress */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/imports/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the import that a dry run has planned
         * @description Refused while impersonating.
         */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete your account
         * @description Hides you from all users at once, and erases your account after seven days or, if you ask for it, immediately. Until then each other route returns 403 `account.deletion-pending`, with `erase_at` in `current`. Needs a sign-in within the last 10 minutes. Refused while impersonating.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore your account
         * @description Takes back the deletion of your account within seven days. Everything is as it was. Refused while impersonating.
         */
        post: operations["restoreAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your profile
         * @description Token scope: `profile:read`.
         */
        get: operations["getProfile"];
        /**
         * Update your profile
         * @description Omitted fields keep their values, and preferences are merged key by key. An impersonator can change only name, avatar, theme and time zone. To allow MCP needs a verified email address, if the server sends email, and a sign-in within the last 10 minutes.
         */
        put: operations["updateProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description The response is a stream of server-sent events, as `EventSource` reads them. An event tells what to load again, by ids. Each arrives once and in one order, also after a reconnect with `Last-Event-ID` within an hour; else the stream begins with `reset`.
         *
         *     A stream stays open until the session ends, however often the access token changes. With an external identity provider it ends with the access token. The last event of a stream that the server ends is `closed`.
         *
         *     Kinds:
         *
         *     - `notification` (version 1): You have a new notification. `kind` is that of the notification.
         *     - `chain.updated` (version 1): Your neighbours or your squad on a date are others (`matching`), or the day state of one of them changed (`status`).
         *     - `check-in.made` (version 1): You, a neighbour or a member of your squad checked in.
         *     - `mosaic.updated` (version 1): The mosaic of a date changed. At most one in three seconds for each date.
         *     - `battle.progress` (version 1): The standings of a week changed. At most one in three seconds for each week.
         *     - `drop.received` (version 1): You received an encouragement drop. `from_user_id` is null if it is from the assistant.
         *     - `wallet.changed` (version 1): Your balance changed.
         *     - `entry.changed` (version 1): One of your entries changed, perhaps on another device. A restored entry is `created`. `entry_id` is null if more than a hundred changed at once.
         *     - `export.progress` (version 1): Your export made progress. At most one in three seconds for each export.
         *     - `chat.message` (version 1): A message of a chat room that you can read was written, edited or deleted.
         *     - `chat.typing` (version 1): A member is writing in a chat room that you can read. Not stored: it has no `id`, and is not sent again. Refused while impersonating. Token scope: `events`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications
         * @description The newest come first. They are deleted after 90 days. Token scope: `notifications`.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notification as read
         * @description Marking it again changes nothing; `read_at` keeps the first time. Token scope: `notifications`.
         */
        post: operations["markNotificationRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a notification
         * @description It leaves the inbox, and devices that have not shown it yet do not show it. Token scope: `notifications`.
         */
        delete: operations["deleteNotification"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/read-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all notifications as read
         * @description Token scope: `notifications`.
         */
        post: operations["markAllNotificationsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get notification preferences
         * @description Lists all kinds, by category. `preferences.notifications` of your profile switches off all push. Token scope: `notifications`.
         */
        get: operations["getNotificationPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change notification preferences
         * @description Kinds and fields that you omit keep their values. `quiet_hours: null` ends quiet hours. Refused while impersonating. Token scope: `notifications`.
         */
        patch: operations["changeNotificationPreferences"];
        trace?: never;
    };
    "/api/users/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search users
         * @description Finds a user by full e-mail address, or by a part of the name among users of your organizations. Returns at most ten users. Token scope: `groups`.
         */
        get: operations["searchUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Returns the organizations that you are a member of; super admins get all of them. Token scope: `groups`.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description You become its owner. Token scope: `groups`.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description Only members and super admins can read it. `role` is your role, or null if you are not a member. Token scope: `groups`.
         */
        get: operations["getOrganization"];
        /**
         * Update an organization
         * @description Only the owner can update it. Omitted fields keep their values; `settings` are replaced as a whole. Token scope: `groups`.
         */
        put: operations["updateOrganization"];
        post?: never;
        /**
         * Delete an organization
         * @description Only the owner can delete it. Its teams are deleted, and entries shared with any of them become private. Token scope: `groups`.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/transfer-ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer the ownership of an organization
         * @description Only the owner can transfer it, to another member. The transfer takes effect immediately, and the former owner becomes an admin. The new owner is notified, and accepts or declines. Needs a verified email address if the server sends email. Needs a sign-in within the last 10 minutes. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["transferOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/ownership/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the ownership of an organization
         * @description Only the new owner can accept. Accepting also accepts the membership. Accepting again changes nothing. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["acceptOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/ownership/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline the ownership of an organization
         * @description Only the new owner can decline, before accepting. The ownership goes back to the former owner or, if they have left, to the member who accepted first, admins before others. Without such a member the organization is deleted. You remain a member with your former role. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["declineOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of an organization
         * @description Only members can list them. The owner comes first, then the newest members. Blocked users are omitted. Token scope: `groups`.
         */
        get: operations["listOrganizationMembers"];
        put?: never;
        /**
         * Add a member to an organization
         * @description Only the owner can add members. The default role is `member`; `owner` is refused because ownership is transferred. The user is a member immediately and is notified, and accepts or declines. A user who has declined or left can return only by an invitation. Needs a verified email address if the server sends email. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["addOrganizationMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/members/me/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a membership of an organization
         * @description For users added by the owner. Accepting again changes nothing. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["acceptOrganizationMembership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/members/me/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a membership of an organization
         * @description For members who have not accepted yet. You leave the organization and its teams, and an ownership that came with the membership goes back. After that you can return only by an invitation. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["declineOrganizationMembership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the role of an organization member
         * @description Only the owner can change a role, to `admin` or `member`. Refused while impersonating. Token scope: `groups`.
         */
        put: operations["updateOrganizationMember"];
        post?: never;
        /**
         * Remove a member from an organization
         * @description Members can remove themselves, and the owner can remove all others. The user also leaves the teams. The owner takes over teams that the user led, and entries that the user shared with any of these groups become private. Token scope: `groups`.
         */
        delete: operations["removeOrganizationMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations to an organization
         * @description Only its owner can list them, newest first. Expired invitations are listed until the next one is created. Token scope: `groups`.
         */
        get: operations["listOrganizationInvitations"];
        put?: never;
        /**
         * Create an invitation to an organization
         * @description Only its owner can invite. With `user_id`, the user is notified; with `email`, the address gets a mail, whether or not a user has it; with neither, the response contains the token of a link. A group has at most 100 open invitations. Needs a verified email address if the server sends email. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["createOrganizationInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{id}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation to an organization
         * @description Only its owner can revoke one. Members who have accepted it remain. A declined invitation remains listed. Refused while impersonating. Token scope: `groups`.
         */
        delete: operations["revokeOrganizationInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations to a team
         * @description Only its admins can list them, newest first. Expired invitations are listed until the next one is created. Token scope: `groups`.
         */
        get: operations["listTeamInvitations"];
        put?: never;
        /**
         * Create an invitation to a team
         * @description Only its admins can invite. With `user_id`, the user is notified; with `email`, the address gets a mail, whether or not a user has it; with neither, the response contains the token of a link. Only members of the organization can accept it. A group has at most 100 open invitations. Needs a verified email address if the server sends email. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["createTeamInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation to a team
         * @description Only its admins can revoke one. Members who have accepted it remain. A declined invitation remains listed. Refused while impersonating. Token scope: `groups`.
         */
        delete: operations["revokeTeamInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List received invitations
         * @description Returns open invitations to organizations and teams that name you or your verified address. A link is accepted by its token. Token scope: `groups`.
         */
        get: operations["listReceivedInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation by token
         * @description The token comes from a link or mail. That of a mail is only for the account whose verified address got it. The request changes nothing if you are a member already. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["acceptInvitationByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description The invitation must name you or your verified address. The request changes nothing if you are a member already. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an invitation
         * @description The invitation must name you or your verified address. The group cannot invite you that way again. Declining again changes nothing. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["declineInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List teams
         * @description Returns the teams of your organizations, or of the organization `org_id`. Super admins get all teams. Token scope: `groups`.
         */
        get: operations["listTeams"];
        put?: never;
        /**
         * Create a team
         * @description Only members of the organization can create a team. The user `admin_id`, by default you, joins it as admin. Token scope: `groups`.
         */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a team
         * @description Only members of its organization can read it. `role` is your role in the team, or null if you are not a member. Token scope: `groups`.
         */
        get: operations["getTeam"];
        /**
         * Update a team
         * @description Only its admins can update it, and only the owner of the organization can change `admin_id`. Omitted fields keep their values; `settings` are replaced as a whole. Refused while impersonating. Token scope: `groups`.
         */
        put: operations["updateTeam"];
        post?: never;
        /**
         * Delete a team
         * @description Only its admins can delete it. Entries shared with the team become private. Token scope: `groups`.
         */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a team
         * @description Only members of its organization can list them, newest first. Blocked users are omitted. Token scope: `groups`.
         */
        get: operations["listTeamMembers"];
        put?: never;
        /**
         * Add a member to a team
         * @description Only its admins can add members, and only members of the organization can be added. The default role is `member`. The user is a member immediately and is notified, and accepts or declines. A user who has declined or left can return only by an invitation. Needs a verified email address if the server sends email. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["addTeamMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}/members/me/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a membership of a team
         * @description For users added by an admin. Accepting also accepts the membership of the organization. Accepting again changes nothing. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["acceptTeamMembership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}/members/me/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a membership of a team
         * @description For members who have not accepted yet. The owner of the organization takes over a team whose `admin_id` is the member. After that you can return only by an invitation. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["declineTeamMembership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the role of a team member
         * @description Only admins of the team can change a role. The role of the user `admin_id` cannot be changed. Refused while impersonating. Token scope: `groups`.
         */
        put: operations["updateTeamMember"];
        post?: never;
        /**
         * Remove a member from a team
         * @description Members can remove themselves, and admins of the team can remove others. The user `admin_id` cannot be removed. Entries that the user shared with the team become private. Token scope: `groups`.
         */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drops/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your balance
         * @description Token scope: `drops`.
         */
        get: operations["getDropBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drops/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your drop transactions
         * @description Token scope: `drops`.
         */
        get: operations["listDropTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drops/award-monthly": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim your monthly drops
         * @description You get 30 drops once a month (UTC), or 250 with an active subscription. A monthly job awards them to users who do not claim them. Token scope: `drops`.
         */
        post: operations["claimMonthlyAward"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token-usage/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your AI usage
         * @description Returns tokens and cost of one calendar month (UTC). Images have a cost but use no tokens. Token scope: `profile:read`.
         */
        get: operations["getTokenUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/analyze-tone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyze the tone of a text
         * @description The text is not stored. The status is 500 if no AI provider is configured, and 502 or 503 if the provider fails. Token scope: `journal:write`.
         */
        post: operations["analyzeTone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your music account
         * @description `account` is null if none is connected. Token scope: `music`.
         */
        get: operations["getMusicAccount"];
        put?: never;
        post?: never;
        /**
         * Disconnect your music account
         * @description Your plays are deleted. Entries keep the tracks that they link to. Token scope: `music`.
         */
        delete: operations["disconnectMusicAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/plays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your plays
         * @description Returns synced plays, newest first by the time of playing. Token scope: `music`.
         */
        get: operations["listPlays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/tracks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a track
         * @description You can read a track that you have played, or that an entry visible to you links to by `music_track_id`. Token scope: `music`.
         */
        get: operations["getTrack"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync your plays
         * @description Entries of the last 24 hours without a track are linked as well. If the music service fails, the status is 502 or 503 within eight seconds. Token scope: `music`.
         */
        post: operations["syncPlays"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journal/audience-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the audience of an entry
         * @description Returns the users that could see a new entry with this sharing now. Stores nothing. Without `notebook_id`, it is the audience of a notebook with this sharing as well. Token scope: `journal:write`.
         */
        post: operations["previewAudience"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journal/on-this-day": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries of this day in earlier years
         * @description Your own entries, by their `entry_date`, newest first, at most 100. Token scope: `journal:read`.
         */
        get: operations["listEntriesOnThisDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journal/moods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your moods by day
         * @description Days are the `entry_date` of your entries. Days without a mood are omitted. Token scope: `journal:read`.
         */
        get: operations["getMoodCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries
         * @description Returns your own entries and those shared with you, newest first by default. A cursor belongs to its `sort`. Token scope: `journal:read`.
         */
        get: operations["listEntries"];
        put?: never;
        /**
         * Create an entry
         * @description If `mood` is omitted, it is set from the tone of the text if that is clear enough. `entry_date` is today in your time zone by default, or the day of `written_at`. An entry for another day does not count as activity. Token scope: `journal:write`.
         */
        post: operations["createEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journal/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entry
         * @description Token scope: `journal:read`.
         */
        get: operations["getEntry"];
        /**
         * Update an entry
         * @description Omitted fields keep their values. New text without a mood is analyzed again; a `mood` of null clears it. Token scope: `journal:write`.
         */
        put: operations["updateEntry"];
        post?: never;
        /**
         * Delete an entry
         * @description It stays in your trash for 30 days. Super admins delete entries of others at once. Token scope: `journal:write`.
         */
        delete: operations["deleteEntry"];
        options?: never;
        head?: never;
        /**
         * Change an entry
         * @description Omitted fields keep their values. New text without a mood is analyzed again; a `mood` of null clears it. Token scope: `journal:write`.
         */
        patch: operations["patchEntry"];
        trace?: never;
    };
    "/api/journal/backfill-mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Backfill the mentions of your older entries
         * @description Each request processes 100 entries. Repeat it until `remaining` is 0. Token scope: `journal:write`.
         */
        post: operations["backfillMentions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/generate-background": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a background image
         * @description The image follows the mood of an entry or of a text. An entry links to its image as `background_image_url`. A request can take a minute. The provider receives only the mood. Token scope: `journal:write`.
         */
        post: operations["generateBackground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notebooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notebooks
         * @description Your own notebooks, or those that other users share with you, newest first. Token scope: `journal:read`.
         */
        get: operations["listNotebooks"];
        put?: never;
        /**
         * Create a notebook
         * @description Entries with the visibility `user` inherit the visibility of their notebook. Token scope: `journal:write`.
         */
        post: operations["createNotebook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notebooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a notebook
         * @description Token scope: `journal:read`.
         */
        get: operations["getNotebook"];
        /**
         * Update a notebook
         * @description A change of visibility applies immediately to the entries that inherit it. Token scope: `journal:write`.
         */
        put: operations["updateNotebook"];
        post?: never;
        /**
         * Delete a notebook
         * @description Its entries remain, with their own visibility. The notebook stays in your trash for 30 days. Token scope: `journal:write`.
         */
        delete: operations["deleteNotebook"];
        options?: never;
        head?: never;
        /**
         * Change a notebook
         * @description A change of visibility applies immediately to the entries that inherit it. Token scope: `journal:write`.
         */
        patch: operations["patchNotebook"];
        trace?: never;
    };
    "/api/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a photo for an entry
         * @description Send a JPEG, PNG, GIF, WebP, HEIC or AVIF picture of up to 10 MB and 50 megapixels. It is turned upright and stored in three sizes, without metadata; of an animation the first picture is kept. Add its id to the `photo_ids` of an entry within a day, or it is deleted. You can have 50 photos that no entry contains. Token scope: `journal:write`.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags of your own entries
         * @description The most used tags come first. The list has at most 500 tags and no next page; `prefix` finds the others. Token scope: `journal:read`.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your deleted entries and notebooks
         * @description They can be restored for 30 days. Last deleted first. Token scope: `journal:read`.
         */
        get: operations["listTrash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trash/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an entry or a notebook
         * @description Restores an entry or a notebook as a new version. Its sharing with groups that you have left ends. A notebook comes back without its entries. Token scope: `journal:write`.
         */
        post: operations["restoreFromTrash"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an entry or a notebook for good
         * @description Token scope: `journal:write`.
         */
        delete: operations["purgeFromTrash"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your goals
         * @description Token scope: `goals`.
         */
        get: operations["listGoals"];
        put?: never;
        /**
         * Create a goal
         * @description A new goal has the status `active`. Token scope: `goals`.
         */
        post: operations["createGoal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/goals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a goal
         * @description The response includes its newest check-ins, at most 500. Token scope: `goals`.
         */
        get: operations["getGoal"];
        /**
         * Update a goal
         * @description Omitted fields keep their values; a `target_date` of null clears it. Token scope: `goals`.
         */
        put: operations["updateGoal"];
        post?: never;
        /**
         * Delete a goal
         * @description Its check-ins are deleted as well. Token scope: `goals`.
         */
        delete: operations["deleteGoal"];
        options?: never;
        head?: never;
        /**
         * Change a goal
         * @description Omitted fields keep their values; a `target_date` of null clears it. Token scope: `goals`.
         */
        patch: operations["patchGoal"];
        trace?: never;
    };
    "/api/goals/check-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your check-ins of all goals
         * @description Newest first. Token scope: `goals`.
         */
        get: operations["listOwnGoalCheckIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/goals/{id}/check-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the check-ins of a goal
         * @description Token scope: `goals`.
         */
        get: operations["listGoalCheckIns"];
        put?: never;
        /**
         * Create a check-in of a goal
         * @description A check-in records your progress. You can create any number of them, whatever the status of the goal. `check_in_date` is today in your time zone by default. Token scope: `goals`.
         */
        post: operations["createGoalCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/goals/{id}/check-ins/{checkInId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a check-in of a goal
         * @description Token scope: `goals`.
         */
        delete: operations["deleteGoalCheckIn"];
        options?: never;
        head?: never;
        /**
         * Change a check-in of a goal
         * @description Omitted fields keep their values. Token scope: `goals`.
         */
        patch: operations["patchGoalCheckIn"];
        trace?: never;
    };
    "/api/satisfaction-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your satisfaction entries
         * @description Token scope: `wellbeing`.
         */
        get: operations["listSatisfactionEntries"];
        put?: never;
        /**
         * Create a satisfaction entry
         * @description The scale is from 1 (not at all satisfied) to 10. You can create several a day. Token scope: `wellbeing`.
         */
        post: operations["createSatisfactionEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/satisfaction-entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a satisfaction entry
         * @description Omitted fields keep their values. Token scope: `wellbeing`.
         */
        put: operations["updateSatisfactionEntry"];
        post?: never;
        /**
         * Delete a satisfaction entry
         * @description Token scope: `wellbeing`.
         */
        delete: operations["deleteSatisfactionEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/action-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your action notes
         * @description Token scope: `wellbeing`.
         */
        get: operations["listActionNotes"];
        put?: never;
        /**
         * Create an action note
         * @description A note says what you did or plan to do. It can link to a goal, and remains if the goal is deleted. `note_date` is today in your time zone by default. A note about another day does not count as activity. Token scope: `wellbeing`.
         */
        post: operations["createActionNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/action-notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update an action note
         * @description Omitted fields keep their values; a `goal_id` of null removes the link to the goal. Token scope: `wellbeing`.
         */
        put: operations["updateActionNote"];
        post?: never;
        /**
         * Delete an action note
         * @description Token scope: `wellbeing`.
         */
        delete: operations["deleteActionNote"];
        options?: never;
        head?: never;
        /**
         * Change an action note
         * @description Omitted fields keep their values; a `goal_id` of null removes the link to the goal. Token scope: `wellbeing`.
         */
        patch: operations["patchActionNote"];
        trace?: never;
    };
    "/api/sleep-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sleep entries
         * @description Token scope: `wellbeing`.
         */
        get: operations["listSleepEntries"];
        put?: never;
        /**
         * Create a sleep entry
         * @description You can create several a day. Token scope: `wellbeing`.
         */
        post: operations["createSleepEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a sleep entry
         * @description Omitted fields keep their values. Token scope: `wellbeing`.
         */
        put: operations["updateSleepEntry"];
        post?: never;
        /**
         * Delete a sleep entry
         * @description Token scope: `wellbeing`.
         */
        delete: operations["deleteSleepEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tone-packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tone packs
         * @description Each pack is in one list only, the first that it belongs to; a public pack that you have bought remains among the public ones, marked as `purchased`. `limit` and `cursor` apply to the public packs. Your own packs, and up to 500 that are shared with you or bought, come with every page. Token scope: `tone-packs`.
         */
        get: operations["listTonePacks"];
        put?: never;
        /**
         * Create a tone pack
         * @description By default it is private and free. It has no images yet. Token scope: `tone-packs`.
         */
        post: operations["createTonePack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tone-packs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tone pack
         * @description The response includes its images. Token scope: `tone-packs`.
         */
        get: operations["getTonePack"];
        /**
         * Update a tone pack
         * @description Users who have bought it keep it, whatever its price and visibility become. Token scope: `tone-packs`.
         */
        put: operations["updateTonePack"];
        post?: never;
        /**
         * Delete a tone pack
         * @description Its images are deleted as well. Users who have bought the pack keep both. Token scope: `tone-packs`.
         */
        delete: operations["deleteTonePack"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tone-packs/{id}/generate-images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate the images of a tone pack
         * @description Each tone gets one image, which replaces the former one. Each image counts as several of your daily AI calls. All twenty can take several minutes. The response lists failed images with their error codes. Token scope: `tone-packs`.
         */
        post: operations["generateTonePackImages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tone-packs/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share a tone pack
         * @description The recipient can see and use it. With `email`, the response does not reveal whether a user has that email address. Needs a verified email address if the server sends email. Token scope: `tone-packs`.
         */
        post: operations["shareTonePack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tone-packs/{id}/share/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Stop sharing a tone pack
         * @description The owner can end any share, by the id of the user or of the share. A recipient can end their own share by their user id. Token scope: `tone-packs`.
         */
        delete: operations["unshareTonePack"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tone-packs/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a tone pack
         * @description `preferences.active_tone_pack_id` of your profile becomes this pack. Token scope: `tone-packs`.
         */
        post: operations["activateTonePack"];
        /**
         * Deactivate a tone pack
         * @description The request changes nothing if the pack is not active. Token scope: `tone-packs`.
         */
        delete: operations["deactivateTonePack"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up your workout window
         * @description Creates your daily two-hour window (201), or changes and reopens the one you have (200). Chains are matched again. A window may cross midnight; it belongs to the date of its start in its own time zone. Token scope: `workout`.
         */
        post: operations["setUpWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/my-window": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your workout window and location
         * @description Token scope: `workout`.
         */
        get: operations["getWindow"];
        put?: never;
        post?: never;
        /**
         * Close your workout window
         * @description You are not matched until you set it up again. Past days are kept. Token scope: `workout`.
         */
        delete: operations["closeWindow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/update-location": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update your location
         * @description Users are matched by city, else by region, else by time zone. Your location is never shown to others. `ipAddress` is stored only if you send it. Token scope: `workout`.
         */
        put: operations["updateLocation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/generate-chains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match the chains of your group
         * @description The date must be at most seven days ahead. Chains are also matched each night and after every change of a window. Matching again changes nothing. Token scope: `workout`.
         */
        post: operations["matchGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/checkin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check in to your workout
         * @description Send a photo of up to 10 MB and 50 megapixels (JPEG, PNG, GIF, WebP, HEIC or AVIF); its metadata is removed. You can check in once a day, at any time. You get one chip, and a second one if the user before you has checked in. The status is `pending` at first, and `verified` soon after unless the photo was used before. Token scope: `workout`.
         */
        post: operations["createWorkoutCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/checkin/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your check-in of a date
         * @description Token scope: `workout`.
         */
        get: operations["getWorkoutDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/checkins/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all check-ins of a date
         * @description Photos are included for users in your chain and squad, coordinates only for yourself. Token scope: `workout`.
         */
        get: operations["listWorkoutCheckIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/team-stats/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the scores of both teams on a date
         * @description Chips count once their check-in is verified. Token scope: `workout`.
         */
        get: operations["getTeamStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/chain/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your chain of a date
         * @description Returns the users before and after you, and all check-ins of your chain and squad. Token scope: `workout`.
         */
        get: operations["getChain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/squad/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your squad of a date
         * @description Token scope: `workout`.
         */
        get: operations["getSquad"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/my-checkins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own check-ins with your streaks
         * @description The oldest date comes first. A range has at most 366 days. Dates without a check-in are omitted. The streaks do not depend on the range. Token scope: `workout`.
         */
        get: operations["listOwnWorkoutCheckIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/rooms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your chat rooms
         * @description Each organization and team whose membership you have accepted has a room, and so has your squad of a date: from the start of the date until the end of the next one, in the time zone of your window. The latest activity comes first. Token scope: `chat`.
         */
        get: operations["listChatRooms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/rooms/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a room
         * @description Newest first. Messages of users in a block with you are left out. A removed message stays in the list, without its text, and is not found by `q`. Token scope: `chat`.
         */
        get: operations["listChatMessages"];
        put?: never;
        /**
         * Send a message to a room
         * @description You can send 30 messages a minute to all of your rooms together. Needs a verified email address if the server sends email. Refused while impersonating. Token scope: `chat`.
         */
        post: operations["sendChatMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/rooms/{id}/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a message
         * @description You can remove your own messages at any time, also after leaving the room. Admins of a team and the owner and admins of an organization remove messages of others; super admins do in all rooms, which is written to the audit log. The text is erased. Refused while impersonating. Token scope: `chat`.
         */
        delete: operations["removeChatMessage"];
        options?: never;
        head?: never;
        /**
         * Change your message
         * @description Within 15 minutes. Members who are newly mentioned are notified. Needs a verified email address if the server sends email. Refused while impersonating. Token scope: `chat`.
         */
        patch: operations["editChatMessage"];
        trace?: never;
    };
    "/api/chat/rooms/{id}/read-mark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark the messages of a room as read
         * @description Up to a message. The mark never goes back: the later one of two devices stays. Refused while impersonating. Token scope: `chat`.
         */
        put: operations["markChatRead"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/rooms/{id}/typing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a signal that you are writing
         * @description Members with an open stream receive `chat.typing`. It is not stored. Send it every three seconds at most, and take it as over after six. Needs a verified email address if the server sends email. Refused while impersonating. Token scope: `chat`.
         */
        post: operations["signalChatTyping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/mosaic/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the mosaic of a date
         * @description There is one tile for each user in a chain on that date, at most a few seconds old. The mosaic is final once it is generated after the date has ended in all time zones. A tile keeps its position all day, also in the image. Token scope: `workout`.
         */
        get: operations["getMosaic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mosaics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mosaics
         * @description The latest dates come first, from dates that have begun in some time zone. Get the tiles of a date with `GET /api/workout-window/mosaic/{date}`. Token scope: `workout`.
         */
        get: operations["listMosaics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/battle/week/{weekStartDate}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the battle of a week
         * @description The week is named by its Monday. Chips and powers are live until the battle is executed, and final after that. Token scope: `workout`.
         */
        get: operations["getBattle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/battle/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List executed battles
         * @description The newest weeks come first. The response includes your total contribution. Token scope: `workout`.
         */
        get: operations["listBattles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/my-drops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the number of drops that you can send today
         * @description A day starts at 00:00 UTC. Bonus drops are used after the daily ones and do not expire. Token scope: `drops`.
         */
        get: operations["getDropAllowance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a drop
         * @description Send the text of an approved template (`template_id`) or your own (`content`). The recipient is notified. Needs a verified email address if the server sends email. Token scope: `drops`.
         */
        post: operations["sendDrop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sent drops
         * @description Drops to users in a blocked pair with you are omitted. Inactive recipients appear as `Former member`. Token scope: `drops`.
         */
        get: operations["listSentDrops"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List received drops
         * @description The request marks the returned drops as read unless `mark_read` is false. The response still shows them as unread. Token scope: `drops`.
         */
        get: operations["listReceivedDrops"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/received/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a drop as read
         * @description Token scope: `drops`.
         */
        post: operations["markDropRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drop templates
         * @description Returns the approved templates. Token scope: `drops`.
         */
        get: operations["listDropTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the configuration of drops
         * @description Token scope: `drops`.
         */
        get: operations["getDropConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/badge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your badge
         * @description Token scope: `drops`.
         */
        get: operations["getOwnBadge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/badge/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the badge of a user
         * @description Token scope: `drops`.
         */
        get: operations["getBadge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/badge/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recalculate your badge
         * @description Badges are also recalculated after every sent or engaged drop. A job measures engagement. Token scope: `drops`.
         */
        post: operations["updateBadge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/badges/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the badges of several users
         * @description Token scope: `drops`.
         */
        post: operations["getBadges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/badge/milestones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the badge milestones of a user
         * @description The newest come first, each with the statistics of that time. All users can read the milestones of all users. Token scope: `drops`.
         */
        get: operations["listBadgeMilestones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users who encourage others most
         * @description The order is by successful drops, then by success rate. Users with the preference `leaderboard: false` are omitted. Token scope: `drops`.
         */
        get: operations["listLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/badge-definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the badge levels
         * @description Token scope: `drops`.
         */
        get: operations["listBadgeDefinitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/assistant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of the assistant
         * @description What it reads, and who gets the text: what users need to know before they consent. Token scope: `journal:read`.
         */
        get: operations["getAssistant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/analyses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the analyses of your journal
         * @description Each analysis is of one day (UTC) on which the assistant has read your journal. It covers at most 50 entries of the last seven days. The assistant reads it only while `read_notes_enabled` is set in your profile. Token scope: `journal:read`.
         */
        get: operations["listNoteAnalyses"];
        put?: never;
        post?: never;
        /**
         * Delete all analyses of your journal
         * @description Your entries remain. They are analyzed again while `read_notes_enabled` is set in your profile. Token scope: `journal:write`.
         */
        delete: operations["deleteNoteAnalyses"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/analyses/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latest analysis of your journal
         * @description Token scope: `journal:read`.
         */
        get: operations["getLatestNoteAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/mood-trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your mood trends
         * @description The trend compares the later half of the days with an analysis to the earlier half. Token scope: `journal:read`.
         */
        get: operations["getMoodTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/email/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List emails to your journal
         * @description Returns the emails to the journal address of the user from the last 90 days, newest first, with all of their text: also what their entries leave out, and emails that became no entry because a program wrote them. Refused while impersonating. Token scope: `journal:read`.
         */
        get: operations["listReceivedMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/email/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an email
         * @description The operator configures to which addresses users can write: by default to themselves and to users of their organizations. A user can send 20 emails a day (UTC), at most 3 of them to the same address other than their own. The email comes from the address of the service and ends with the name of the sender. The response is 502 or 503 within eight seconds if the mail server fails. An email is never sent twice. Needs a verified email address if the server sends email. Refused while impersonating. Token scope: `mail`.
         */
        post: operations["sendMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List experiment templates
         * @description Returns your own templates and copies, and the public templates of others. Token scope: `lab`.
         */
        get: operations["listLabTemplates"];
        put?: never;
        /**
         * Create an experiment template
         * @description By default it is private, with the safety level `adult_only`. Token scope: `lab`.
         */
        post: operations["createLabTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an experiment template
         * @description Token scope: `lab`.
         */
        get: operations["getLabTemplate"];
        /**
         * Update an experiment template
         * @description Of a copy, only `completed_steps` can change. A change of text or prediction resets `safety_level` to `adult_only`. A prediction that others have tested cannot change. Token scope: `lab`.
         */
        put: operations["updateLabTemplate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/templates/{id}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy an experiment template
         * @description The copy is private and fixed, and counts the steps that you complete. Classroom users can copy templates that are safe for classrooms, or supervised ones with `attested: true`. Token scope: `lab`.
         */
        post: operations["copyLabTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/templates/{id}/replications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the replications of an experiment
         * @description Token scope: `lab`.
         */
        get: operations["listLabReplications"];
        put?: never;
        /**
         * Create a replication of an experiment
         * @description You can replicate each template of another user once. The result is compared with the first predicted output, so send one with the same label and unit. 50 users within 5 percent make a template robust. Token scope: `lab`.
         */
        post: operations["createLabReplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/templates/{id}/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the videos of an experiment
         * @description Token scope: `lab`.
         */
        get: operations["listLabVideos"];
        put?: never;
        /**
         * Submit a video of an experiment
         * @description The video becomes public once a super admin approves it. Classroom users cannot submit videos. Needs a verified email address if the server sends email. Token scope: `lab`.
         */
        post: operations["submitLabVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/optimize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Optimize the inputs of an experiment
         * @description Tries up to 50,000 combinations and ranks them: by the highest Q factor (`resonance`, `impedance`), self-resonant frequency (`coil`), energy efficiency (`electrolysis`) or recovery efficiency (`pulsed_dc`), or by the lowest breakdown voltage (`plasma`). The same request always gets the same response. A golden spec takes the inputs and outputs of the response. Token scope: `lab`.
         */
        post: operations["optimizeExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/competitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List competitions
         * @description Returns the active competitions. Token scope: `lab`.
         */
        get: operations["listCompetitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/competitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a competition
         * @description Inactive competitions can be read as well. Token scope: `lab`.
         */
        get: operations["getCompetition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/competitions/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter a template into a competition
         * @description The template must be your own and public, and can enter once, while the competition is active and open. A classroom user can enter only templates that are safe for classrooms. Needs a verified email address if the server sends email. Token scope: `lab`.
         */
        post: operations["enterCompetition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/competitions/{id}/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the leaderboard of a competition
         * @description The best come first, by the scores of `last_scored_at`. Of equal scores the newest entry comes first. Token scope: `lab`.
         */
        get: operations["getCompetitionLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/outreach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Contact a sponsor
         * @description The message is sent by email with your name. You do not see the email address of the sponsor. The text is deleted once the email is sent. You can send 5 messages to the same sponsor within 24 hours. With `share_email`, the sponsor can reply to the email address of your account; without it, say in the message how to reach you. Needs a verified email address if the server sends email. Refused while impersonating. Token scope: `lab`.
         */
        post: operations["contactSponsor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is yours
         * @description Returns your profile, counts of unread messages, subscription, groups and workout window in one request. Token scopes: `profile:read`, `groups`, `workout`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your statistics
         * @description Sums up your own records of a range of at most 366 days, in your time zone (`preferences.timezone`). Token scopes: `journal:read`, `goals`, `wellbeing`, `workout`, `drops`.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/today": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your day
         * @description Returns your date, workout window, chain, squad, goals, entries and unread counts in one request. Parts that you do not have are null or empty. Token scopes: `journal:read`, `goals`, `wellbeing`, `workout`, `drops`.
         */
        get: operations["getToday"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Returns a user that you know: by a common organization or team, a chain or squad, a drop between you, or an entry that you may see. Users who have blocked you and deactivated users are not found. Token scope: `profile:read`.
         */
        get: operations["getKnownUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message of an MCP client
         * @description The Model Context Protocol (MCP) over Streamable HTTP, without sessions and batches. Needs a personal access token, whose scopes decide which tools there are, and `preferences.mcp` of the profile. Reads are written to the audit log. The path may end with a slash. Refused while impersonating.
         */
        post: operations["handleMcpMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the file of another diary and import it
         * @description Reads the ZIP that Day One (JSON) or Journey exports, a Daylio backup or CSV, and a ZIP of Markdown files with front matter. With `dry_run=true` nothing is written: read the plan, then start it. The import runs in the background and notifies you. Only you can read what is imported. The same file, or a newer one of the same diary, adds only what is new. What you deleted does not come back. Limits: 2 GB and 200,000 files, 8 GB unpacked, 4 MB for each entry; an archive of more than 20 MB unpacked may shrink by a factor of 50. The texts that an account imports in total are limited (200 MB, if the operator has set nothing else). Refused while impersonating.
         */
        post: operations["importData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a user, a drop, a photo or a chat message
         * @description A user can report any user, a received drop, a photo of their chain or squad, or a message of a chat room of theirs, up to 20 times a day (UTC). Only super admins see reports. If the caller has an open report of the same subject, the response is 200 with that report. Refused while impersonating. Token scope: `groups`.
         */
        post: operations["createReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Includes inactive and synthetic users. Returns the AI usage of this calendar month (UTC). The request is written to the audit log. Token scope: `admin:read`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create an account
         * @description Works with every `SIGN_UP`, for the built-in identity provider. The response has a password for the first sign-in. The request is written to the audit log. Needs a sign-in within the last 10 minutes. Refused while impersonating.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/impersonate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an impersonation
         * @description Returns an access token that is valid for 30 minutes, until it is stopped, or until either user is blocked or changes role. It gives access to what the user can do, except to administration and to operations refused while impersonating. Each request with it is written to the audit log.
         */
        post: operations["startImpersonation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/impersonation-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List impersonations */
        get: operations["listImpersonations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/admin/checkins/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a check-in
         * @description The chips of a rejected check-in count again.
         */
        post: operations["approveCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/admin/checkins/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a check-in
         * @description Its chips are taken back, and the user is notified of the reason.
         */
        post: operations["rejectCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/admin/ai-users/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate synthetic users
         * @description They are marked as synthetic wherever they appear. A given distribution replaces the default one as a whole; its shares are relative and need not sum to 100. Failures are counted and do not affect other users.
         */
        post: operations["generateSyntheticUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/admin/process-engagement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the engagement job
         * @description The same job runs hourly.
         */
        post: operations["runEngagementJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/templates/{id}/promote-to-classroom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an experiment for classrooms
         * @description Its `safety_level` becomes `classroom_safe`. Send the `updated_at` that you have reviewed, so that no change goes unnoticed. The request is written to the audit log.
         */
        post: operations["promoteToClassroom"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/templates/{id}/safety-level": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the safety level of an experiment
         * @description Existing copies remain. The request is written to the audit log.
         */
        put: operations["updateSafetyLevel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/templates/{id}/golden-spec": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the golden spec of a template
         * @description The calculated result replaces the prediction, and replications are compared with it from then on. Send a result of `POST /api/lab/optimize`. The request is written to the audit log.
         */
        post: operations["createGoldenSpec"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/competitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a competition
         * @description By default it is hidden and takes no entries. The request is written to the audit log.
         */
        post: operations["createCompetition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/competitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a competition
         * @description A `scoring_config` replaces the former one as a whole. Scores change when they are next computed. The request is written to the audit log.
         */
        put: operations["updateCompetition"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/competitions/{id}/recompute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compute the scores of a competition
         * @description The competition need not be active or open. The request is written to the audit log.
         */
        post: operations["recomputeCompetition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description The request is written to the audit log. Token scope: `admin:read`.
         */
        get: operations["getUser"];
        /**
         * Update a user
         * @description Blocks or unblocks a user, or marks them as a classroom user. A blocked user gets 403 from the next request on, but can still sign in at the identity provider.
         */
        put: operations["updateUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the role of a user
         * @description A promotion applies to access tokens issued after it, a demotion to the next request. The last super admin cannot be demoted. Needs a sign-in within the last 10 minutes.
         */
        put: operations["updateUserRole"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations to sign up
         * @description Newest first, also used and expired ones. The request is written to the audit log. Token scope: `admin:read`.
         */
        get: operations["listSignUpInvitations"];
        put?: never;
        /**
         * Create an invitation to sign up
         * @description An invitation admits a sign-up while `SIGN_UP=invite`. With `email`, the address gets a mail with the token. The request is written to the audit log. Needs a sign-in within the last 10 minutes.
         */
        post: operations["createSignUpInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation to sign up
         * @description Accounts that were created with it remain. The request is written to the audit log.
         */
        delete: operations["revokeSignUpInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit records
         * @description Records name users only by their ids, so this request is not logged itself. Token scope: `admin:read`.
         */
        get: operations["listAuditRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/drops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the drop transactions of a user
         * @description Token scope: `admin:read`.
         */
        get: operations["listUserDropTransactions"];
        put?: never;
        /**
         * Adjust the balance of a user
         * @description The balance cannot become negative. The user sees the reason; the audit log records the super admin.
         */
        post: operations["adjustUserDrops"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/drops/transactions/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a purchase
         * @description A purchase can be refunded once, in full.
         */
        post: operations["refundPurchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/conversion/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversion rates
         * @description Returns the current rate of AI tokens for one drop (null if none is set) and all rates, newest first. Token scope: `admin:read`.
         */
        get: operations["listConversionRates"];
        put?: never;
        /**
         * Create a conversion rate
         * @description The rate applies immediately. Former rates remain in the history.
         */
        post: operations["createConversionRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/admin/ai-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List synthetic users
         * @description Token scope: `admin:read`.
         */
        get: operations["listSyntheticUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/admin/ai-users/{id}/toggle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Enable or disable a synthetic user
         * @description A user who has checked in today remains in today's chain. Past days are kept.
         */
        put: operations["toggleSyntheticUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/admin/ai-users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a synthetic user
         * @description Check-ins, chips and chain positions of past days are deleted as well.
         */
        delete: operations["deleteSyntheticUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/admin/teams/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the share of synthetic users in the teams and squads of a date
         * @description Token scope: `admin:read`.
         */
        get: operations["getTeamBreakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/admin/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all drop templates
         * @description Includes pending and rejected templates. Token scope: `admin:read`.
         */
        get: operations["listAllDropTemplates"];
        put?: never;
        /**
         * Create a drop template
         * @description Its status is `pending` unless `approval_status` is set. A template of type `media` needs a URL.
         */
        post: operations["createDropTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/admin/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a drop template
         * @description Set `approval_status` to approve or reject it. Sent drops do not change.
         */
        put: operations["updateDropTemplate"];
        post?: never;
        /**
         * Delete a drop template
         * @description Sent drops do not change.
         */
        delete: operations["deleteDropTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/admin/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the configuration of drops as a super admin
         * @description Token scope: `admin:read`.
         */
        get: operations["getAdminDropConfiguration"];
        /**
         * Update the configuration of drops
         * @description Changes apply immediately. Omitted fields keep their values. Send the fields at the top level or within `config`, as in the response.
         */
        put: operations["updateDropConfiguration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sent emails
         * @description Returns the emails of users and of Meadow from the last 90 days, without their content. The request is written to the audit log. Token scope: `admin:read`.
         */
        get: operations["listSentMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/outbox/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sent email
         * @description The content is stored only if no mail server is configured, in a folder of the node that sent the email. The request is written to the audit log. Token scope: `admin:read`.
         */
        get: operations["getSentMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/videos/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pending videos
         * @description Token scope: `admin:read`.
         */
        get: operations["listPendingLabVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/videos/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a video
         * @description The video is shown with its template. The request is written to the audit log.
         */
        post: operations["approveLabVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/videos/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a video
         * @description Only super admins see the reason. The request is written to the audit log, without the reason.
         */
        post: operations["declineLabVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/videos/{id}/featured": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Feature a video
         * @description Sets whether an approved video is featured. The request is written to the audit log.
         */
        put: operations["featureLabVideo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/sponsors/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pending sponsors
         * @description The response includes their contact details. The request is written to the audit log. Token scope: `admin:read`.
         */
        get: operations["listPendingSponsors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/sponsors/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a sponsor
         * @description The sponsor becomes public and gets a weekly mail. The request is written to the audit log.
         */
        post: operations["approveSponsor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/sponsors/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a sponsor
         * @description The applicant is not notified. Only super admins see the reason. The request is written to the audit log, without the reason.
         */
        post: operations["declineSponsor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/opportunities/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pending opportunities
         * @description Token scope: `admin:read`.
         */
        get: operations["listPendingOpportunities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/opportunities/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an opportunity
         * @description The opportunity becomes public. The request is written to the audit log.
         */
        post: operations["approveOpportunity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/admin/opportunities/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an opportunity
         * @description Only super admins see the reason. The request is written to the audit log, without the reason.
         */
        post: operations["declineOpportunity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is set up on this server
         * @description The checklist of a new server: address, sign-up, mail, services, files and the last backup. Token scope: `admin:read`.
         */
        get: operations["getSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reports
         * @description Each report includes its subject. The request is written to the audit log. Token scope: `admin:read`.
         */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/reports/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a report
         * @description A resolved report is final. This does not change the subject: deactivate the user, reject the check-in or remove the chat message separately.
         */
        post: operations["resolveReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/reports/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a report
         * @description A dismissed report is final. The same user can report the same subject again.
         */
        post: operations["dismissReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List waitlist entries
         * @description The request is written to the audit log. Token scope: `admin:read`.
         */
        get: operations["listWaitlistEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/waitlist/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a waitlist entry
         * @description Approval is final. The applicant gets an email: with an invitation for 30 days if sign-up needs one, otherwise with the link to sign up.
         */
        post: operations["approveWaitlistEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/waitlist/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a waitlist entry
         * @description A decline is final. The applicant is not notified.
         */
        post: operations["declineWaitlistEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of the service
         * @description Returns the state of the database, migrations, jobs and providers as this node sees them. The response takes at most two seconds, even if the database is down: a super admin that this node authenticated within the last 15 minutes is accepted with the same token. Browsers show it at /admin/health. Token scope: `admin:read`.
         */
        get: operations["getServiceHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/fold-names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare names for searches
         * @description Runs on schedule `*\/5 * * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runFoldNames"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drops/cron/award-monthly-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Award the monthly drops to all users
         * @description A repeated call retries what failed. Runs on schedule `0 0 1 * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runAwardMonthlyAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/sync-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync the plays of all music accounts
         * @description An hourly call is enough. A repeated call continues with the accounts that have waited longest. Runs on schedule `*\/15 * * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runSyncAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/fold-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare entries for searches
         * @description Runs on schedule `*\/5 * * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runFoldEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/notify-due-goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notify users of goals that are due today
         * @description A user is notified once for each goal and target date, from 08:00 in the time zone of the profile. Runs on schedule `10,40 * * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runNotifyDueGoals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/cron/generate-chains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match all users for today and tomorrow
         * @description The body may name another date than today. It is matched together with the next date. Runs on schedule `0 0 * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runGenerateChains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/cron/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remind users whose windows open within 30 minutes
         * @description Each user is reminded once a day. Runs on schedule `*\/5 * * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/cron/end-of-day": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End finished days and resolve undecided photos
         * @description Notifies users in a chain who missed their check-in, and their after users, once. Runs on schedule `*\/30 * * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runEndOfDay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/fold-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare messages for searches
         * @description Runs on schedule `*\/5 * * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runFoldMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/battle/cron/generate-weekly": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the battle of the week and execute earlier ones
         * @description The week begins on Monday at 00:00 UTC. The last one is over in every time zone at 12:00 UTC. Runs on schedule `0 0,12 * * 1` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runGenerateWeekly"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/cron/ai-checkins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check in synthetic users
         * @description Each synthetic user checks in within their window, on as many days as fit their probability. Runs on schedule `0 * * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runAiCheckins"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/cron/process-engagement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process engagement with encouragement drops
         * @description Awards senders the bonus for drops with engagement and closes engagement windows that have ended. Runs on schedule `0 * * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runProcessEngagement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/cron/analyze-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyze the entries of users who consent
         * @description A repeated call retries failed users and analyzes new entries. A run ends after 50 minutes; the next call continues it. Runs on schedule `0 2 * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runAnalyzeNotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encouragement-drops/cron/generate-daily-drops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the daily drop to users who want it
         * @description Call it after the analysis of entries: it waits up to ten minutes for a running analysis. A repeated call retries what failed. Runs on schedule `0 9 * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runGenerateDailyDrops"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/email/cron/weekly-digest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the weekly digest email
         * @description Covers the last full week (UTC). Each user gets one digest a week. A repeated call retries failed users. Runs on schedule `0 7 * * 1` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runWeeklyDigest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/cron/process-step-prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prompt users with unfinished experiments for the next step
         * @description Each user is prompted once in three days until the experiment ends, unless their preference `step_prompts` is false. A repeated call retries what failed. Runs on schedule `0 3 * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runProcessStepPrompts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/lab/recompute-competitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score all active competitions that are open for entry
         * @description Each competition is scored as a whole. A repeated call retries what failed. Runs on schedule `0 6 * * *` (UTC). Call it yourself only if `SCHEDULER=off`. The secret can also be sent as `Authorization: Bearer`.
         */
        post: operations["runRecomputeCompetitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/lab/sponsor-outreach-digest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send sponsors the weekly digest email about the lab
         * @description Covers the last full week (UTC). Each approved sponsor who has not unsubscribed gets it once. A repeated call retries what failed. Runs on schedule `0 9 * * 1` (UTC). Call it yourself only if `SCHEDULER=off`. The secret can also be sent as `Authorization: Bearer`.
         */
        post: operations["runSponsorOutreachDigest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/build-exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the exports that users started
         * @description Runs on schedule `*\/5 * * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runBuildExports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/erase-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase accounts whose seven days are over
         * @description Runs on schedule `25 2 * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runEraseAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/apply-retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete data whose retention period has ended
         * @description Runs on schedule `50 3 * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runApplyRetention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/make-partitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the partitions of the next months
         * @description Runs on schedule `35 3 * * *` (UTC). Call it yourself only if `SCHEDULER=off`.
         */
        post: operations["runMakePartitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/mosaic/generate/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate the mosaic of a date
         * @description Runs on schedule at 23:59 UTC for the date that is ending, and at 12:05 UTC for the day before, which is then final. Call it yourself only if `SCHEDULER=off`. Generating a mosaic again replaces the image and its URL, without the photos of users who no longer want to be shown.
         */
        post: operations["generateMosaic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workout-window/battle/execute/{weekStartDate}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute the battle of a week
         * @description A battle can be executed from 12:00 UTC on the Monday after its week, when Sunday is over in all time zones. Executing it again returns the first result.
         */
        post: operations["executeBattle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: date-time
         * @description When the user accepted the membership; null if another user added them and they have not accepted yet.
         */
        AcceptedAt: string | null;
        AccessToken: {
            /** @description A JWT for the Authorization header. */
            token: string;
        };
        AccountDeletion: {
            message: string;
            /**
             * Format: date-time
             * @description Until then the account can be restored.
             */
            erase_at: string;
            /** @description Whether the account is erased by now. */
            is_erased: boolean;
        };
        AccountErasureRun: {
            success: boolean;
            message: string;
            results: {
                erased: number;
                failed: number;
            };
        };
        Acknowledgement: {
            /** @enum {boolean} */
            received: true;
        };
        ActionNote: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            content: string;
            /** Format: uuid */
            goal_id: string | null;
            /** Format: date */
            note_date: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ActionNoteBody: {
            action_note: components["schemas"]["ActionNote"];
        };
        ActionNoteChange: {
            content?: string;
            /** Format: uuid */
            goal_id?: string | null;
            /**
             * Format: date
             * @description The day that the note is about: from 1900-01-01 until tomorrow in your time zone.
             */
            note_date?: string;
        };
        ActionNotePage: {
            action_notes: components["schemas"]["ActionNote"][];
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        ActivityType: "cardio" | "strength" | "walk" | "meditation" | "reading" | "homework" | "other";
        AddressChange: {
            /**
             * Format: email
             * @description One plain email address, such as ada@example.org. Upper and lower case are alike.
             */
            newEmail: string;
        };
        ApiDocument: {
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Users can list and send approved templates only.
         * @enum {unknown}
         */
        ApprovalStatus: "pending" | "approved" | "rejected";
        Assistant: {
            /** @description The AI provider of this server; null if none is configured. */
            provider: {
                /** @description Its host, which gets the text of entries. */
                host: string;
                model: string;
            } | null;
            /** @description Entries of so many days are read. */
            days_read: number;
            /** @description Entries that are read at most. */
            max_entries_read: number;
        };
        AssistantDrop: {
            /** Format: uuid */
            id: string;
            content: string;
            /** Format: date-time */
            date_sent: string;
            /** Format: date-time */
            read_at: string | null;
        };
        /** @description The users that can see the metadata, and those that can read the content as well. */
        Audience: {
            metadata: components["schemas"]["Readers"];
            content: components["schemas"]["Readers"];
        };
        AudiencePreview: {
            effective_metadata_visibility: components["schemas"]["Visibility"];
            effective_content_visibility: components["schemas"]["Visibility"];
            audience: components["schemas"]["Audience"];
        };
        AudienceQuestion: {
            /** Format: uuid */
            notebook_id?: string | null;
            metadata_visibility?: components["schemas"]["RequestedVisibility"] | null;
            content_visibility?: components["schemas"]["RequestedVisibility"] | null;
            /** Format: uuid */
            team_id?: string | null;
            /** Format: uuid */
            org_id?: string | null;
        };
        AuditRecord: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The user who acted; null for a command on the server.
             */
            actor_id: string | null;
            /**
             * Format: uuid
             * @description The impersonated user, or null.
             */
            on_behalf_of: string | null;
            action: string;
            subject_type: string;
            /**
             * Format: uuid
             * @description The nil UUID means all users.
             */
            subject_id: string;
            details: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        AuditRecordPage: {
            records: components["schemas"]["AuditRecord"][];
            next_cursor: string | null;
        };
        AvatarForm: {
            /** Format: binary */
            avatar: string;
        };
        Background: {
            /** @description Expires within two days. Read the entry again for a new URL. */
            imageUrl: string;
        };
        BackgroundRequest: {
            /**
             * Format: uuid
             * @description One of your entries. The image becomes its background.
             */
            entry_id?: string;
            /** @description A text without an entry. Its image is deleted after a day. */
            content?: string;
            tone?: components["schemas"]["Tone"];
            /** @enum {unknown} */
            quality?: "standard" | "hd";
        };
        BackupHealth: {
            /** @description Whether backups are on at this node (`BACKUP_DIR`). */
            is_scheduled: boolean;
            /**
             * Format: date-time
             * @description The end of the last backup, also of `meadow backup`.
             */
            last_at: string | null;
            /** @description Of the last backup. */
            size_bytes: number | null;
            /** @description Backups are scheduled, and the last one is older than two days. */
            is_overdue: boolean;
        };
        Badge: {
            /** Format: uuid */
            user_id: string;
            current_badge: components["schemas"]["BadgeLevel"];
            level: number;
            /** @description All sent drops. */
            total_drops_sent: number;
            /** @description Drops whose recipient wrote within the engagement window. */
            engagement_increases: number;
            /** @description Share of engaged drops among those whose window has ended, in percent with one decimal; 0 if there are none. */
            success_rate: number;
            /** @description Bonus drops earned by engaged drops. */
            bonus_drops_earned: number;
            /** @description Days in a row (UTC) with a sent drop, up to today or yesterday. */
            consecutive_days: number;
            next_level: {
                level: number;
                name: string;
                color: string;
                /** @description Required number of engaged drops. */
                min_successful_drops: number;
                /** @description Required success rate in percent; null for no requirement. */
                min_success_rate: number | null;
                /** @description Required days in a row with a drop; null for no requirement. */
                min_consecutive_days: number | null;
                /** @description Engaged drops still needed. */
                drops_to_go: number;
            } | null;
            /** @description Progress in engaged drops from this level to the next, in percent with one decimal; 100 at the last level. */
            progress: number;
        };
        BadgeBody: {
            badge: components["schemas"]["Badge"];
        };
        BadgeDefinition: {
            level: number;
            name: string;
            color: string;
            /** @description Required number of engaged drops. */
            min_successful_drops: number;
            /** @description Required success rate in percent; null for no requirement. */
            min_success_rate: number | null;
            /** @description Required days in a row with a drop; null for no requirement. */
            min_consecutive_days: number | null;
        };
        BadgeDefinitionPage: {
            definitions: components["schemas"]["BadgeDefinition"][];
            next_cursor: string | null;
        };
        BadgeLevel: {
            level: number;
            name: string;
            color: string;
        };
        BadgeLookup: {
            user_ids: string[];
        };
        BadgeMilestone: {
            /** Format: uuid */
            user_id: string;
            badge: components["schemas"]["BadgeLevel"];
            /** Format: date-time */
            achieved_at: string;
            stats: components["schemas"]["BadgeStats"];
        };
        BadgeMilestonePage: {
            milestones: components["schemas"]["BadgeMilestone"][];
            next_cursor: string | null;
        };
        BadgeStats: {
            /** @description All sent drops. */
            total_drops_sent: number;
            /** @description Drops whose recipient wrote within the engagement window. */
            engagement_increases: number;
            /** @description Share of engaged drops among those whose window has ended, in percent with one decimal; 0 if there are none. */
            success_rate: number;
            /** @description Bonus drops earned by engaged drops. */
            bonus_drops_earned: number;
            /** @description Days in a row (UTC) with a sent drop, up to today or yesterday. */
            consecutive_days: number;
        };
        BadgesByUser: {
            /** @description By user id, without unknown and inactive users. */
            badges: {
                [key: string]: components["schemas"]["Badge"];
            };
        };
        Battle: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date
             * @description A Monday.
             */
            week_start_date: string;
            /** Format: date */
            week_end_date: string;
            red_team_chips: number;
            blue_team_chips: number;
            red_team_robot_power: number;
            blue_team_robot_power: number;
            /** @enum {unknown} */
            battle_status: "pending" | "in_progress" | "completed";
            winner: components["schemas"]["BattleWinner"] | null;
            battle_result: components["schemas"]["BattleResult"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        BattleExecution: {
            battle: components["schemas"]["Battle"];
            winner: components["schemas"]["BattleWinner"];
            battleResult: components["schemas"]["BattleResult"];
        };
        BattleHistory: {
            battles: components["schemas"]["Battle"][];
            next_cursor: string | null;
            userStats: {
                totalChipsContributed: number;
                /** @description Battles whose winner you earned a chip for. */
                battlesWon: number;
                /** @description The longest run of consecutive days with a check-in. */
                longestChain: number;
            };
        };
        /** @description The standings of a week changed. At most one in three seconds for each week. */
        BattleProgressEvent: {
            /** @enum {string} */
            kind: "battle.progress";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                /** Format: date */
                week_start_date: string;
            };
        };
        BattleResult: {
            redRobotPower: number;
            blueRobotPower: number;
            badGuyPower: number;
            rounds: {
                round: number;
                redDamage: number;
                blueDamage: number;
                badGuyDamage: number;
            }[];
            /** @description The outcome in one or two sentences. */
            finalOutcome: string;
        };
        BattleScore: {
            /**
             * Format: date
             * @description A Monday.
             */
            week_start_date: string;
            red_team_chips: number;
            blue_team_chips: number;
            red_team_robot_power: number;
            blue_team_robot_power: number;
        };
        BattleTeam: {
            totalChips: number;
            robotPower: number;
            /** @description Users in a chain of this colour in the week. */
            members: number;
        };
        BattleWeek: {
            battle: components["schemas"]["Battle"];
            redTeam: components["schemas"]["BattleTeam"];
            blueTeam: components["schemas"]["BattleTeam"];
            /** @description The seven days of the week, Monday first. */
            dailyStats: {
                /** Format: date */
                date: string;
                redTeamChips: number;
                blueTeamChips: number;
            }[];
        };
        /** @enum {unknown} */
        BattleWinner: "red" | "blue" | "tie";
        BlockedUser: {
            /** Format: uuid */
            id: string;
            full_name: string;
            avatar_url: string | null;
            is_ai: boolean;
            /** Format: date-time */
            blocked_at: string;
        };
        BlockedUserPage: {
            users: components["schemas"]["BlockedUser"][];
            next_cursor: string | null;
        };
        Chain: {
            beforeUser: components["schemas"]["ChainMember"] | null;
            currentUser: components["schemas"]["ChainMember"];
            afterUser: components["schemas"]["ChainMember"] | null;
            teamColor: components["schemas"]["TeamColor"];
            squad: components["schemas"]["Squad"] | null;
        };
        ChainBody: {
            chain: components["schemas"]["Chain"] | null;
            checkins: components["schemas"]["WorkoutCheckIn"][];
        };
        /** @default {} */
        ChainDate: {
            /** Format: date */
            date?: string;
        };
        ChainMatching: {
            /** @description False if some groups could not be matched. The next run tries them again. */
            success: boolean;
            message: string;
            /** Format: date */
            date: string;
            /** @description Users in a chain on that date. */
            chains: number;
            squads: number;
            results: {
                /** @description Groups that could not be matched. */
                failed: number;
                /** @description One message for each failed group, at most 100. */
                errors: string[];
            };
        };
        ChainMatchingRun: {
            success: boolean;
            message: string;
            today: components["schemas"]["ChainMatching"];
            tomorrow: components["schemas"]["ChainMatching"];
        };
        ChainMember: {
            /** Format: uuid */
            userId: string;
            userName: string;
            avatarUrl: string | null;
            activityType: components["schemas"]["ActivityType"] | null;
            windowStartTime: string | null;
            windowEndTime: string | null;
            timezone: string | null;
            isAi: boolean;
        };
        /** @description A user with the state and window of the date. The window of blocked and inactive users is null. */
        ChainNeighbour: {
            /** Format: uuid */
            id: string;
            full_name: string;
            avatar_url: string | null;
            is_ai: boolean;
            status: components["schemas"]["DayState"];
            /** Format: date-time */
            opens_at: string | null;
            /** Format: date-time */
            closes_at: string | null;
        };
        /** @description Your neighbours or your squad on a date are others (`matching`), or the day state of one of them changed (`status`). */
        ChainUpdatedEvent: {
            /** @enum {string} */
            kind: "chain.updated";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                /** Format: date */
                date: string;
                /** @enum {unknown} */
                change: "matching" | "status";
            };
        };
        ChatMessage: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            room_id: string;
            sender: components["schemas"]["UserSummary"];
            /** @description null if the message is removed. */
            content: string | null;
            /** @description The users that the text mentions, without users in a blocked pair with the sender. */
            mentions: {
                /** Format: uuid */
                user_id: string;
                name: string;
            }[];
            /**
             * Format: date-time
             * @description Later than that of each earlier message of the room.
             */
            created_at: string;
            /** Format: date-time */
            edited_at: string | null;
            /** Format: date-time */
            removed_at: string | null;
        };
        ChatMessageBody: {
            message: components["schemas"]["ChatMessage"];
        };
        /** @description A message of a chat room that you can read was written, edited or deleted. */
        ChatMessageEvent: {
            /** @enum {string} */
            kind: "chat.message";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                room: string;
                /** Format: uuid */
                message_id: string;
                /** @enum {unknown} */
                change: "created" | "edited" | "deleted";
                /** Format: uuid */
                sender_id: string;
            };
        };
        ChatMessagePage: {
            messages: components["schemas"]["ChatMessage"][];
            next_cursor: string | null;
        };
        ChatMessageText: {
            /** @description A user is mentioned as `@[Name](user id)`. The first 10 who are in the room are notified. */
            content: string;
        };
        ChatReadMark: {
            /** Format: uuid */
            room_id: string;
            /** Format: date-time */
            read_until: string;
        };
        ChatReadMarkBody: {
            read_mark: components["schemas"]["ChatReadMark"];
        };
        ChatRoom: {
            /**
             * Format: uuid
             * @description The id of the squad, team or organization.
             */
            id: string;
            kind: components["schemas"]["ChatRoomKind"];
            /** @description The name of the group. null for a squad. */
            name: string | null;
            /**
             * Format: date
             * @description The date of the squad. null for other groups.
             */
            date: string | null;
            /** @description false in the room of a squad two hours after the end of its date, when the last window has closed. */
            can_write: boolean;
            /** @description Whether you can remove the messages of others, as an admin of the group. */
            can_remove: boolean;
            /** @description Messages of others after your read mark, or since you joined. 100 if there are more. */
            unread_count: number;
            /**
             * Format: date-time
             * @description Your read mark: the `created_at` of the last message that you read.
             */
            read_until: string | null;
            last_message: components["schemas"]["ChatMessage"] | null;
        };
        /** @enum {unknown} */
        ChatRoomKind: "squad" | "team" | "organization";
        ChatRoomList: {
            rooms: components["schemas"]["ChatRoom"][];
        };
        /** @description A member is writing in a chat room that you can read. Not stored: it has no `id`, and is not sent again. */
        ChatTypingEvent: {
            /** @enum {string} */
            kind: "chat.typing";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                room: string;
                /** Format: uuid */
                user_id: string;
            };
        };
        /** @description You, a neighbour or a member of your squad checked in. */
        CheckInMadeEvent: {
            /** @enum {string} */
            kind: "check-in.made";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                /** Format: date */
                date: string;
                /** Format: uuid */
                user_id: string;
                /** Format: uuid */
                checkin_id: string;
            };
        };
        CheckInRejection: {
            reason: string;
        };
        CheckedInBody: {
            checkin: components["schemas"]["WorkoutCheckIn"];
            battleChipsEarned: number;
            /** @enum {unknown} */
            chainStatus: "continued" | "broken";
            /** @description True if there is no user before you: the chain starts with you. */
            chainStart: boolean;
            /** @description Whether the user after you was notified. */
            nextUserNotified: boolean;
        };
        CheckoutBody: {
            sessionId: string;
            /** @description The page of the payment provider on which the user pays. */
            url: string;
        };
        ClassroomPromotion: {
            min_grade_band: components["schemas"]["GradeBand"];
            /**
             * Format: date-time
             * @description The `updated_at` of the reviewed version. If the template has changed since, the request fails.
             */
            updated_at?: string;
        };
        /** @description The server ends the stream. Connect again, unless your access ended. */
        ClosedEvent: {
            /** @enum {string} */
            kind: "closed";
            /** @enum {unknown} */
            reason: "access-ended" | "draining" | "expired" | "slow-reader";
        };
        Competition: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            scoring_config: components["schemas"]["ScoringConfig"];
            /** Format: date-time */
            starts_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            /** @description Whether the competition is listed. */
            is_active: boolean;
            /** @description Whether templates can enter while the competition is active, from its start to its end. */
            entry_open: boolean;
            /** Format: date-time */
            last_scored_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CompetitionBody: {
            competition: components["schemas"]["Competition"];
        };
        CompetitionChange: {
            name?: string;
            description?: string;
            scoring_config?: components["schemas"]["NewScoringConfig"];
            /**
             * Format: date-time
             * @description From the year 2000 to 2999.
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description From the year 2000 to 2999.
             */
            ends_at?: string | null;
            is_active?: boolean;
            entry_open?: boolean;
        };
        CompetitionCounts: {
            clone: number;
            completion: number;
            replication_confirmed: number;
            replication_refuted: number;
            build: number;
        };
        CompetitionEntry: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            competition_id: string;
            /** Format: uuid */
            template_id: string;
            /** Format: uuid */
            user_id: string;
            /** @description 0 until the first scoring. */
            score: number;
            /** Format: date-time */
            created_at: string;
        };
        CompetitionEntryBody: {
            entry: components["schemas"]["CompetitionEntry"];
        };
        CompetitionPage: {
            competitions: components["schemas"]["Competition"][];
            next_cursor: string | null;
        };
        CompetitionRank: {
            /** @description The rank. Entries with the same score have the same rank. */
            place: number;
            /** Format: uuid */
            entry_id: string;
            /** Format: uuid */
            template_id: string;
            user: components["schemas"]["UserSummary"];
            score: number;
            counts: components["schemas"]["CompetitionCounts"];
            /** Format: date-time */
            created_at: string;
            /** @description The title of the template. null while the template is not public. */
            title: string | null;
        };
        CompetitionRankPage: {
            leaderboard: components["schemas"]["CompetitionRank"][];
            next_cursor: string | null;
        };
        CompetitionRecomputeRun: {
            success: boolean;
            message: string;
            results: {
                /** @description Competitions scored by this run. */
                competitions: number;
                /** @description Competitions that the next run retries. */
                failed: number;
                /** @description At most 100 descriptions of failures. */
                errors: string[];
            };
        };
        ConversionRate: {
            /** Format: uuid */
            id: string;
            tokens_per_drop: number;
            /** Format: date-time */
            effective_at: string;
            /**
             * Format: uuid
             * @description null if the user was deleted.
             */
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ConversionRateBody: {
            rate: components["schemas"]["ConversionRate"];
        };
        ConversionRates: {
            current: components["schemas"]["ConversionRate"] | null;
            history: components["schemas"]["ConversionRate"][];
            next_cursor: string | null;
        };
        CreatedPersonalToken: {
            token: components["schemas"]["PersonalToken"];
            /** @description Send it as bearer token. Returned only here. */
            secret: string;
        };
        Credentials: {
            /**
             * Format: email
             * @description One plain email address, such as ada@example.org. Upper and lower case are alike.
             */
            email: string;
            password: string;
            /** @description false: the session ends after a day, and with the browser. true if absent. */
            rememberMe?: boolean;
        };
        CurrentSession: {
            session: {
                id: string;
                /** Format: date-time */
                expiresAt: string;
            } & {
                [key: string]: unknown;
            };
            user: components["schemas"]["SessionUser"];
        } & {
            [key: string]: unknown;
        };
        DailyDropRun: {
            success: boolean;
            message: string;
            /** @description false if the time of the run was over. The next run continues. */
            is_complete: boolean;
            results: {
                /** @description Users who want a daily drop. */
                total: number;
                /** @description Users who received a drop by this run. */
                generated: number;
                /** @description Users who already had a drop of the day or withdrew their consent. */
                skipped: number;
                /** @description Users that the next run tries again. */
                failed: number;
                /** @description The first hundred failures, each with user id and error code. */
                errors: string[];
            };
        };
        DatabaseHealth: {
            /** @description The median of several round trips. */
            latency_ms: number | null;
            /**
             * @description `ok` below 200 ms, `slow` above 500 ms, `elevated` between them.
             * @enum {unknown}
             */
            status: "ok" | "elevated" | "slow" | "down";
            guidance: string | null;
            /** @description How far the clock of this node is ahead of that of the database. */
            clock_offset_ms: number | null;
            replicas: components["schemas"]["ReplicaHealth"][];
        };
        DateOrInstant: string;
        DayBreakdown: {
            /** Format: date */
            date: string;
            redTeam: components["schemas"]["TeamBreakdown"];
            blueTeam: components["schemas"]["TeamBreakdown"];
            squads: components["schemas"]["SquadBreakdown"][];
            next_cursor: string | null;
        };
        DayEndRun: {
            success: boolean;
            message: string;
            /** @description Users whose day has ended without a check-in. */
            missed: number;
            /** @description Check-ins that were still pending after a minute. */
            verified: number;
        };
        /** @enum {unknown} */
        DayState: "pending" | "completed" | "failed" | "not_started";
        /** @enum {unknown} */
        DayStatus: "completed" | "failed" | "pending";
        /** @enum {unknown} */
        DecisionStatus: "pending" | "approved" | "declined";
        DeclineReason: {
            /** @description Only super admins can see it. */
            reason: string;
        };
        DeletedRecord: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            deleted_at: string;
        };
        DeletionRequest: {
            /**
             * @description The word DELETE, so that no request deletes an account by mistake.
             * @enum {string}
             */
            confirm: "DELETE";
            /** @description Erases the account at once, and it cannot be restored. Defaults to false. */
            immediately?: boolean;
        };
        Device: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uri
             * @description A URL of the browser's push service.
             */
            endpoint: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the browser last registered.
             */
            updated_at: string;
        };
        DeviceBody: {
            device: components["schemas"]["Device"];
        };
        DevicePage: {
            devices: components["schemas"]["Device"][];
            next_cursor: string | null;
            /** @description The `applicationServerKey` for subscriptions: 65 bytes in base64url. */
            vapid_public_key: string;
        };
        DeviceToForget: {
            /**
             * Format: uri
             * @description A URL of the browser's push service.
             */
            endpoint: string;
        };
        /** @description A disk of this node. */
        DiskHealth: {
            holds: string[];
            free_bytes: number;
            total_bytes: number;
            /**
             * @description `low`: less than 1 GB or less than 5 % is free.
             * @enum {unknown}
             */
            status: "ok" | "low";
        };
        DropAdjustment: {
            /** @description Drops to add, or a negative number to remove; not 0. */
            delta: number;
            /** @description The user can read it. */
            reason: string;
        };
        DropAllowance: {
            /**
             * Format: date
             * @description Today, in UTC.
             */
            date: string;
            /** @description Drops for each day, without bonus drops. */
            daily_allowance: number;
            /** @description Drops sent today. */
            drops_used: number;
            /** @description Bonus drops available today: earned today or remaining from earlier days. */
            bonus_drops_earned: number;
            /** @description Drops sent today with your own text. */
            custom_used: number;
            /** @description Drops that you can still send today. */
            total_available: number;
        };
        DropBalance: {
            balance: number;
        };
        DropConfiguration: {
            /** @description Drops that a user can send on one day (UTC). */
            daily_allowance: number;
            /** @description Bonus drops for the sender of a drop with engagement. */
            bonus_drops_per_engagement: number;
            /** @description The engagement window: hours after a drop in which engagement counts. A change applies to drops sent from then on. */
            engagement_window_hours: number;
            /** @description Drops with the sender’s own text, of the drops of one day. */
            max_custom_drops_per_day: number;
            /** @description Drops of one day from a sender to one recipient that can earn bonus drops; null for no limit. */
            max_rewarded_drops_per_pair_per_day: number | null;
        };
        DropConfigurationBody: {
            config: components["schemas"]["DropConfiguration"];
        };
        DropConfigurationChange: {
            /** @description Drops that a user can send on one day (UTC). */
            daily_allowance?: number;
            /** @description Bonus drops for the sender of a drop with engagement. */
            bonus_drops_per_engagement?: number;
            /** @description The engagement window: hours after a drop in which engagement counts. A change applies to drops sent from then on. */
            engagement_window_hours?: number;
            /** @description Drops with the sender’s own text, of the drops of one day. */
            max_custom_drops_per_day?: number;
            /** @description Drops of one day from a sender to one recipient that can earn bonus drops; null for no limit. */
            max_rewarded_drops_per_pair_per_day?: number | null;
            config?: components["schemas"]["DropConfigurationFields"];
        };
        DropConfigurationFields: {
            /** @description Drops that a user can send on one day (UTC). */
            daily_allowance?: number;
            /** @description Bonus drops for the sender of a drop with engagement. */
            bonus_drops_per_engagement?: number;
            /** @description The engagement window: hours after a drop in which engagement counts. A change applies to drops sent from then on. */
            engagement_window_hours?: number;
            /** @description Drops with the sender’s own text, of the drops of one day. */
            max_custom_drops_per_day?: number;
            /** @description Drops of one day from a sender to one recipient that can earn bonus drops; null for no limit. */
            max_rewarded_drops_per_pair_per_day?: number | null;
        };
        DropLedgerEntry: {
            /** Format: uuid */
            id: string;
            type: components["schemas"]["DropTransactionType"];
            /** @description Positive for a credit, negative for a debit. */
            amount: number;
            balance_after: number;
            description: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            user_id: string | null;
            /** @description The amount. */
            delta: number;
            /** @description The description. */
            reason: string;
            /** @description The transaction key. The ledger contains each key at most once. */
            source: string;
        };
        DropLedgerEntryBody: {
            transaction: components["schemas"]["DropLedgerEntry"];
        };
        DropLedgerEntryPage: {
            transactions: components["schemas"]["DropLedgerEntry"][];
            next_cursor: string | null;
        };
        /** @description You received an encouragement drop. `from_user_id` is null if it is from the assistant. */
        DropReceivedEvent: {
            /** @enum {string} */
            kind: "drop.received";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                /** Format: uuid */
                drop_id: string;
                /** Format: uuid */
                from_user_id: string | null;
            };
        };
        DropTemplate: {
            /** Format: uuid */
            id: string;
            type: components["schemas"]["DropType"];
            content: string;
            /** @description An https URL or a URL of this service. */
            media_url: string | null;
            media_type: ("image" | "video" | "audio") | null;
            /** @description An https URL or a URL of this service. */
            thumbnail_url: string | null;
            approval_status: components["schemas"]["ApprovalStatus"];
            /** @description Drops sent with this template. */
            usage_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            title: string;
        };
        DropTemplateBody: {
            template: components["schemas"]["DropTemplate"];
        };
        DropTemplateChange: {
            type?: components["schemas"]["DropType"];
            content?: string;
            /** @description An https URL or a URL of this service. */
            media_url?: string | null;
            media_type?: ("image" | "video" | "audio") | null;
            /** @description An https URL or a URL of this service. */
            thumbnail_url?: string | null;
            approval_status?: components["schemas"]["ApprovalStatus"];
            title?: string;
        };
        DropTemplatePage: {
            templates: components["schemas"]["DropTemplate"][];
            next_cursor: string | null;
        };
        DropTransaction: {
            /** Format: uuid */
            id: string;
            type: components["schemas"]["DropTransactionType"];
            /** @description Positive for a credit, negative for a debit. */
            amount: number;
            balance_after: number;
            description: string;
            /** Format: date-time */
            created_at: string;
            /** @description The tone pack that was bought. */
            pack: components["schemas"]["TonePackName"] | null;
        };
        DropTransactionPage: {
            transactions: components["schemas"]["DropTransaction"][];
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        DropTransactionType: "signup_bonus" | "monthly_recurring" | "purchase" | "refund" | "admin_adjustment";
        /** @enum {unknown} */
        DropType: "encouragement" | "media" | "science_tidbit";
        EngagementRun: {
            success: boolean;
            message: string;
            results: {
                /** @description Checked drops. */
                processed: number;
                /** @description Drops for which this run found engagement. */
                engaged: number;
                /** @description Bonus drops awarded to the senders. */
                bonus_awarded: number;
                /** @description Drops that the next run tries again. */
                failed: number;
                /** @description The ids of the first hundred failed drops. */
                errors: string[];
            };
        };
        Entry: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            author: components["schemas"]["UserSummary"];
            /** @description null if it is hidden from you, and in a list with `fields=summary`. */
            content: string | null;
            content_hidden: boolean;
            /** @description The start of the content on one line, without Markdown, up to 200 characters. null if the content is hidden from you. */
            excerpt: string | null;
            /** @description null if the content is hidden from you. */
            word_count: number | null;
            /** @description Only in a list with `q`. null if the content is hidden from you. */
            snippet?: components["schemas"]["Snippet"] | null;
            /** @description The matches in `title`, in UTF-16 code units: `title.slice(start, end)`. */
            title_matches?: {
                start: number;
                end: number;
            }[];
            mood: string | null;
            emotional_tone: components["schemas"]["ToneAnalysis"] | null;
            /** @description Case and spaces around them do not matter: each has the form in which its author first wrote it. */
            tags: string[];
            /** Format: date */
            entry_date: string;
            /** Format: uuid */
            notebook_id: string | null;
            notebook: components["schemas"]["NotebookOfEntry"] | null;
            metadata_visibility: components["schemas"]["Visibility"];
            content_visibility: components["schemas"]["Visibility"];
            /** Format: uuid */
            team_id: string | null;
            /** Format: uuid */
            org_id: string | null;
            team: components["schemas"]["TeamOfEntry"] | null;
            organization: components["schemas"]["OrganizationOfEntry"] | null;
            inherits: components["schemas"]["Inheritance"];
            effective_metadata_visibility: components["schemas"]["Visibility"];
            effective_content_visibility: components["schemas"]["Visibility"];
            /** @description null in entries of other users. */
            audience: components["schemas"]["Audience"] | null;
            music_track_id: string | null;
            track: components["schemas"]["TrackOfEntry"] | null;
            /** @description Expires within two days. null if the entry has no background. */
            background_image_url: string | null;
            /** @description In the order of the author. Empty if the content is hidden from you. */
            photos: components["schemas"]["Photo"][];
            /** @description The users that the text mentions, without users in a blocked pair with the author. */
            mentions: {
                /** Format: uuid */
                user_id: string;
                name: string;
            }[] | null;
            can: components["schemas"]["EntryPermissions"];
            /** @description Changes with each write. `If-Match: "<version>"` takes it. */
            version: number;
            /**
             * Format: date-time
             * @description When the author wrote the entry: `created_at` unless the client sent another time.
             */
            written_at: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            title: string;
        };
        EntryBody: {
            entry: components["schemas"]["Entry"];
        };
        EntryChange: {
            content?: string;
            mood?: string | null;
            /** @description Case and spaces around them do not matter: each has the form in which its author first wrote it. */
            tags?: string[];
            /**
             * Format: date
             * @description The day that the entry is about: from 1900-01-01 until tomorrow in your time zone.
             */
            entry_date?: string;
            /** Format: uuid */
            notebook_id?: string | null;
            /** @description Your photos in the order of the entry, uploaded with POST /api/media. Each is in no other entry. Photos that you leave out can be added again for a day. */
            photo_ids?: string[];
            metadata_visibility?: components["schemas"]["RequestedVisibility"] | null;
            content_visibility?: components["schemas"]["RequestedVisibility"] | null;
            /** Format: uuid */
            team_id?: string | null;
            /** Format: uuid */
            org_id?: string | null;
            title?: string;
        };
        /** @description One of your entries changed, perhaps on another device. A restored entry is `created`. `entry_id` is null if more than a hundred changed at once. */
        EntryChangedEvent: {
            /** @enum {string} */
            kind: "entry.changed";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                /** Format: uuid */
                entry_id: string | null;
                /** @enum {unknown} */
                change: "created" | "updated" | "deleted";
            };
        };
        EntryExcerpt: {
            /** Format: uuid */
            id: string;
            mood: string | null;
            /** @description The start of the content on one line, up to 200 characters. */
            excerpt: string;
            /** Format: date */
            entry_date: string;
            /** Format: date-time */
            created_at: string;
            title: string;
        };
        /** @description Counts of the entries of all pages that you may see, most frequent first, at most 50 of each. An entry counts once for each of its tags. */
        EntryFacets: {
            notebooks: {
                /** Format: uuid */
                id: string;
                /** @description null if the notebook is not shared with you. */
                name: string | null;
                entry_count: number;
            }[];
            tags: {
                tag: string;
                entry_count: number;
            }[];
            moods: {
                /** @description In lower case. */
                mood: string;
                entry_count: number;
            }[];
            years: {
                /** @description Of the `entry_date`. */
                year: number;
                entry_count: number;
            }[];
            counted_entries: number;
            /** @description false if there are more entries. Then the newest 1,000 are counted. */
            is_complete: boolean;
        };
        EntryPage: {
            entries: components["schemas"]["Entry"][];
            next_cursor: string | null;
            facets?: components["schemas"]["EntryFacets"];
            /** @description The records that were deleted. Only with `updated_since`. */
            deleted?: components["schemas"]["DeletedRecord"][];
            /**
             * Format: date-time
             * @description Send it as `updated_since` the next time, after the last page. A change can be listed again. Only with `updated_since`.
             */
            synced_at?: string;
        };
        /** @description What you can do with the entry. */
        EntryPermissions: {
            edit: boolean;
            delete: boolean;
            /** @description Whether the author can receive a drop from you. */
            encourage: boolean;
        };
        Error: {
            /** @description What went wrong and what to do next, for people. */
            error: string;
            /** @description Stable and machine-readable: `area.problem`. */
            code: string;
            /** @description Quote it when you report a problem. */
            request_id: string;
            details?: {
                /** @description Where the problem is, such as `body.title`. */
                path: string;
                /** @description What to do about it, for people. */
                message: string;
                /** @description The broken rule: a keyword of JSON Schema such as `required`, `format` or `enum`, or `unknown-field`. */
                rule?: string;
            }[];
            /** @description The record as it is, with `record.changed`. */
            current?: {
                [key: string]: unknown;
            };
        };
        EventTicket: {
            /** @description The value of `ticket` in the query of `GET /api/events`. */
            ticket: string;
            /** Format: date-time */
            expires_at: string;
        };
        Export: {
            /** Format: uuid */
            id: string;
            /**
             * @description `failed`: the archive could not be made. Start another export.
             * @enum {unknown}
             */
            status: "queued" | "running" | "ready" | "failed";
            progress: {
                /** @description Records and files that are in the archive. */
                done: number;
                /** @description Records and files that there are; 0 until the export starts. */
                total: number;
            };
            size_bytes: number | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the archive is deleted.
             */
            expires_at: string;
            /** @description Where the archive can be downloaded, with your access token. null until the export is ready. */
            url: string | null;
        };
        ExportBody: {
            export: components["schemas"]["Export"];
        };
        ExportList: {
            exports: components["schemas"]["Export"][];
        };
        /** @description Your export made progress. At most one in three seconds for each export. */
        ExportProgressEvent: {
            /** @enum {string} */
            kind: "export.progress";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                /** Format: uuid */
                export_id: string;
                status: string;
                done: number;
                total: number;
            };
        };
        ExportRun: {
            success: boolean;
            message: string;
            results: {
                /** @description Exports that this run made. */
                ready: number;
                /** @description Exports that this run gave up. */
                failed: number;
            };
        };
        FailedTonePackImage: {
            tone: components["schemas"]["Tone"];
            code: string;
            error: string;
        };
        FirstRunCode: {
            /** @description The code that the start of the server prints. Case, spaces and hyphens do not matter. */
            code: string;
        };
        FoldRun: {
            success: boolean;
            message: string;
            results: {
                folded_entries: number;
                built_indexes: string[];
            };
        };
        GeneratedMosaicBody: {
            mosaic: components["schemas"]["Mosaic"];
            success: boolean;
            message: string;
        };
        GeneratedTonePackImages: {
            images: components["schemas"]["TonePackImage"][];
            failed: components["schemas"]["FailedTonePackImage"][];
        };
        Goal: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            description: string;
            /** Format: date */
            target_date: string | null;
            status: components["schemas"]["GoalStatus"];
            check_in_count: number;
            last_check_in: components["schemas"]["LastGoalCheckIn"] | null;
            /** @description Whether it has a `completed` or `partial` check-in since Monday, in your time zone (`preferences.timezone`). */
            done_this_week: boolean;
            /** @description Consecutive dates with a `completed` or `partial` check-in, up to today or yesterday. */
            streak: number;
            /** @description The longest streak so far, the present one included. */
            best_streak: number;
            /** @description Changes with each write. `If-Match: "<version>"` takes it. */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            title: string;
        };
        GoalBody: {
            goal: components["schemas"]["Goal"];
        };
        GoalChange: {
            description?: string;
            /** Format: date */
            target_date?: string | null;
            status?: components["schemas"]["GoalStatus"];
            title?: string;
        };
        GoalCheckIn: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            goal_id: string;
            status: components["schemas"]["GoalCheckInStatus"];
            notes: string;
            /** Format: date */
            check_in_date: string;
            /** @description Changes with each write. `If-Match: "<version>"` takes it. */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        GoalCheckInBody: {
            check_in: components["schemas"]["GoalCheckIn"];
        };
        GoalCheckInChange: {
            status?: components["schemas"]["GoalCheckInStatus"];
            notes?: string;
            /**
             * Format: date
             * @description The day that the check-in is about: from 1900-01-01 until tomorrow in your time zone.
             */
            check_in_date?: string;
        };
        GoalCheckInPage: {
            check_ins: components["schemas"]["GoalCheckIn"][];
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        GoalCheckInStatus: "completed" | "partial" | "missed" | "skipped";
        GoalDueRun: {
            success: boolean;
            message: string;
            results: {
                /** @description Users notified by this run. */
                notified: number;
            };
        };
        GoalPage: {
            goals: components["schemas"]["Goal"][];
            next_cursor: string | null;
            /** @description The records that were deleted. Only with `updated_since`. */
            deleted?: components["schemas"]["DeletedRecord"][];
            /**
             * Format: date-time
             * @description Send it as `updated_since` the next time, after the last page. A change can be listed again. Only with `updated_since`.
             */
            synced_at?: string;
        };
        /** @enum {unknown} */
        GoalStatus: "active" | "completed" | "paused" | "abandoned";
        GoalWithCheckIns: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            description: string;
            /** Format: date */
            target_date: string | null;
            status: components["schemas"]["GoalStatus"];
            check_in_count: number;
            last_check_in: components["schemas"]["LastGoalCheckIn"] | null;
            /** @description Whether it has a `completed` or `partial` check-in since Monday, in your time zone (`preferences.timezone`). */
            done_this_week: boolean;
            /** @description Consecutive dates with a `completed` or `partial` check-in, up to today or yesterday. */
            streak: number;
            /** @description The longest streak so far, the present one included. */
            best_streak: number;
            /** @description Changes with each write. `If-Match: "<version>"` takes it. */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            check_ins: components["schemas"]["GoalCheckIn"][];
            /** @description The cursor of the next check-ins; null if there are no more. */
            check_ins_next_cursor: string | null;
            title: string;
        };
        GoalWithCheckInsBody: {
            goal: components["schemas"]["GoalWithCheckIns"];
        };
        GoldenSpec: {
            calculator: components["schemas"]["LabCalculator"];
            optimal_inputs: components["schemas"]["OptimalInputs"];
            calculator_outputs: {
                outputs: components["schemas"]["LabOutput"][];
            };
        };
        /** @enum {unknown} */
        GradeBand: "K-2" | "K-5" | "3-5" | "6-8" | "9-12";
        /** @enum {unknown} */
        GroupKind: "organization" | "team";
        GroupName: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description Any object of up to 16 KB as JSON. It replaces the stored settings. */
        GroupSettings: {
            [key: string]: unknown;
        };
        Health: {
            /**
             * @description `down`: this node cannot serve requests. `degraded`: it serves requests, and an operator should act on the problems.
             * @enum {unknown}
             */
            status: "ok" | "degraded" | "down";
            /** @description The reasons if the status is not `ok`. */
            problems: string[];
            /** Format: date-time */
            checked_at: string;
            version: string;
            /** @description The uptime of this node. */
            uptime_seconds: number;
            database: components["schemas"]["DatabaseHealth"];
            disks: components["schemas"]["DiskHealth"][];
            migrations: components["schemas"]["MigrationHealth"] | null;
            jobs: components["schemas"]["JobHealth"][] | null;
            /** @description null if it could not be read in time. */
            backup: components["schemas"]["BackupHealth"] | null;
            providers: components["schemas"]["ProviderHealth"][];
            zone_data: components["schemas"]["ZoneDataHealth"];
        };
        Impersonation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            admin_id: string;
            /** Format: uuid */
            target_id: string;
            reason: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it was stopped, or null.
             */
            ended_at: string | null;
        };
        ImpersonationPage: {
            logs: components["schemas"]["Impersonation"][];
            next_cursor: string | null;
        };
        Import: {
            /** Format: uuid */
            id: string;
            /** @enum {unknown} */
            format: "day-one" | "daylio" | "journey" | "markdown" | "meadow";
            status: components["schemas"]["ImportStatus"];
            /** @description Whether it only counts. false once a plan is started. */
            is_dry_run: boolean;
            /** @description Of the file. */
            bytes: number;
            /** @description Records of the file that are done, for a progress display. */
            items_done: number;
            counts: components["schemas"]["ImportCounts"];
            /** @description What an earlier import had added. It was not changed. */
            existing: components["schemas"]["ImportCounts"];
            /** @description What is not imported, or not as it stands in the file, and why. */
            left_out: components["schemas"]["LeftOut"][];
            /** @description Why it failed: `archive.broken`, `import.broken`, `import.too-slow`, `import.text-spent`, `import.stopped-server` or `import.failed`. */
            error_code: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description Until when a plan can be started.
             */
            expires_at: string | null;
        };
        ImportBody: {
            import: components["schemas"]["Import"];
        };
        /** @description What was added so far; in a dry run what would be. */
        ImportCounts: {
            notebooks: number;
            entries: number;
            photos: number;
            /** @description Of an export of Meadow: all other records. */
            records?: number;
        };
        ImportPage: {
            imports: components["schemas"]["Import"][];
            next_cursor: string | null;
        };
        /**
         * @description `planned` is the end of a dry run: start it within a day, before it is `expired`. `completed` and `failed` are final.
         * @enum {unknown}
         */
        ImportStatus: "receiving" | "queued" | "running" | "planned" | "completed" | "failed" | "expired";
        InboundAddressBody: {
            inbound_address: string;
        };
        IncomingMail: {
            /** @description The Message-ID of the email. Needed without `raw`. */
            message_id?: unknown;
            /** @description Ignored, because senders can be forged. */
            from?: unknown;
            /** @description The recipients: a text, a list of texts, or objects with addresses. Needed without `raw`. */
            to?: unknown;
            /** @description A text. */
            subject?: unknown;
            /** @description The `Date` header of the email, a text. */
            date?: unknown;
            /** @description The text. An email without a text has an empty one. Needed without `html` and `raw`. */
            text?: unknown;
            /** @description The text as HTML, read if `text` is empty. */
            html?: unknown;
            /** @description The source of the email (MIME) as text, instead of all other properties. Right for emails of 7 bits and of UTF-8 only. */
            raw?: string | null;
            /** @description The source of the email (MIME) in base64, instead of all other properties. */
            raw_base64?: string | null;
        };
        /** @description Whether the level is that of the notebook. A level `user` that does not inherit is `private`. */
        Inheritance: {
            metadata: boolean;
            content: boolean;
        };
        Instance: {
            /** @enum {string} */
            name: "Meadow";
            version: string;
            services: components["schemas"]["InstanceServices"];
            sign_in: components["schemas"]["InstanceSignIn"];
            limits: components["schemas"]["InstanceLimits"];
        };
        InstanceClient: {
            /** @description The `client_id` of the web client, a public client with PKCE. */
            id: string;
            /** @description The scopes to ask for, separated by spaces. */
            scope: string;
            /** @description The `aud` that access tokens must have. */
            audience: string;
        };
        InstanceLimits: {
            /** @description Characters. */
            max_entry_title_length: number;
            /** @description Characters. */
            max_entry_content_length: number;
            /** @description Tags of one entry. */
            max_entry_tags: number;
            /** @description Characters of an encouragement drop. */
            max_drop_content_length: number;
            /** @description Bytes of the photo of a check-in. */
            max_photo_bytes: number;
            /** @description Bytes. */
            max_avatar_bytes: number;
            /** @description Pixels of a photo or an avatar: width times height. */
            max_image_pixels: number;
            /** @description Bytes of a JSON body. */
            max_json_bytes: number;
            /** @description Records in a page of most lists. */
            max_page_size: number;
            /** @description Emails that a user can send on one day (UTC). */
            max_emails_per_day: number;
            /** @description Bytes of JSON that a user can send on one day (UTC). */
            max_text_bytes_per_day: number;
            /** @description AI calls that a user can cause on one day (UTC). */
            max_ai_calls_per_day: number;
        };
        /** @description What this server is configured with. A service can still fail. */
        InstanceServices: {
            /** @description Moods are detected, and images are generated. */
            ai: boolean;
            /** @description Users can subscribe. */
            payment: boolean;
            /** @description Users can connect a music account. */
            music: boolean;
            /** @description Browsers get notifications. */
            push: boolean;
            /** @description Emails are sent. */
            mail: boolean;
        };
        InstanceSignIn: {
            /**
             * @description `built_in`: the routes of *Sign-in*. `external`: the identity provider of `issuer`.
             * @enum {unknown}
             */
            kind: "built_in" | "external";
            /** @description The `iss` of access tokens that this server accepts. */
            issuer: string;
            /** @description How the web client signs in at the external identity provider; null if it cannot. */
            client: components["schemas"]["InstanceClient"] | null;
            /** @description Whether all new users can create an account; null if the external identity provider decides it. */
            is_sign_up_open: boolean | null;
            /** @description Who can create an account. `invite`: users with an invitation. null if the external identity provider decides it. */
            sign_up: components["schemas"]["SignUpPolicy"] | null;
        };
        Invitation: {
            /** Format: uuid */
            id: string;
            role: components["schemas"]["InvitedRole"];
            /** @enum {unknown} */
            status: "open" | "used" | "declined" | "expired";
            /** Format: uuid */
            user_id: string | null;
            email: string | null;
            max_uses: number;
            uses: number;
            /** Format: uuid */
            invited_by: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
        };
        InvitationPage: {
            invitations: components["schemas"]["Invitation"][];
            next_cursor: string | null;
        };
        InvitationToken: {
            /** @description From a link or mail. */
            token: string;
        };
        /** @enum {unknown} */
        InvitedRole: "admin" | "member";
        JobHealth: {
            name: string;
            about: string;
            /** @description Minute, hour, day, month and weekday, in UTC. */
            schedule: string;
            last_run: components["schemas"]["JobRun"] | null;
            /** Format: date-time */
            next_at: string;
            /** @description On any node. */
            is_running: boolean;
            is_late: boolean;
            /** @description The last run failed or was interrupted. */
            has_failed: boolean;
        };
        JobRun: {
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            finished_at: string | null;
            /** @description null while the job runs, and if its node died. */
            succeeded: boolean | null;
            message: string | null;
        };
        JournalMail: {
            /** Format: uuid */
            id: string;
            subject: string;
            /** @description All of the text, with signature and quotes, of at most 100,000 characters. */
            text: string;
            /**
             * Format: uuid
             * @description The entry that the email became. null if it became none, or if the entry is deleted.
             */
            entry_id: string | null;
            reason: "automatic" | null;
            /** Format: date-time */
            received_at: string;
        };
        JournalMailPage: {
            mails: components["schemas"]["JournalMail"][];
            next_cursor: string | null;
        };
        KeySet: {
            keys: {
                [key: string]: unknown;
            }[];
        };
        /** @enum {unknown} */
        LabCalculator: "resonance" | "coil" | "impedance" | "electrolysis" | "pulsed_dc" | "plasma";
        LabOutput: {
            label: string;
            /** @description 0, or an absolute value of at least 1e-100. */
            value: number;
            /** @description Empty if the value has no unit. */
            unit: string;
        };
        LabPrediction: {
            outputs: components["schemas"]["LabOutput"][];
        };
        /** @description The progress of the owner of a copy. */
        LabProgress: {
            completed_steps: number;
            /** @description Starts at 1; null when all steps are completed. */
            current_step: number | null;
            completed: boolean;
            /** Format: date-time */
            completed_at: string | null;
        };
        LabReplication: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            template_id: string;
            /** Format: uuid */
            user_id: string | null;
            outputs: components["schemas"]["LabOutput"][];
            /** @description 0, or an absolute value of at least 1e-100. */
            value: number | null;
            /** @description Whether the value is within 5 percent of the prediction. null if the template predicts another output. */
            confirms: boolean | null;
            /** @description Whether the value is more than 2 standard deviations from the mean. */
            is_anomaly: boolean;
            /** Format: date-time */
            created_at: string;
        };
        LabReplicationBody: {
            replication: components["schemas"]["LabReplication"];
        };
        LabReplicationPage: {
            replications: components["schemas"]["LabReplication"][];
            next_cursor: string | null;
        };
        LabStep: {
            instructions: string;
            title: string;
        };
        LabTemplate: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            owner_id: string;
            description: string;
            steps: components["schemas"]["LabStep"][];
            predicted_values: components["schemas"]["PredictedValues"] | null;
            /** @description Whether it can be copied, replicated and filmed. */
            is_template: boolean;
            /** @description Whether all users can see the template. */
            is_public: boolean;
            safety_level: components["schemas"]["SafetyLevel"];
            min_grade_band: components["schemas"]["GradeBand"] | null;
            /** Format: uuid */
            cloned_from: string | null;
            progress: components["schemas"]["LabProgress"] | null;
            /** @description The number of users who have replicated the first predicted output. */
            replications: number;
            /** @description The number of replications within 5 percent of the prediction. */
            confirmations: number;
            /** @description Whether it has 50 confirmations or more. */
            is_robust: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            title: string;
        };
        LabTemplateBody: {
            template: components["schemas"]["LabTemplate"];
        };
        LabTemplateChange: {
            description?: string;
            steps?: components["schemas"]["LabStep"][];
            predicted_values?: components["schemas"]["LabPrediction"] | null;
            is_template?: boolean;
            is_public?: boolean;
            /** @description For copies only. No other field of a copy can change. */
            completed_steps?: number;
            title?: string;
        };
        /** @default {} */
        LabTemplateClone: {
            /** @description For classroom users: confirms that a teacher supervises the experiment. Required for the safety level `with_supervision`. */
            attested?: boolean;
        };
        LabTemplatePage: {
            templates: components["schemas"]["LabTemplate"][];
            next_cursor: string | null;
        };
        LabVideo: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            template_id: string;
            url: string;
            status: components["schemas"]["DecisionStatus"];
            is_featured: boolean;
            /** Format: date-time */
            created_at: string;
            title: string;
        };
        LabVideoBody: {
            video: components["schemas"]["LabVideo"];
        };
        LabVideoFeature: {
            is_featured: boolean;
        };
        LabVideoPage: {
            videos: components["schemas"]["LabVideo"][];
            next_cursor: string | null;
        };
        LastGoalCheckIn: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["GoalCheckInStatus"];
            /** Format: date */
            check_in_date: string;
            /** Format: date-time */
            created_at: string;
        };
        LatestNoteAnalysis: {
            analysis: components["schemas"]["NoteAnalysis"] | null;
        };
        LeaderboardRow: {
            rank: number;
            user: components["schemas"]["UserSummary"];
            badge: components["schemas"]["BadgeLevel"];
            /** @description All sent drops. */
            total_drops_sent: number;
            /** @description Drops whose recipient wrote within the engagement window. */
            engagement_increases: number;
            /** @description Share of engaged drops among those whose window has ended, in percent with one decimal; 0 if there are none. */
            success_rate: number;
            /** @description Bonus drops earned by engaged drops. */
            bonus_drops_earned: number;
            /** @description Days in a row (UTC) with a sent drop, up to today or yesterday. */
            consecutive_days: number;
        };
        LeaderboardRowPage: {
            leaderboard: components["schemas"]["LeaderboardRow"][];
            next_cursor: string | null;
        };
        LeftOut: {
            /** @description What it is, such as `entry`, `photo`, `tag`, `mood`, `time`, `audio`, `video`, `document`, `file`, `location` or `weather`. `date` with `from-file`: a note without a date has that of its file. */
            kind: string;
            /** @enum {unknown} */
            reason: "date-missing" | "date-out-of-range" | "duplicate" | "empty" | "from-file" | "missing" | "not-supported" | "too-large" | "too-long" | "too-many" | "unreadable";
            count: number;
            /** @description The first five: titles, names or values. */
            examples: string[];
        };
        LinkAccount: {
            id: string;
            email: string;
            name: string;
            isVerified: boolean;
        };
        LinkTokenBody: {
            /** @description The code of the email, or what follows # in its link. */
            token: string;
        };
        Liveness: {
            /** @enum {string} */
            status: "ok";
            /** Format: date-time */
            timestamp: string;
        };
        LocationBody: {
            location: components["schemas"]["WorkoutLocation"];
        };
        LocationChange: {
            /** Format: ip */
            ipAddress?: string | null;
            latitude?: number | null;
            longitude?: number | null;
            city?: string | null;
            region?: string | null;
            /** @description ISO 3166-1 alpha-2, such as PT. */
            country?: string | null;
            /** @description An IANA zone, such as Europe/Lisbon. */
            timezone?: string | null;
        };
        Mail: {
            /** Format: uuid */
            id: string;
            /** @enum {unknown} */
            kind: "personal" | "welcome" | "reminder" | "digest" | "export-ready" | "account-deletion" | "sponsor-message" | "sponsor-digest" | "invitation" | "group-invitation" | "address-verification" | "address-change" | "address-changed" | "password-reset" | "password-changed" | "sign-in-link" | "new-device" | "account-exists";
            /**
             * Format: uuid
             * @description The user who wrote the email; null for Meadow itself.
             */
            sender_id: string | null;
            to: string;
            subject: string;
            /**
             * @description `unconfirmed`: it may have been sent and is not sent again. `dropped`: it was no longer wanted when it was due.
             * @enum {unknown}
             */
            status: "queued" | "sending" | "sent" | "unconfirmed" | "failed" | "dropped";
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        MailPage: {
            mails: components["schemas"]["Mail"][];
            next_cursor: string | null;
        };
        MailWithSource: {
            mail: {
                /** Format: uuid */
                id: string;
                /** @enum {unknown} */
                kind: "personal" | "welcome" | "reminder" | "digest" | "export-ready" | "account-deletion" | "sponsor-message" | "sponsor-digest" | "invitation" | "group-invitation" | "address-verification" | "address-change" | "address-changed" | "password-reset" | "password-changed" | "sign-in-link" | "new-device" | "account-exists";
                /**
                 * Format: uuid
                 * @description The user who wrote the email; null for Meadow itself.
                 */
                sender_id: string | null;
                to: string;
                subject: string;
                /**
                 * @description `unconfirmed`: it may have been sent and is not sent again. `dropped`: it was no longer wanted when it was due.
                 * @enum {unknown}
                 */
                status: "queued" | "sending" | "sent" | "unconfirmed" | "failed" | "dropped";
                attempts: number;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
                /** @description null if the outbox of this node does not have the email, and for emails about accounts, whose links sign in. */
                source: string | null;
            };
        };
        McpMessage: {
            /** @enum {string} */
            jsonrpc: "2.0";
            id?: string | number;
            /** @description Such as `tools/call`. */
            method?: string;
            params?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        McpResponse: {
            /** @enum {string} */
            jsonrpc: "2.0";
            id: string | number;
            result?: {
                [key: string]: unknown;
            };
            error?: {
                code: number;
                message: string;
            } & {
                [key: string]: unknown;
            };
        };
        Me: {
            profile: components["schemas"]["OwnProfile"];
            /** @description Whether your email address must be verified before you share or write to others. */
            is_email_verification_required: boolean;
            unread_notifications: number;
            /** @description Received encouragement drops that you have not read. */
            unread_drops: number;
            /** @description Chat messages that you have not read, at most 100 a room. */
            unread_messages: number;
            /** @description Encouragement drops that you can still send today (UTC). */
            drops_to_send: number;
            subscription: components["schemas"]["Subscription"] | null;
            organizations: components["schemas"]["OwnOrganization"][];
            teams: components["schemas"]["OwnTeam"][];
            window: components["schemas"]["WorkoutWindow"] | null;
            /** @description null if you have not chosen a time zone: your days are those of UTC. */
            time_zone: components["schemas"]["ZoneClock"] | null;
        };
        MediaBody: {
            media: components["schemas"]["Photo"];
        };
        MentionBackfill: {
            processed: number;
            remaining: number;
        };
        Message: {
            message: string;
        };
        MessageFoldRun: {
            success: boolean;
            message: string;
            results: {
                folded_messages: number;
            };
        };
        MigrationHealth: {
            applied: string[];
            /** @description Migrations that this version needs and that are not applied. */
            pending: string[];
        };
        MonthOfMoods: {
            month: string;
            /** @description The number of entries by mood. */
            moods: {
                [key: string]: number;
            };
        };
        MonthlyAward: {
            /** @description Whether this request awarded drops. */
            awarded: boolean;
            /** @description Drops awarded for this month, by this request or before; 0 if you are not eligible. */
            amount: number;
            balance: number;
        };
        MonthlyAwardRun: {
            success: boolean;
            message: string;
            results: {
                /** @description Users who received their drops by this run. */
                awarded: number;
                /** @description Users who had received them before. */
                already: number;
                /** @description Users that the next run tries again. */
                failed: number;
                /** @description The first hundred failures, each with its user id. */
                errors: string[];
            };
        };
        MoodCalendar: {
            moods: components["schemas"]["MoodDay"][];
        };
        MoodDay: {
            /** Format: date */
            date: string;
            /** @description The most frequent mood of the day. If several are, the latest. */
            mood: string;
            /** @description The number of entries by mood. */
            moods: {
                [key: string]: number;
            };
        };
        /**
         * @description The direction of the moods over time.
         * @enum {unknown}
         */
        MoodDirection: "improving" | "steady" | "declining";
        MoodShare: {
            mood: components["schemas"]["Tone"];
            share: number;
        };
        MoodSummary: {
            sentiment: components["schemas"]["Sentiment"];
            direction: components["schemas"]["MoodDirection"];
            /** @description At most five, strongest first. */
            moods: components["schemas"]["MoodShare"][];
        };
        MoodTrends: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description Number of these days with an analysis. */
            analyses: number;
            sentiments: {
                positive: number;
                negative: number;
                neutral: number;
                mixed: number;
            };
            direction: components["schemas"]["MoodDirection"] | null;
            /** @description The average shares of moods over these days, strongest first. */
            moods: components["schemas"]["MoodShare"][];
            /** @description The days with an analysis and their strongest mood, oldest first. */
            days: {
                /** Format: date */
                date: string;
                sentiment: components["schemas"]["Sentiment"];
                mood: components["schemas"]["Tone"] | null;
                direction: components["schemas"]["MoodDirection"];
            }[];
        };
        MoodTrendsBody: {
            mood_trends: components["schemas"]["MoodTrends"];
        };
        Mosaic: {
            /** @description A public PNG. Null until the mosaic is generated. */
            imageUrl: string | null;
            /** @description Null until the mosaic is generated, and while they are made for an older mosaic. */
            images: components["schemas"]["MosaicImages"] | null;
            /** Format: date */
            date: string;
            /** @description True until the date has ended in all time zones, at 12:00 UTC of the next day. */
            provisional: boolean;
            /** @description Photos of users with a completed tile who show theirs in mosaics (preference `mosaic_photo`). Empty if the tiles are too small for photos, in mosaics of about 1,000 users and more. */
            photos: components["schemas"]["MosaicPhoto"][];
            /** @description Row by row, from the left. */
            sections: components["schemas"]["MosaicSection"][];
            stats: {
                totalParticipants: number;
                completed: number;
                failed: number;
                pending: number;
            };
        };
        MosaicBody: {
            mosaic: components["schemas"]["Mosaic"];
        };
        /** @description Public images: WebP of 600 and 1,200 pixels width, the PNG of `imageUrl`, a WebP for the screen of a phone (1,080 by 1,920), and a PNG for the preview of a link (1,200 by 630). The last two show an even sample of large crowds. */
        MosaicImages: {
            thumbnail: components["schemas"]["Picture"];
            medium: components["schemas"]["Picture"];
            full: components["schemas"]["Picture"];
            portrait: components["schemas"]["Picture"];
            card: components["schemas"]["Picture"];
        };
        MosaicPhoto: {
            /** Format: uuid */
            userId: string;
            thumbnail: components["schemas"]["Picture"];
        };
        MosaicSection: {
            /** Format: uuid */
            userId: string;
            /** @description `Former member` for inactive users, `Deleted user` for deleted ones. */
            userName: string;
            /** @enum {unknown} */
            status: "completed" | "failed" | "pending";
            /** @description Pixels of the image, which is 1,200 wide. (0, 0) is its upper left corner. */
            coordinates: {
                x: number;
                y: number;
                width: number;
                height: number;
            };
            /** @enum {unknown} */
            teamColor: "red" | "blue";
            isAi: boolean;
        };
        MosaicSummary: {
            /** Format: date */
            date: string;
            /** @description A public PNG. Null until the mosaic is generated. */
            imageUrl: string | null;
            /** @description Null until the mosaic is generated, and while they are made for an older mosaic. */
            images: components["schemas"]["MosaicImages"] | null;
            /** @description True until the date has ended in all time zones, at 12:00 UTC of the next day. */
            provisional: boolean;
            totalParticipants: number;
            /** @description Whether you are in a chain on this date. */
            hasOwnTile: boolean;
        };
        MosaicSummaryPage: {
            mosaics: components["schemas"]["MosaicSummary"][];
            next_cursor: string | null;
        };
        /** @description The mosaic of a date changed. At most one in three seconds for each date. */
        MosaicUpdatedEvent: {
            /** @enum {string} */
            kind: "mosaic.updated";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                /** Format: date */
                date: string;
            };
        };
        MusicAccount: {
            /** Format: uuid */
            user_id: string;
            /** @description Your user id at the music service. */
            provider_user_id: string;
            /** @description The OAuth scope that you granted. */
            scope: string;
            /** Format: date-time */
            connected_at: string;
            /** Format: date-time */
            last_synced_at: string | null;
            /** @description Whether the music service revoked your consent. Connect again to continue. */
            needs_reauth: boolean;
        };
        MusicAccountBody: {
            account: components["schemas"]["MusicAccount"] | null;
        };
        MusicConnectionBody: {
            /** @description A page of this server that names your account and continues to the music service. Works once, within ten minutes. */
            url: string;
        };
        MusicPlay: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            /** @description Its id at the music service. */
            track_id: string;
            /** Format: date-time */
            played_at: string;
            source: string;
            /** Format: date-time */
            created_at: string;
            track: components["schemas"]["MusicTrack"];
        };
        MusicPlayPage: {
            plays: components["schemas"]["MusicPlay"][];
            next_cursor: string | null;
        };
        MusicSync: {
            account: components["schemas"]["MusicAccount"];
            /** @description The number of new plays. */
            new_plays: number;
            /** @description The number of entries of the last 24 hours that were linked to a track. */
            linked_entries: number;
        };
        MusicSyncRun: {
            success: boolean;
            message: string;
            results: {
                /** @description Accounts that were synced or failed. Accounts that were disconnected or reconnected during the run are omitted. */
                total: number;
                synced: number;
                /** @description Accounts that the next run tries again, unless they must be reconnected. */
                failed: number;
                /** @description The errors of the first 100 failed accounts. */
                errors: string[];
            };
        };
        MusicTrack: {
            /** @description Its id at the music service. */
            id: string;
            name: string;
            artist_names: string[];
            album_name: string | null;
            album_image_url: string | null;
            external_url: string | null;
            duration_ms: number | null;
            explicit: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        MusicTrackBody: {
            track: components["schemas"]["MusicTrack"];
        };
        NameFoldRun: {
            success: boolean;
            message: string;
            results: {
                folded_names: number;
            };
        };
        NewAccount: {
            name: string;
            /**
             * Format: email
             * @description One plain email address, such as ada@example.org. Upper and lower case are alike.
             */
            email: string;
            password: string;
            /** @description false: the session ends after a day, and with the browser. true if absent. */
            rememberMe?: boolean;
            /** @description The token of an invitation, from a mail or link, or the code of the first run. Needed with `SIGN_UP=invite`. */
            invitation?: string;
        };
        NewActionNote: {
            content: string;
            /** Format: uuid */
            goal_id?: string | null;
            /**
             * Format: date
             * @description The day that the note is about: from 1900-01-01 until tomorrow in your time zone.
             */
            note_date?: string;
        };
        NewChatMessage: {
            /**
             * Format: uuid
             * @description A UUID of version 4 or 7. The server chooses one by default. A second record with the id is rejected.
             */
            id?: string;
            /** @description A user is mentioned as `@[Name](user id)`. The first 10 who are in the room are notified. */
            content: string;
        };
        NewChatReadMark: {
            /**
             * Format: uuid
             * @description The last message that you read.
             */
            message_id: string;
        };
        NewCheckout: {
            /** @description A price id that this server is configured with. */
            priceId: string;
            /**
             * Format: uri
             * @description A URL on the origin of this server or of a configured web client.
             */
            successUrl: string;
            /**
             * Format: uri
             * @description A URL on the origin of this server or of a configured web client.
             */
            cancelUrl: string;
        };
        NewCompetition: {
            name: string;
            description?: string;
            scoring_config: components["schemas"]["NewScoringConfig"];
            /**
             * Format: date-time
             * @description From the year 2000 to 2999.
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description From the year 2000 to 2999.
             */
            ends_at?: string | null;
            /** @description Defaults to false. */
            is_active?: boolean;
            /** @description Defaults to false. */
            entry_open?: boolean;
        };
        NewCompetitionEntry: {
            /** Format: uuid */
            template_id: string;
            /** @description For classroom users: confirms that a teacher supervises the experiment. Required for the safety level `with_supervision`. */
            attested?: boolean;
        };
        NewConversionRate: {
            tokens_per_drop: number;
        };
        /** @description The result of `PushSubscription.toJSON()` in a browser. */
        NewDevice: {
            /**
             * Format: uri
             * @description A URL of the browser's push service.
             */
            endpoint: string;
            keys: {
                /** @description 65 bytes in base64url. */
                p256dh: string;
                /** @description 16 bytes in base64url. */
                auth: string;
            };
        };
        NewDrop: {
            /** Format: uuid */
            recipient_id: string;
            drop_type: components["schemas"]["DropType"];
            /** Format: uuid */
            template_id?: string | null;
            content?: string | null;
            /**
             * Format: uuid
             * @description An entry of the recipient that you can read.
             */
            entry_id?: string | null;
        };
        NewDropTemplate: {
            type: components["schemas"]["DropType"];
            content: string;
            /** @description An https URL or a URL of this service. */
            media_url?: string | null;
            media_type?: ("image" | "video" | "audio") | null;
            /** @description An https URL or a URL of this service. */
            thumbnail_url?: string | null;
            approval_status?: components["schemas"]["ApprovalStatus"];
            title: string;
        };
        NewEntry: {
            /**
             * Format: uuid
             * @description A UUID of version 4 or 7. The server chooses one by default. A second record with the id is rejected.
             */
            id?: string;
            content: string;
            mood?: string | null;
            /** @description Case and spaces around them do not matter: each has the form in which its author first wrote it. */
            tags?: string[];
            /**
             * Format: date
             * @description The day that the entry is about: from 1900-01-01 until tomorrow in your time zone.
             */
            entry_date?: string;
            /**
             * Format: date-time
             * @description When you wrote it, if that was earlier, such as without a connection: at most 30 days ago. Decides the default of `entry_date` and the linked track.
             */
            written_at?: string;
            /** Format: uuid */
            notebook_id?: string | null;
            /** @description Your photos in the order of the entry, uploaded with POST /api/media. Each is in no other entry. Photos that you leave out can be added again for a day. */
            photo_ids?: string[];
            metadata_visibility?: components["schemas"]["RequestedVisibility"] | null;
            content_visibility?: components["schemas"]["RequestedVisibility"] | null;
            /** Format: uuid */
            team_id?: string | null;
            /** Format: uuid */
            org_id?: string | null;
            title: string;
        };
        NewGoal: {
            /**
             * Format: uuid
             * @description A UUID of version 4 or 7. The server chooses one by default. A second record with the id is rejected.
             */
            id?: string;
            description?: string;
            /** Format: date */
            target_date?: string | null;
            title: string;
        };
        NewGoalCheckIn: {
            /**
             * Format: uuid
             * @description A UUID of version 4 or 7. The server chooses one by default. A second record with the id is rejected.
             */
            id?: string;
            status: components["schemas"]["GoalCheckInStatus"];
            notes?: string;
            /**
             * Format: date
             * @description The day that the check-in is about: from 1900-01-01 until tomorrow in your time zone.
             */
            check_in_date?: string;
        };
        NewImpersonation: {
            /** Format: uuid */
            target_id: string;
            /** @description Stored in the log. Must not be blank. */
            reason: string;
        };
        NewImport: {
            /** Format: binary */
            file: string;
        };
        NewInvitation: {
            /** Format: uuid */
            user_id?: string;
            /** @description Invites by mail: only the account whose verified address this is can accept. Without `email` and `user_id`, the invitation is a link. */
            email?: string;
            role?: components["schemas"]["InvitedRole"];
            /** @description In seconds. The default is 7 days. */
            expires_in?: number;
            /** @description How many users can accept a link. The default is 1. */
            max_uses?: number;
        };
        NewInvitationBody: {
            invitation: components["schemas"]["Invitation"];
            /** @description The token of a link, returned only here; null for an invitation by id or email. */
            token: string | null;
        };
        NewLabReplication: {
            outputs: components["schemas"]["LabOutput"][];
        };
        NewLabTemplate: {
            description?: string;
            steps: components["schemas"]["LabStep"][];
            predicted_values?: components["schemas"]["LabPrediction"] | null;
            /** @description Defaults to true. */
            is_template?: boolean;
            /** @description Defaults to false. */
            is_public?: boolean;
            title: string;
        };
        NewLabVideo: {
            /**
             * Format: uri
             * @description Over https.
             */
            url: string;
            title: string;
        };
        NewMail: {
            /** @description One plain email address, such as ada@example.org. */
            to: string;
            subject: string;
            /** @description Text, structure and links; everything else is removed. Made from `text` if it is omitted. */
            html?: string;
            /** @description Made from `html` if it is omitted. */
            text?: string;
        };
        NewMedia: {
            /** Format: binary */
            file: string;
        };
        NewNotebook: {
            /**
             * Format: uuid
             * @description A UUID of version 4 or 7. The server chooses one by default. A second record with the id is rejected.
             */
            id?: string;
            name: string;
            description?: string;
            metadata_visibility?: components["schemas"]["RequestedVisibility"] | null;
            content_visibility?: components["schemas"]["RequestedVisibility"] | null;
            /** Format: uuid */
            team_id?: string | null;
            /** Format: uuid */
            org_id?: string | null;
        };
        NewOpportunity: {
            type: components["schemas"]["OpportunityType"];
            organization: string;
            description: string;
            /**
             * Format: uri
             * @description Over https.
             */
            url: string;
            deadline?: components["schemas"]["OpportunityDeadline"] | null;
            title: string;
        };
        NewOrganization: {
            name: string;
            description?: string;
            settings?: components["schemas"]["GroupSettings"];
        };
        NewOrganizationMember: {
            /** Format: uuid */
            user_id: string;
            role?: components["schemas"]["OrganizationRole"];
        };
        NewOrganizationWebhook: {
            /**
             * Format: uri
             * @description Over https, at a public address, without credentials.
             */
            url: string;
            /** @description The kinds of events that are sent. */
            kinds: components["schemas"]["OrganizationWebhookKind"][];
            description?: string;
        };
        NewPasskey: {
            /** @description The `toJSON()` of the credential that the browser returns. */
            response: {
                id: string;
                rawId: string;
                /** @enum {string} */
                type: "public-key";
                response: {
                    clientDataJSON: string;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
            name?: string;
            /** @description From the response of the first step. Clients that keep cookies can leave it out. */
            continuation?: string;
        };
        NewPersonalToken: {
            /** @description What the token is for. Must not be blank. */
            name: string;
            scopes: components["schemas"]["TokenScope"][];
            /** @description The default is 90. */
            expires_in_days?: number;
        };
        /** @default {} */
        NewPortal: {
            /**
             * Format: uri
             * @description A URL on the origin of this server or of a configured web client.
             */
            returnUrl?: string;
        };
        NewReport: {
            subject_type: components["schemas"]["SubjectType"];
            /**
             * Format: uuid
             * @description The id of the user, of the drop, of the check-in of the photo, or of the chat message.
             */
            subject_id: string;
            reason: string;
        };
        NewSatisfactionEntry: {
            score: number;
            note?: string;
            /**
             * Format: date
             * @description Today in your time zone (`preferences.timezone`) by default.
             */
            entry_date?: string;
        };
        /** @description Omitted weights are 0. */
        NewScoringConfig: {
            /** @description For each other user with a copy of the template. At most two decimals. */
            clone?: number;
            /** @description For each other user who completed a copy. At most two decimals. */
            completion?: number;
            /** @description For each replication that confirms the prediction. At most two decimals. */
            replication_confirmed?: number;
            /** @description For each replication that does not confirm it. At most two decimals. */
            replication_refuted?: number;
            /** @description For each approved video about the template by another user. At most two decimals. */
            build?: number;
        };
        NewSignUpInvitation: {
            /** @description Sends the invitation by mail. Only an account with this email address can be created with it. */
            email?: string;
            /** @description In seconds. The default is 14 days. */
            expires_in?: number;
            /** @description How many accounts can be created with it. The default is 1. Not with `email`. */
            max_uses?: number;
        };
        NewSignUpInvitationBody: {
            invitation: components["schemas"]["SignUpInvitation"];
            /** @description Send it as `invitation` of a sign-up. Returned only here. */
            token: string;
        };
        NewSleepEntry: {
            /** Format: date */
            sleep_date: string;
            /** @description Rounded to two decimals. */
            hours: number;
            quality: number;
            note?: string;
        };
        NewSponsor: {
            name: string;
            tier: components["schemas"]["SponsorTier"];
            contact_name: string;
            /** @description One plain email address, such as ada@example.org. */
            contact_email: string;
            /**
             * Format: uri
             * @description Over https.
             */
            website?: string | null;
            /**
             * Format: uri
             * @description Over https.
             */
            logo_url?: string | null;
            /** @description A message to the super admins who decide. */
            message?: string | null;
        };
        NewSponsorOutreach: {
            /** Format: uuid */
            recipient_id: string;
            message: string;
            /** @description Whether the sponsor sees your email address and can reply to it. */
            share_email?: boolean;
        };
        NewTeam: {
            name: string;
            description?: string;
            /** Format: uuid */
            org_id: string;
            /** Format: uuid */
            admin_id?: string;
            settings?: components["schemas"]["GroupSettings"];
        };
        NewTeamMember: {
            /** Format: uuid */
            user_id: string;
            role?: components["schemas"]["TeamRole"];
        };
        NewTonePack: {
            name: string;
            description?: string;
            theme: components["schemas"]["TonePackTheme"];
            /** @description Whether all users can see the pack, and use or buy it. */
            is_public?: boolean;
            /** @description In drops; 0 for a free pack. */
            price_drops?: number;
        };
        NewTonePackShare: {
            /** Format: uuid */
            user_id?: string;
            email?: string;
        };
        NewUser: {
            /** Format: email */
            email: string;
            name: string;
        };
        NewUserBody: {
            user: components["schemas"]["Profile"];
            /** @description Returned only here. Its user should change it after the first sign-in. */
            password: string;
        };
        NewUserWebhook: {
            /**
             * Format: uri
             * @description Over https, at a public address, without credentials.
             */
            url: string;
            /** @description The kinds of events that are sent. */
            kinds: components["schemas"]["UserWebhookKind"][];
            description?: string;
        };
        NewWaitlistEntry: {
            /** @description One plain email address, such as ada@example.org. */
            email: string;
            name?: string | null;
            /** @description A note for the operator. */
            note?: string | null;
        };
        NewWorkoutCheckIn: {
            /** Format: binary */
            photo: string;
            activityType: components["schemas"]["ActivityType"];
            latitude?: string;
            longitude?: string;
        };
        /** @default {} */
        NoFields: Record<string, never>;
        NoteAnalysis: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            /** Format: date */
            analysis_date: string;
            summary: string;
            mood_trends: components["schemas"]["MoodSummary"];
            /** @description At most eight. */
            topics: string[];
            /** @description At most eight. */
            patterns: string[];
            /** @description At most eight. */
            recommendations: string[];
            insights: components["schemas"]["NoteInsights"];
            /** @description Number of analyzed entries, at most 50. */
            entry_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        NoteAnalysisPage: {
            analyses: components["schemas"]["NoteAnalysis"][];
            next_cursor: string | null;
        };
        NoteAnalysisRun: {
            success: boolean;
            message: string;
            /** @description false if the time of the run was over. The next run continues. */
            is_complete: boolean;
            results: {
                /** @description Users whose entries were due for analysis. */
                total: number;
                successful: number;
                /** @description Users that the next run tries again. */
                failed: number;
                /** @description The first hundred failures, each with user id and error code. */
                errors: string[];
            };
        };
        NoteInsights: {
            /** @description At most eight. */
            gratitude: string[];
            /** @description At most eight. */
            challenges: string[];
            /** @description At most eight. */
            goals: string[];
            /** @description At most eight. */
            achievements: string[];
        };
        Notebook: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            name: string;
            description: string;
            metadata_visibility: components["schemas"]["Visibility"];
            content_visibility: components["schemas"]["Visibility"];
            /** Format: uuid */
            team_id: string | null;
            /** Format: uuid */
            org_id: string | null;
            /** @description Of the entries that inherit the visibility of the notebook. null in notebooks of other users. */
            audience: components["schemas"]["Audience"] | null;
            /** @description Changes with each write. `If-Match: "<version>"` takes it. */
            version: number;
            /** @description The entries of the notebook that you may see. */
            entry_count: number;
            /** @description Those of these entries that inherit a level of the notebook: a change of its visibility applies to them. */
            inheriting_entry_count: number;
            /**
             * Format: date-time
             * @description When the newest of these entries was written.
             */
            last_entry_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        NotebookBody: {
            notebook: components["schemas"]["Notebook"];
        };
        NotebookChange: {
            name?: string;
            description?: string;
            metadata_visibility?: components["schemas"]["RequestedVisibility"] | null;
            content_visibility?: components["schemas"]["RequestedVisibility"] | null;
            /** Format: uuid */
            team_id?: string | null;
            /** Format: uuid */
            org_id?: string | null;
        };
        /** @description null if there is none, or if it is not shared with you. */
        NotebookOfEntry: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        NotebookPage: {
            notebooks: components["schemas"]["Notebook"][];
            next_cursor: string | null;
            /** @description The records that were deleted. Only with `updated_since`. */
            deleted?: components["schemas"]["DeletedRecord"][];
            /**
             * Format: date-time
             * @description Send it as `updated_since` the next time, after the last page. A change can be listed again. Only with `updated_since`.
             */
            synced_at?: string;
        };
        Notification: {
            /** Format: uuid */
            id: string;
            /** @description Such as `baton_pass`. New kinds can appear; show `title` and `body` for any kind. */
            kind: string;
            body: string;
            /**
             * @description The parameters of the text and what a client needs to open the subject, by kind:
             *
             *     - `export_finished`: `export_id`, `is_ready`; target `export`
             *     - `import_finished`: `import_id`, `status`, `entries`; target `import`
             *     - `mail_unreadable`: nothing; target null
             *     - `mails_left_out`: `date`, `max_entries`; target null
             *     - `music_reconnect`: nothing; target null
             *     - `sign_in_changed`: `change`; target null
             *     - `webhook_paused`: `webhook_id`, `org_id`, `host`, `reason`; target `webhook`
             *     - `report_decided`: `report_id`, `status`; target `report`
             *     - `added_to_group`: `from_user_id`, `org_id`, `team_id`, `group_name`; target `organization` or `team`
             *     - `chat_mentioned`: `room_id`, `message_id`, `from_user_id`; target `chat_room`
             *     - `invited_to_group`: `from_user_id`, `org_id`, `team_id`, `group_name`, `invitation_id`; target `invitation`
             *     - `ownership_received`: `from_user_id`, `org_id`, `team_id`, `group_name`; target `organization` or `team`
             *     - `ownership_returned`: `from_user_id`, `org_id`, `team_id`, `group_name`; target `organization` or `team`
             *     - `mentioned`: `entry_id`, `from_user_id`; target `entry`
             *     - `entry_shared`: `entry_id`, `team_id`, `group_name`, `from_user_id`; target `entry`
             *     - `notebook_shared`: `notebook_id`, `team_id`, `group_name`, `from_user_id`; target `notebook`
             *     - `goal_due`: `goal_id`, `goal_title`, `date`; target `goal`
             *     - `baton_pass`: `date`, `from_user_id`, `is_ai`; target `chain`
             *     - `battle_results`: `week_start_date`, `winner`, `team_color`, `chips`, `final_outcome`; target `battle`
             *     - `battle_update`: `week_start_date`, `team_color`; target `battle`
             *     - `chain_broken`: `date`, `missed_user_id`, `from_user_id`; target `chain`
             *     - `check_in_rejected`: `date`, `checkin_id`, `reason`; target `check_in`
             *     - `check_in_reminder`: `date`; target `chain`
             *     - `badge_reached`: `level`, `badge_name`; target `badge`
             *     - `drop_received`: `drop_id`, `from_user_id`; target `drop`
             *     - `drops_awarded`: `transaction_id`, `amount`, `type`; target `transaction`
             *     - `tone_pack_bought`: `pack_id`, `pack_name`; target `tone_pack`
             *     - `tone_pack_shared`: `pack_id`, `pack_name`, `from_user_id`; target `tone_pack`
             *     - `opportunity_decided`: `opportunity_id`, `opportunity_title`, `is_approved`; target `opportunity`
             *     - `step_prompt`: `template_id`, `step`, `template_title`, `step_title`; target `experiment`
             *     - `video_decided`: `video_id`, `template_id`, `video_title`, `is_approved`; target `experiment`
             */
            data: {
                [key: string]: (string | number | boolean) | null;
            };
            /** @description The key of the text for translation, such as `notification.drop_received`. `data` has its parameters. */
            key: string;
            /** @description What to open. */
            target: {
                /** @enum {unknown} */
                type: "badge" | "battle" | "chain" | "chat_room" | "check_in" | "drop" | "entry" | "experiment" | "export" | "goal" | "import" | "invitation" | "notebook" | "opportunity" | "organization" | "report" | "team" | "tone_pack" | "transaction" | "webhook";
                /** @description The id of the record. A chain is named by its date, a battle by the first day of its week, a badge by its level. */
                id: string;
            } | null;
            /** @description The user who caused it. null if there is none, or if they are deleted, deactivated or blocked. */
            actor: components["schemas"]["UserSummary"] | null;
            /** Format: date-time */
            read_at: string | null;
            /** Format: date-time */
            created_at: string;
            title: string;
        };
        NotificationBody: {
            notification: components["schemas"]["Notification"];
        };
        /** @enum {unknown} */
        NotificationCategory: "account" | "groups" | "journal" | "goals" | "chain" | "encouragement" | "drops" | "packs" | "lab";
        /** @description You have a new notification. `kind` is that of the notification. */
        NotificationEvent: {
            /** @enum {string} */
            kind: "notification";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                /** Format: uuid */
                notification_id: string;
                kind: string;
            };
        };
        /** @enum {unknown} */
        NotificationKind: "export_finished" | "import_finished" | "mail_unreadable" | "mails_left_out" | "music_reconnect" | "sign_in_changed" | "webhook_paused" | "report_decided" | "added_to_group" | "chat_mentioned" | "invited_to_group" | "ownership_received" | "ownership_returned" | "mentioned" | "entry_shared" | "notebook_shared" | "goal_due" | "baton_pass" | "battle_results" | "battle_update" | "chain_broken" | "check_in_rejected" | "check_in_reminder" | "badge_reached" | "drop_received" | "drops_awarded" | "tone_pack_bought" | "tone_pack_shared" | "opportunity_decided" | "step_prompt" | "video_decided";
        NotificationKindPreference: {
            kind: components["schemas"]["NotificationKind"];
            category: components["schemas"]["NotificationCategory"];
            /** @description Whether it is sent at all. false also switches off push. */
            inbox: boolean;
            /** @description Whether it is pushed to devices. */
            push: boolean;
            /** @description Whether Meadow owes it to you, so that `inbox` is always true. */
            is_required: boolean;
        };
        NotificationPage: {
            notifications: components["schemas"]["Notification"][];
            next_cursor: string | null;
            /** @description The number of all unread notifications. */
            unread_count: number;
        };
        NotificationPreferences: {
            kinds: components["schemas"]["NotificationKindPreference"][];
            /** @description null if you have none. */
            quiet_hours: {
                start: string;
                end: string;
            } | null;
        };
        NotificationPreferencesBody: {
            preferences: components["schemas"]["NotificationPreferences"];
        };
        NotificationPreferencesChange: {
            /** @description The kinds to change. Of two changes of one kind, the last one counts. */
            kinds?: {
                kind: components["schemas"]["NotificationKind"];
                /** @description Whether it is sent at all. false also switches off push. */
                inbox?: boolean;
                /** @description Whether it is pushed to devices. */
                push?: boolean;
            }[];
            /** @description null if you have none. */
            quiet_hours?: {
                start: string;
                end: string;
            } | null;
        };
        OnThisDay: {
            /** Format: date */
            date: string;
            entries: components["schemas"]["Entry"][];
        };
        Opportunity: {
            /** Format: uuid */
            id: string;
            type: components["schemas"]["OpportunityType"];
            organization: string;
            description: string;
            url: string;
            deadline: components["schemas"]["OpportunityDeadline"] | null;
            status: components["schemas"]["DecisionStatus"];
            /** Format: date-time */
            created_at: string;
            title: string;
        };
        OpportunityBody: {
            opportunity: components["schemas"]["Opportunity"];
        };
        /** @description A date, which ends at midnight UTC, or an instant. */
        OpportunityDeadline: string;
        OpportunityPage: {
            opportunities: components["schemas"]["Opportunity"][];
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        OpportunityType: "internship" | "scholarship" | "fellowship" | "mentorship";
        OptimalInputs: {
            [key: string]: number;
        };
        Optimization: {
            calculator: components["schemas"]["LabCalculator"];
            objective: string;
            /** @description The number of combinations of inputs that were tried. */
            evaluated: number;
            /** @description Best first. */
            results: components["schemas"]["RankedCombination"][];
        };
        OptimizationRequest: {
            calculator: components["schemas"]["LabCalculator"];
            /** @description Defaults to 10. */
            top_n?: number;
        };
        Organization: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            /** Format: uuid */
            owner_id: string;
            /** @description null if the owner is deactivated. */
            owner: components["schemas"]["UserSummary"] | null;
            /** @description Your role, or null if you are not a member. */
            user_role: components["schemas"]["OrganizationRole"] | null;
            /** @description The active members. */
            member_count: number;
            settings: components["schemas"]["GroupSettings"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        OrganizationBody: {
            organization: components["schemas"]["Organization"];
        };
        OrganizationChange: {
            name?: string;
            description?: string;
            settings?: components["schemas"]["GroupSettings"];
        };
        OrganizationMember: {
            user: components["schemas"]["UserSummary"];
            /** Format: uuid */
            user_id: string;
            full_name: string;
            avatar_url: string | null;
            is_ai: boolean;
            role: components["schemas"]["OrganizationRole"];
            is_owner: boolean;
            /** Format: date-time */
            joined_at?: string;
            accepted_at: components["schemas"]["AcceptedAt"];
        };
        OrganizationMemberBody: {
            member: components["schemas"]["OrganizationMember"];
        };
        OrganizationMemberPage: {
            members: components["schemas"]["OrganizationMember"][];
            next_cursor: string | null;
        };
        /** @description null if there is none, or if you are not a member. */
        OrganizationOfEntry: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        OrganizationPage: {
            organizations: components["schemas"]["Organization"][];
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        OrganizationRole: "owner" | "admin" | "member";
        OrganizationRoleChange: {
            role: components["schemas"]["OrganizationRole"];
        };
        OrganizationWebhookChange: {
            /**
             * Format: uri
             * @description Over https, at a public address, without credentials.
             */
            url?: string;
            /** @description The kinds of events that are sent. */
            kinds?: components["schemas"]["OrganizationWebhookKind"][];
            description?: string;
            status?: components["schemas"]["WebhookStatus"];
        };
        /** @enum {unknown} */
        OrganizationWebhookKind: "member.joined" | "member.left" | "member.role-changed" | "team.created" | "team.deleted";
        OrganizationWithRoleBody: {
            organization: components["schemas"]["Organization"];
            user_role: components["schemas"]["OrganizationRole"] | null;
            /** @description Whether you have accepted your membership; false if you are not a member. */
            is_accepted: boolean;
            /** @description false if the owner has not accepted an ownership transfer yet. */
            is_ownership_accepted: boolean;
        };
        OwnDay: {
            checkin: components["schemas"]["WorkoutCheckIn"] | null;
            status: components["schemas"]["DayState"];
        };
        OwnGoalCheckInPage: {
            check_ins: components["schemas"]["GoalCheckIn"][];
            next_cursor: string | null;
            /** @description The records that were deleted. Only with `updated_since`. */
            deleted?: components["schemas"]["DeletedRecord"][];
            /**
             * Format: date-time
             * @description Send it as `updated_since` the next time, after the last page. A change can be listed again. Only with `updated_since`.
             */
            synced_at?: string;
        };
        OwnOrganization: {
            /** Format: uuid */
            id: string;
            name: string;
            user_role: components["schemas"]["OrganizationRole"];
            /** @description false for an invitation that you have not accepted. */
            is_accepted: boolean;
        };
        OwnPassword: {
            password: string;
        };
        OwnProfile: {
            /** Format: uuid */
            id: string;
            email: string | null;
            /** @description Whether the identity provider has verified the email address. */
            email_verified: boolean;
            full_name: string;
            avatar_url: string | null;
            preferences: components["schemas"]["StoredPreferences"];
            drops_balance: number;
            role: components["schemas"]["UserRole"];
            is_ai: boolean;
            is_active: boolean;
            read_notes_enabled: boolean;
            check_in_enabled: boolean;
            /** @description Whether this is a classroom user. */
            is_classroom: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Your journal address: mail sent to it becomes a private entry, so keep it secret. null while impersonating, and for a personal access token. */
            inbound_address: string | null;
        };
        OwnReport: {
            /** Format: uuid */
            id: string;
            subject_type: components["schemas"]["SubjectType"];
            /** Format: uuid */
            subject_id: string;
            reason: string;
            status: components["schemas"]["ReportStatus"];
            /** Format: date-time */
            created_at: string;
        };
        OwnReportBody: {
            report: components["schemas"]["OwnReport"];
        };
        OwnTeam: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            org_id: string;
            user_role: components["schemas"]["TeamRole"];
            /** @description false for an invitation that you have not accepted. */
            is_accepted: boolean;
        };
        OwnWorkoutDays: {
            checkins: components["schemas"]["WorkoutCheckIn"][];
            /** @description Chips of the verified check-ins in the range. */
            total_chips: number;
            /** @description Consecutive dates up to your last check-in, in days. 0 once a date has ended without a check-in, or if the last one was rejected. */
            current_streak: number;
            /** @description The longest run of consecutive dates ever, in days. */
            longest_streak: number;
        };
        OwnWorkoutWindow: {
            window: components["schemas"]["WorkoutWindow"] | null;
            location: components["schemas"]["WorkoutLocation"] | null;
        };
        OwnershipTransfer: {
            /** Format: uuid */
            new_owner_id: string;
        };
        PartitionRun: {
            success: boolean;
            message: string;
            results: {
                /** @description The partitions that this run made. */
                made: string[];
                /** @description What failed, by table. The next run tries again. */
                errors: string[];
            };
        };
        Passkey: {
            id: string;
            name?: string | null;
            /** @description `multiDevice` if it is synchronized to other devices. */
            deviceType: string;
            backedUp: boolean;
            /** Format: date-time */
            createdAt: string | null;
            /** @description The model of the authenticator. */
            aaguid?: string | null;
        } & {
            [key: string]: unknown;
        };
        PasskeyBody: {
            passkey: components["schemas"]["Passkey"];
        };
        PasskeyId: {
            /** Format: uuid */
            id: string;
        };
        PasskeyList: components["schemas"]["Passkey"][];
        PasskeyOptions: {
            challenge: string;
            /** @description Send it with the credential within 5 minutes. Clients that keep cookies can leave it out. */
            continuation: string;
        } & {
            [key: string]: unknown;
        };
        PasskeyRemoved: {
            status: boolean;
        };
        PasskeyRename: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        PasskeySignIn: {
            /** @description The `toJSON()` of the credential that the browser returns. */
            response: {
                id: string;
                rawId: string;
                /** @enum {string} */
                type: "public-key";
                response: {
                    clientDataJSON: string;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description From the response of the first step. Clients that keep cookies can leave it out. */
            continuation?: string;
        };
        PasswordChange: {
            currentPassword: string;
            newPassword: string;
            /** @description Has no effect: the other sessions always end. */
            revokeOtherSessions?: boolean;
        };
        PasswordReset: {
            /** @description The code of the email, or what follows # in its link. */
            token: string;
            newPassword: string;
            /** @description false keeps passkeys, personal access tokens, webhooks, push devices, the journal address and the consent to MCP. true if absent: another person may have made them. */
            endPrograms?: boolean;
        };
        PasswordResetRequest: {
            /**
             * Format: email
             * @description One plain email address, such as ada@example.org. Upper and lower case are alike.
             */
            email: string;
        };
        PaymentEvent: {
            id: string;
            type: string;
            /** @description Seconds since 1970. */
            created: number;
            data: {
                /** @description The object of the event, as of its time. */
                object: Record<string, never>;
            };
        };
        PersonalToken: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description How the token begins. */
            prefix: string;
            scopes: components["schemas"]["TokenScope"][];
            is_expired: boolean;
            /** Format: date-time */
            expires_at: string;
            /**
             * Format: date-time
             * @description Accurate to a minute.
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        PersonalTokenBody: {
            token: components["schemas"]["PersonalToken"];
        };
        PersonalTokenChange: {
            /** @description What the token is for. Must not be blank. */
            name: string;
        };
        PersonalTokenList: {
            tokens: components["schemas"]["PersonalToken"][];
        };
        Photo: {
            /** Format: uuid */
            id: string;
            /** @description Of the largest size, in pixels. */
            width: number;
            /** @description Of the largest size, in pixels. */
            height: number;
            /** @description The dominant colour, to show until the photo is loaded. */
            color: string;
            sizes: components["schemas"]["PhotoSizes"];
            /** Format: date-time */
            created_at: string;
        };
        PhotoSize: {
            /** @description A signed URL that expires. */
            url: string;
            width: number;
            height: number;
        };
        /** @description WebP files with at most 320, 960 and 2048 pixels a side. No photo is enlarged. */
        PhotoSizes: {
            small: components["schemas"]["PhotoSize"];
            medium: components["schemas"]["PhotoSize"];
            large: components["schemas"]["PhotoSize"];
        };
        Picture: {
            url: string;
            /** @description In pixels. */
            width: number;
            /** @description In pixels. */
            height: number;
            /** @description The dominant colour. null if it is not known. */
            color: string | null;
        };
        PortalBody: {
            /** @description The page of the payment provider on which the user changes or cancels the subscription. */
            url: string;
        };
        /** @description A golden spec has a calculator and its inputs. */
        PredictedValues: {
            /** @description Replications are compared with the first output. */
            outputs: components["schemas"]["LabOutput"][];
            calculator?: components["schemas"]["LabCalculator"];
            optimal_inputs?: components["schemas"]["OptimalInputs"];
        };
        Preferences: {
            theme?: string;
            notifications?: boolean;
            /** @description An IANA time zone, such as Europe/Lisbon. */
            timezone?: string;
            /** @description The time at which your day begins, in quarter hours from 00:00 (the default) to 06:00. It decides which date today is for the journal, goals and wellbeing. It moves no timestamp and no workout window. */
            day_start?: string;
            /** @description Whether check-in photos may appear in the mosaic. Its picture is visible to all users who have its URL. */
            mosaic_photo?: boolean;
            /** @description Whether you may appear on the leaderboard of encouragement. */
            leaderboard?: boolean;
            /** @description Whether you get the weekly digest by email. Off by default; requires an email address verified by the identity provider. */
            email_digest?: boolean;
            /** @description Whether you get reminders of your workout window by email. Off by default. */
            email_reminders?: boolean;
            /** @description Whether you are notified about the next step of an unfinished experiment. On by default. */
            step_prompts?: boolean;
            /** @description Whether MCP clients may use `POST /mcp` with your personal access tokens. Off by default. */
            mcp?: boolean;
        };
        Price: {
            /** @description The `priceId` of a checkout session. */
            id: string;
            product_name: string | null;
            /** @description In the smallest unit of the currency, such as cents. null without one whole amount, such as for a tiered price. */
            amount: number | null;
            /** @description The ISO 4217 code in lower case, such as `eur`. */
            currency: string;
            /** @description `day`, `week`, `month` or `year`; null for a price that is paid once. */
            interval: string | null;
            /** @description Intervals between two payments. */
            interval_count: number | null;
        };
        PriceList: {
            prices: components["schemas"]["Price"][];
        };
        Profile: {
            /** Format: uuid */
            id: string;
            email: string | null;
            /** @description Whether the identity provider has verified the email address. */
            email_verified: boolean;
            full_name: string;
            avatar_url: string | null;
            preferences: components["schemas"]["StoredPreferences"];
            drops_balance: number;
            role: components["schemas"]["UserRole"];
            is_ai: boolean;
            is_active: boolean;
            read_notes_enabled: boolean;
            check_in_enabled: boolean;
            /** @description Whether this is a classroom user. */
            is_classroom: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ProfileBody: {
            profile: components["schemas"]["OwnProfile"];
        };
        ProfileChange: {
            full_name?: string;
            avatar_url?: string | null;
            preferences?: components["schemas"]["Preferences"];
            /** @description Whether the assistant may read your entries. */
            read_notes_enabled?: boolean;
            /** @description Whether the assistant may send you a daily drop. */
            check_in_enabled?: boolean;
        };
        /** @description The observations of this node since it started. No provider is called for this response. */
        ProviderHealth: {
            name: string;
            kind: string;
            configured: boolean;
            host: string | null;
            /** @enum {unknown} */
            status: "ok" | "off" | "incomplete" | "failing";
            guidance: string | null;
            /** @description The circuit breakers of the provider. Calls pass while a circuit is `closed`. */
            breakers: {
                name: string;
                /** @enum {unknown} */
                state: "closed" | "open" | "half-open";
                /**
                 * Format: date-time
                 * @description The start of the failures.
                 */
                since: string | null;
            }[];
            last_failure: {
                /** Format: date-time */
                at: string;
                reason: string;
            } | null;
        };
        RankedCombination: {
            /** @description Values by name. A name ends in its unit. */
            inputs: {
                [key: string]: number;
            };
            outputs: components["schemas"]["LabOutput"][];
            /** @description The value of the first output, which is the objective. */
            score: number;
        };
        ReadCount: {
            /** @description The number of notifications that were unread. */
            read: number;
        };
        Readers: {
            /** @enum {unknown} */
            kind: "private" | "team" | "organization" | "public";
            /** @description The name of the team or organization; null for other kinds. */
            name: string | null;
            /** @description The number of users besides you: now, without inactive users and the privilege of super admins. 1000 means 1,000 or more. */
            people_count: number;
        };
        Readiness: {
            /** @enum {string} */
            status: "ready";
            /** Format: date-time */
            timestamp: string;
        };
        /** @description The stream is open. Load now what you show; later changes follow. */
        ReadyEvent: {
            /** @enum {string} */
            kind: "ready";
        };
        ReceivedDrop: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            sender_id: string;
            /** Format: uuid */
            recipient_id: string;
            drop_type: components["schemas"]["DropType"];
            content: string;
            /** @description An https URL or a URL of this service. */
            media_url: string | null;
            media_type: ("image" | "video" | "audio") | null;
            /** @description An https URL or a URL of this service. */
            thumbnail_url: string | null;
            /** Format: uuid */
            template_id: string | null;
            /** @description Whether the sender wrote the text. */
            is_custom: boolean;
            /**
             * Format: uuid
             * @description The entry of the recipient that the drop is about.
             */
            entry_id: string | null;
            /** Format: date-time */
            date_sent: string;
            /** Format: date-time */
            read_at: string | null;
            sender: components["schemas"]["UserSummary"];
            title: string | null;
        };
        ReceivedDropBody: {
            drop: components["schemas"]["ReceivedDrop"];
        };
        ReceivedDropPage: {
            drops: components["schemas"]["ReceivedDrop"][];
            next_cursor: string | null;
        };
        ReceivedInvitation: {
            /** Format: uuid */
            id: string;
            group: {
                kind: components["schemas"]["GroupKind"];
                /** Format: uuid */
                id: string;
                name: string;
                organization_name: string;
            };
            invited_by: {
                full_name: string;
            };
            role: components["schemas"]["InvitedRole"];
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
        };
        ReceivedInvitationBody: {
            invitation: components["schemas"]["ReceivedInvitation"];
        };
        ReceivedInvitationPage: {
            invitations: components["schemas"]["ReceivedInvitation"][];
            next_cursor: string | null;
        };
        RecoveryCode: {
            code: string;
            /** @description Sets a cookie, with which the browser needs no second factor for 30 days. */
            trustDevice?: boolean;
            /** @description From the response of the first step. Clients that keep cookies can leave it out. */
            continuation?: string;
        };
        RecoveryCodes: {
            /** @description Recovery codes. Each is valid once. */
            backupCodes: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description A redirect. */
        Redirect: {
            message: string;
        };
        ReminderRun: {
            success: boolean;
            message: string;
            reminded: number;
        };
        /** @description A replica as this node sees it. */
        ReplicaHealth: {
            /** @description Host and port. */
            name: string;
            /**
             * @description `ready`: it serves reads. `promoted`: it is a primary. `other-system`: it is no copy of this database. `other-timeline`: it follows another primary, or does not know yet that it follows the new one.
             * @enum {unknown}
             */
            state: "ready" | "behind" | "promoted" | "other-system" | "other-timeline" | "unreachable";
            /** @description What it had not replayed of the log. */
            lag_bytes: number | null;
            /** @description How long ago it had replayed everything; null if it never had. */
            lag_seconds: number | null;
        };
        Report: {
            /** Format: uuid */
            id: string;
            subject_type: components["schemas"]["SubjectType"];
            /** Format: uuid */
            subject_id: string;
            reason: string;
            status: components["schemas"]["ReportStatus"];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            reporter_id: string;
            note: string | null;
            /** Format: uuid */
            decided_by: string | null;
            /** Format: date-time */
            decided_at: string | null;
        };
        ReportBody: {
            report: components["schemas"]["Report"];
        };
        ReportDecision: {
            /** @description A note for other super admins. */
            note: string;
        };
        ReportInQueue: {
            /** Format: uuid */
            id: string;
            subject_type: components["schemas"]["SubjectType"];
            /** Format: uuid */
            subject_id: string;
            reason: string;
            status: components["schemas"]["ReportStatus"];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            reporter_id: string;
            note: string | null;
            /** Format: uuid */
            decided_by: string | null;
            /** Format: date-time */
            decided_at: string | null;
            subject: components["schemas"]["ReportSubject"];
        };
        ReportInQueuePage: {
            reports: components["schemas"]["ReportInQueue"][];
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        ReportStatus: "open" | "resolved" | "dismissed";
        /** @description The reported user, or the sender of the drop or chat message, or the owner of the photo; and the drop, photo or message. null if it was deleted, and null for the sender of a drop of the assistant. */
        ReportSubject: {
            user: {
                /** Format: uuid */
                id: string;
                full_name: string;
                avatar_url: string | null;
                is_ai: boolean;
                is_active: boolean;
            } | null;
            drop: {
                /** Format: uuid */
                id: string;
                content: string;
                media_url: string | null;
                /** Format: date-time */
                date_sent: string;
                title: string | null;
            } | null;
            photo: {
                /** Format: uuid */
                check_in_id: string;
                /** Format: date */
                date: string;
                /** @enum {unknown} */
                status: "pending" | "verified" | "rejected";
                /** @description A signed URL that expires within two days. */
                photo_url: string;
            } | null;
            chat_message: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                room_id: string;
                /** @description null if the message is removed. */
                content: string | null;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                edited_at: string | null;
                /** Format: date-time */
                removed_at: string | null;
            } | null;
        };
        Requested: {
            status: boolean;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description `private` is read by you alone, also in a shared notebook. Responses show it as `user`, so `user` keeps it; null ends it.
         * @enum {unknown}
         */
        RequestedVisibility: "user" | "team" | "org" | "public" | "private";
        /** @description The stream could not continue after `Last-Event-ID`: it is older than an hour, more than 1000 events were missed, or the id is unknown. Load again what you show. */
        ResetEvent: {
            /** @enum {string} */
            kind: "reset";
            /** @enum {unknown} */
            reason: "expired" | "too-many" | "unknown";
        };
        RestoredAccount: {
            message: string;
            /** Format: date-time */
            restored_at: string;
        };
        RestoredRecord: {
            entry: components["schemas"]["Entry"] | null;
            notebook: components["schemas"]["Notebook"] | null;
        };
        RetentionRun: {
            success: boolean;
            message: string;
            results: {
                /** @description What this run deleted: each kind of data of which it deleted any. */
                deleted: {
                    name: string;
                    count: number;
                }[];
                /** @description false if the time of a run was too short or something failed. The next run continues. */
                is_complete: boolean;
                errors: string[];
            };
        };
        RevokedSessions: {
            /** @description The number of sessions that were revoked. */
            revoked: number;
        };
        /** @enum {unknown} */
        SafetyLevel: "adult_only" | "classroom_safe" | "with_supervision";
        SafetyLevelChange: {
            safety_level: components["schemas"]["SafetyLevel"];
        };
        SatisfactionEntry: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            score: number;
            note: string;
            /** Format: date */
            entry_date: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SatisfactionEntryBody: {
            satisfaction_entry: components["schemas"]["SatisfactionEntry"];
        };
        SatisfactionEntryChange: {
            score?: number;
            note?: string;
            /** Format: date */
            entry_date?: string;
        };
        SatisfactionEntryPage: {
            satisfaction_entries: components["schemas"]["SatisfactionEntry"][];
            next_cursor: string | null;
        };
        ScoringConfig: {
            /** @description For each other user with a copy of the template. At most two decimals. */
            clone: number;
            /** @description For each other user who completed a copy. At most two decimals. */
            completion: number;
            /** @description For each replication that confirms the prediction. At most two decimals. */
            replication_confirmed: number;
            /** @description For each replication that does not confirm it. At most two decimals. */
            replication_refuted: number;
            /** @description For each approved video about the template by another user. At most two decimals. */
            build: number;
        };
        SecondFactorNeeded: {
            /** @enum {boolean} */
            twoFactorRedirect: true;
            /** @description `totp`: a code of an authenticator app. */
            twoFactorMethods: string[];
            /** @description Send it with the code within 10 minutes. Clients that keep cookies can leave it out. */
            continuation: string;
        };
        SentDrop: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            sender_id: string;
            /** Format: uuid */
            recipient_id: string;
            drop_type: components["schemas"]["DropType"];
            content: string;
            /** @description An https URL or a URL of this service. */
            media_url: string | null;
            media_type: ("image" | "video" | "audio") | null;
            /** @description An https URL or a URL of this service. */
            thumbnail_url: string | null;
            /** Format: uuid */
            template_id: string | null;
            /** @description Whether the sender wrote the text. */
            is_custom: boolean;
            /**
             * Format: uuid
             * @description The entry of the recipient that the drop is about.
             */
            entry_id: string | null;
            /** Format: date-time */
            date_sent: string;
            /** Format: date-time */
            read_at: string | null;
            /** @description Whether the recipient wrote within the engagement window. */
            engaged: boolean;
            bonus_drops_awarded: number;
            title: string | null;
        };
        SentDropBody: {
            drop: components["schemas"]["SentDrop"];
            /** @description Drops that you can still send today. */
            remaining: number;
        };
        SentDropWithRecipient: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            sender_id: string;
            /** Format: uuid */
            recipient_id: string;
            drop_type: components["schemas"]["DropType"];
            content: string;
            /** @description An https URL or a URL of this service. */
            media_url: string | null;
            media_type: ("image" | "video" | "audio") | null;
            /** @description An https URL or a URL of this service. */
            thumbnail_url: string | null;
            /** Format: uuid */
            template_id: string | null;
            /** @description Whether the sender wrote the text. */
            is_custom: boolean;
            /**
             * Format: uuid
             * @description The entry of the recipient that the drop is about.
             */
            entry_id: string | null;
            /** Format: date-time */
            date_sent: string;
            /** @description Whether the recipient wrote within the engagement window. */
            engaged: boolean;
            bonus_drops_awarded: number;
            /**
             * Format: date-time
             * @description When the engagement job found the engagement; null before.
             */
            engaged_at: string | null;
            recipient: components["schemas"]["UserSummary"];
            title: string | null;
        };
        SentDropWithRecipientPage: {
            drops: components["schemas"]["SentDropWithRecipient"][];
            next_cursor: string | null;
        };
        SentMailBody: {
            /** @enum {boolean} */
            success: true;
            /**
             * Format: uuid
             * @description The Message-ID of the email begins with this id.
             */
            id: string;
            /**
             * @description `sent`: the mail server accepted the email. `outbox`: no mail server is configured, and the email was written to a folder that super admins can read.
             * @enum {unknown}
             */
            delivery: "sent" | "outbox";
        };
        /** @enum {unknown} */
        Sentiment: "positive" | "negative" | "neutral" | "mixed";
        ServerFacts: {
            /** @enum {string} */
            name: "Meadow";
            version: string;
            /**
             * Format: uri
             * @description The API documentation.
             */
            docs: string;
            /** Format: uri */
            openapi: string;
            /** Format: uri */
            health: string;
        };
        Session: {
            /** @description The session. Send it as bearer token to /auth/token. */
            token: string;
            user: components["schemas"]["SessionUser"];
        } & {
            [key: string]: unknown;
        };
        SessionList: {
            sessions: components["schemas"]["SignedInDevice"][];
        };
        SessionUser: {
            id: string;
            email: string;
            emailVerified: boolean;
            name: string;
            image?: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        } & {
            [key: string]: unknown;
        };
        /** @description What an operator sets up on a new server, and its state. */
        Setup: {
            /**
             * Format: uri
             * @description PUBLIC_URL: the address in emails and in links to pictures.
             */
            public_url: string;
            /** @description Only this machine can open the address. */
            is_public_url_local: boolean;
            /** @description The address begins with https. */
            is_encrypted: boolean;
            /** @description null if an external identity provider decides it. */
            sign_up: components["schemas"]["SignUpPolicy"] | null;
            services: components["schemas"]["InstanceServices"];
            /** @description The sender of emails. */
            mail_sender: string;
            /** @enum {unknown} */
            database: "embedded" | "external";
            /** @enum {unknown} */
            files: "folder" | "bucket";
            /**
             * Format: date-time
             * @description When a scheduled backup is made next (`BACKUP_DIR`); null if none is scheduled.
             */
            next_backup_at: string | null;
            /**
             * Format: date-time
             * @description The end of the last backup, scheduled or by `meadow backup`; null if none is known.
             */
            last_backup_at: string | null;
        };
        SignInLinkRequest: {
            /**
             * Format: email
             * @description One plain email address, such as ada@example.org. Upper and lower case are alike.
             */
            email: string;
        };
        SignUpInvitation: {
            /** Format: uuid */
            id: string;
            /** @enum {unknown} */
            status: "open" | "used" | "expired";
            email: string | null;
            max_uses: number;
            uses: number;
            /** Format: uuid */
            invited_by: string | null;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
        };
        SignUpInvitationPage: {
            invitations: components["schemas"]["SignUpInvitation"][];
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        SignUpPolicy: "open" | "invite" | "closed";
        SignedIn: components["schemas"]["Session"] | components["schemas"]["SecondFactorNeeded"];
        SignedInDevice: {
            /** Format: uuid */
            id: string;
            /** @description Whether this request belongs to the session. */
            is_current: boolean;
            /** @description The browser or program that signed in, as it calls itself. */
            user_agent: string | null;
            /** @description A name of the device, such as `Firefox on Linux`; empty if it is unknown. */
            device: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to an hour.
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description Use moves it: a session ends after 7 days without use.
             */
            expires_at: string;
        };
        SignedOut: {
            success: boolean;
        };
        SignedUp: {
            /** @description The session, or null where the server sends mail. Send it as bearer token to /auth/token. */
            token: string | null;
            user: components["schemas"]["SessionUser"];
        } & {
            [key: string]: unknown;
        };
        SleepEntry: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            /** Format: date */
            sleep_date: string;
            /** @description Rounded to two decimals. */
            hours: number;
            quality: number;
            note: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SleepEntryBody: {
            sleep_entry: components["schemas"]["SleepEntry"];
        };
        SleepEntryChange: {
            /** Format: date */
            sleep_date?: string;
            /** @description Rounded to two decimals. */
            hours?: number;
            quality?: number;
            note?: string;
        };
        SleepEntryPage: {
            sleep_entries: components["schemas"]["SleepEntry"][];
            next_cursor: string | null;
        };
        Snippet: {
            /** @description The part of the content around the first match, on one line. */
            text: string;
            /** @description The matches in `text`, in UTF-16 code units: `text.slice(start, end)`. */
            matches: {
                start: number;
                end: number;
            }[];
        };
        Sponsor: {
            /** Format: uuid */
            id: string;
            name: string;
            tier: components["schemas"]["SponsorTier"];
            website: string | null;
            logo_url: string | null;
            status: components["schemas"]["DecisionStatus"];
            /** Format: date-time */
            applied_at: string;
        };
        SponsorApplication: {
            /** Format: uuid */
            id: string;
            name: string;
            tier: components["schemas"]["SponsorTier"];
            website: string | null;
            logo_url: string | null;
            status: components["schemas"]["DecisionStatus"];
            /** Format: date-time */
            applied_at: string;
            contact_name: string;
            contact_email: string;
            message: string | null;
            decline_reason: string | null;
            /** Format: date-time */
            decided_at: string | null;
        };
        SponsorApplicationBody: {
            sponsor: components["schemas"]["SponsorApplication"];
        };
        SponsorApplicationPage: {
            sponsors: components["schemas"]["SponsorApplication"][];
            next_cursor: string | null;
        };
        SponsorBody: {
            sponsor: components["schemas"]["Sponsor"];
        };
        SponsorDigestRun: {
            success: boolean;
            message: string;
            /** Format: date */
            week_start: string;
            results: {
                /** @description Digest emails queued by this run. */
                queued: number;
                /** @description Sponsors that the next run retries. */
                failed: number;
                /** @description At most 100 descriptions of failed batches. */
                errors: string[];
            };
        };
        SponsorOutreach: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            recipient_id: string;
            message: string;
            shares_email: boolean;
            /** Format: date-time */
            created_at: string;
        };
        SponsorOutreachBody: {
            outreach: components["schemas"]["SponsorOutreach"];
            /** @description The number of messages that you can still send to this sponsor within 24 hours. */
            remaining: number;
        };
        SponsorPage: {
            sponsors: components["schemas"]["Sponsor"][];
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        SponsorTier: "bronze" | "silver" | "gold" | "platinum";
        Squad: {
            user1: components["schemas"]["ChainMember"];
            user2: components["schemas"]["ChainMember"] | null;
            user3: components["schemas"]["ChainMember"] | null;
            teamColor: components["schemas"]["TeamColor"];
        };
        SquadBody: {
            squad: components["schemas"]["Squad"] | null;
            checkins: components["schemas"]["WorkoutCheckIn"][];
        };
        SquadBreakdown: {
            /** Format: uuid */
            id: string;
            teamColor: components["schemas"]["TeamColor"];
            members: {
                /** Format: uuid */
                userId: string;
                userName: string;
                isAi: boolean;
                status: components["schemas"]["DayStatus"];
            }[];
            realMembers: number;
            aiMembers: number;
        };
        StartedImpersonation: {
            /** @description Send it as bearer token instead of your own access token. */
            token: string;
            /** Format: date-time */
            expires_at: string;
            user: components["schemas"]["Profile"];
        };
        Stats: {
            writing: {
                entries: number;
                words: number;
                /** @description Dates with an entry. */
                days: number;
                /** @description The streak that you can still continue, of all dates. */
                current_streak: number;
                /** @description The longest streak within the range. */
                longest_streak: number;
            };
            /** @description Months with a mood, oldest first. */
            moods: components["schemas"]["MonthOfMoods"][];
            workout: {
                /** @description Check-ins that are not rejected. */
                check_ins: number;
                /** @description The streak that you can still continue, of all dates. */
                current_streak: number;
                /** @description The longest streak within the range. */
                longest_streak: number;
            };
            /** @description Goal check-ins that are `completed` or `partial`. */
            goal_check_ins: number;
            /** @description Means of your records, oldest first. */
            wellbeing: components["schemas"]["WellbeingMeans"][];
            /** @description Encouragement drops. */
            drops: {
                sent: number;
                received: number;
            };
        };
        StepPromptRun: {
            success: boolean;
            message: string;
            results: {
                /** @description Users prompted by this run. */
                prompted: number;
                /** @description Users that the next run retries. */
                failed: number;
                /** @description At most 100 descriptions of failures. */
                errors: string[];
            };
        };
        StoredPreferences: components["schemas"]["Preferences"] & {
            /** Format: uuid */
            active_tone_pack_id?: string;
        };
        StreamEvent: components["schemas"]["NotificationEvent"] | components["schemas"]["ChainUpdatedEvent"] | components["schemas"]["CheckInMadeEvent"] | components["schemas"]["MosaicUpdatedEvent"] | components["schemas"]["BattleProgressEvent"] | components["schemas"]["DropReceivedEvent"] | components["schemas"]["WalletChangedEvent"] | components["schemas"]["EntryChangedEvent"] | components["schemas"]["ExportProgressEvent"] | components["schemas"]["ChatMessageEvent"] | components["schemas"]["ChatTypingEvent"] | components["schemas"]["ReadyEvent"] | components["schemas"]["ResetEvent"] | components["schemas"]["ClosedEvent"];
        /** @enum {unknown} */
        SubjectType: "user" | "drop" | "photo" | "chat_message";
        SubmittedLabVideo: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            template_id: string;
            url: string;
            status: components["schemas"]["DecisionStatus"];
            is_featured: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            submitted_by: string;
            decline_reason: string | null;
            /** Format: date-time */
            decided_at: string | null;
            title: string;
        };
        SubmittedLabVideoBody: {
            video: components["schemas"]["SubmittedLabVideo"];
        };
        SubmittedLabVideoPage: {
            videos: components["schemas"]["SubmittedLabVideo"][];
            next_cursor: string | null;
        };
        SubmittedOpportunity: {
            /** Format: uuid */
            id: string;
            type: components["schemas"]["OpportunityType"];
            organization: string;
            description: string;
            url: string;
            deadline: components["schemas"]["OpportunityDeadline"] | null;
            status: components["schemas"]["DecisionStatus"];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            submitted_by: string;
            decline_reason: string | null;
            /** Format: date-time */
            decided_at: string | null;
            title: string;
        };
        SubmittedOpportunityBody: {
            opportunity: components["schemas"]["SubmittedOpportunity"];
        };
        SubmittedOpportunityPage: {
            opportunities: components["schemas"]["SubmittedOpportunity"][];
            next_cursor: string | null;
        };
        Subscription: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            payment_customer_id: string;
            payment_subscription_id: string;
            /** @description The status at the provider. `active` means premium. */
            status: string;
            /** Format: date-time */
            created_at: string;
        };
        SubscriptionBody: {
            subscription: components["schemas"]["Subscription"] | null;
        };
        SyntheticCheckInRun: {
            success: boolean;
            message: string;
            results: {
                checked_in: number;
                /** @description Users who are due but do not check in today, have already checked in, or are in no chain. */
                skipped: number;
                failed: number;
                errors: string[];
            };
        };
        SyntheticUser: {
            /** Format: uuid */
            id: string;
            user_name: string;
            /** @description Always true. */
            is_ai: boolean;
            region: string;
            city: string;
            state: string;
            timezone: string;
            activity_type: components["schemas"]["ActivityType"];
            custom_activity: string | null;
            window_start_time: string;
            window_end_time: string;
            /** @description In percent. */
            check_in_probability: number;
            /** @description Whether the user is matched and checks in. */
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SyntheticUserBody: {
            user: components["schemas"]["SyntheticUser"];
        };
        SyntheticUserConfig: {
            regions?: {
                "West Coast"?: number;
                "East Coast"?: number;
                Midwest?: number;
                South?: number;
                "Mountain West"?: number;
            };
            activities?: {
                cardio?: number;
                strength?: number;
                walk?: number;
                meditation?: number;
                reading?: number;
                homework?: number;
                other?: number;
            };
            windowSlots?: {
                "6-8"?: number;
                "8-10"?: number;
                "12-14"?: number;
                "14-16"?: number;
                "16-18"?: number;
                "18-20"?: number;
            };
            /** @description In percent, 0 to 100. */
            checkInProbability?: number;
        };
        SyntheticUserGeneration: {
            count: number;
            config?: components["schemas"]["SyntheticUserConfig"];
        };
        SyntheticUserGenerationBody: {
            created: number;
            /** @description Number of users that could not be created. Request them again. */
            failed: number;
            users: components["schemas"]["SyntheticUser"][];
            errors: string[];
        };
        SyntheticUserPage: {
            users: components["schemas"]["SyntheticUser"][];
            next_cursor: string | null;
        };
        SyntheticUserToggle: {
            /** @description False removes the user from chains and stops their check-ins. */
            isActive: boolean;
        };
        Tag: {
            tag: string;
            /** @description The number of your entries with this tag. */
            entry_count: number;
            /**
             * Format: date-time
             * @description When the newest of these entries was written.
             */
            last_used_at: string;
        };
        TagPage: {
            tags: components["schemas"]["Tag"][];
            next_cursor: string | null;
        };
        Team: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            /** Format: uuid */
            org_id: string;
            /** Format: uuid */
            admin_id: string;
            /** @description null if the admin is deactivated. */
            admin: components["schemas"]["UserSummary"] | null;
            /** @description Your role in the team, or null if you are not a member. */
            user_role: components["schemas"]["TeamRole"] | null;
            /** @description The active members. */
            member_count: number;
            settings: components["schemas"]["GroupSettings"];
            /** @description The organization that the team belongs to. */
            organizations: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        TeamBody: {
            team: components["schemas"]["Team"];
        };
        TeamBreakdown: {
            totalMembers: number;
            realMembers: number;
            aiMembers: number;
            completed: number;
            failed: number;
            pending: number;
            /** @description In percent, with one decimal. */
            completionRate: number;
            totalChips: number;
        };
        TeamChange: {
            name?: string;
            description?: string;
            /** Format: uuid */
            admin_id?: string;
            settings?: components["schemas"]["GroupSettings"];
        };
        /** @enum {unknown} */
        TeamColor: "red" | "blue";
        TeamMember: {
            user: components["schemas"]["UserSummary"];
            /** Format: uuid */
            user_id: string;
            full_name: string;
            avatar_url: string | null;
            is_ai: boolean;
            role: components["schemas"]["TeamRole"];
            /** @description Whether the user is the `admin_id` of the team. */
            is_admin: boolean;
            /** Format: date-time */
            joined_at: string;
            accepted_at: components["schemas"]["AcceptedAt"];
        };
        TeamMemberBody: {
            member: components["schemas"]["TeamMember"];
        };
        TeamMemberPage: {
            members: components["schemas"]["TeamMember"][];
            next_cursor: string | null;
        };
        /** @description null if there is none, or if you are not a member. */
        TeamOfEntry: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        TeamPage: {
            teams: components["schemas"]["Team"][];
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        TeamRole: "admin" | "member";
        TeamRoleChange: {
            role: components["schemas"]["TeamRole"];
        };
        TeamStats: {
            totalMembers: number;
            completed: number;
            failed: number;
            pending: number;
            /** @description In percent, with one decimal. */
            completionRate: number;
            totalChips: number;
        };
        TeamStatsBody: {
            redTeam: components["schemas"]["TeamStats"];
            blueTeam: components["schemas"]["TeamStats"];
        };
        TeamWithRoleBody: {
            team: components["schemas"]["Team"];
            user_role: components["schemas"]["TeamRole"] | null;
            /** @description Whether you have accepted your membership; false if you are not a member. */
            is_accepted: boolean;
        };
        TextToAnalyze: {
            content: string;
            title?: string;
        };
        Today: {
            /**
             * Format: date
             * @description The date that a check-in would count for now. Without a workout window, today in your time zone (`preferences.timezone`).
             */
            date: string;
            /**
             * Format: date
             * @description Today for the journal, goals and wellbeing, by your `timezone` and `day_start`.
             */
            journal_date: string;
            state: components["schemas"]["TodayState"];
            /** @description The window of the date; null if not set up or paused. */
            window: components["schemas"]["TodayWindow"] | null;
            /** @description Your check-in of the date. */
            checkin: components["schemas"]["WorkoutCheckIn"] | null;
            chain: {
                team_color: components["schemas"]["TeamColor"];
                before: components["schemas"]["ChainNeighbour"] | null;
                after: components["schemas"]["ChainNeighbour"] | null;
            } | null;
            squad: {
                team_color: components["schemas"]["TeamColor"];
                /** @description All members, you included. */
                members: components["schemas"]["ChainNeighbour"][];
                /** @description Chips of the verified check-ins of the date. */
                chips: number;
            } | null;
            battle: components["schemas"]["BattleScore"];
            /** @description Your newest active goals without a check-in today, at most 20. */
            goals_due: components["schemas"]["Goal"][];
            /** @description Your newest active goals with a check-in today, at most 20. */
            goals_done: components["schemas"]["Goal"][];
            /** @description Your newest entries of the `journal_date`. */
            wellbeing: {
                satisfaction: components["schemas"]["SatisfactionEntry"] | null;
                sleep: components["schemas"]["SleepEntry"] | null;
            };
            /** @description The newest drop of the assistant, if it is not older than 24 hours. */
            assistant_drop: components["schemas"]["AssistantDrop"] | null;
            /** @description Your newest entries, at most 3. */
            newest_entries: components["schemas"]["EntryExcerpt"][];
            /** @description Your entries of this day in earlier years, at most 3. */
            memories: components["schemas"]["EntryExcerpt"][];
            /** @description The picture of the mosaic of the date; null if not drawn yet. */
            mosaic_url: string | null;
            unread_notifications: number;
            /** @description Received encouragement drops that you have not read. */
            unread_drops: number;
            /** @description Encouragement drops that you can still send today (UTC). */
            drops_to_send: number;
        };
        /**
         * @description `not_set_up` without a workout window, `paused` while it is closed, `before` until it opens, `open` while it is open, `late` from its end until the date ends, then `checked_in` or `rejected`.
         * @enum {unknown}
         */
        TodayState: "not_set_up" | "paused" | "before" | "open" | "late" | "checked_in" | "rejected";
        TodayWindow: {
            /** Format: date-time */
            opens_at: string;
            /** Format: date-time */
            closes_at: string;
            /** @description The window of the next date; null while paused. */
            next: {
                /** Format: date-time */
                opens_at: string;
                /** Format: date-time */
                closes_at: string;
            } | null;
        };
        /**
         * @description - `profile:read`: Read your profile and those of others.
         *     - `journal:read`: Read and search your entries and those shared with you, notebooks, tags, analyses and the trash.
         *     - `journal:write`: Write, change, share and delete entries and notebooks, and upload their photos.
         *     - `goals`: Read and change goals and their check-ins.
         *     - `wellbeing`: Read and change satisfaction entries, action notes and sleep entries.
         *     - `workout`: Read and change the workout window; check in; read chains, mosaics and battles.
         *     - `drops`: Read the balance and the badges; read and send encouragement drops.
         *     - `tone-packs`: Read, create, share and activate tone packs, but not buy them.
         *     - `groups`: Read and change organizations, teams, members and invitations; find users; report content.
         *     - `chat`: Read and write messages in the rooms of your squads, teams and organizations.
         *     - `notifications`: Read and delete notifications, and change which ones you get.
         *     - `events`: Follow live events.
         *     - `music`: Read plays, and sync them.
         *     - `mail`: Send emails to other users.
         *     - `lab`: Read and change experiments, competitions and opportunities.
         *     - `admin:read`: Read what administration shows, while you are a super admin.
         * @enum {unknown}
         */
        TokenScope: "profile:read" | "journal:read" | "journal:write" | "goals" | "wellbeing" | "workout" | "drops" | "tone-packs" | "groups" | "chat" | "notifications" | "events" | "music" | "mail" | "lab" | "admin:read";
        TokenToVerify: {
            token: string;
        };
        TokenUsage: {
            total_tokens: number;
            /** @description US dollars as a decimal with eight places, as text to keep all digits. */
            total_cost_usd: string;
            breakdown: {
                tone: components["schemas"]["TokenUsageOfKind"];
                images: components["schemas"]["TokenUsageOfKind"];
                packs: components["schemas"]["TokenUsageOfKind"];
                assistant: components["schemas"]["TokenUsageOfKind"];
            };
        };
        TokenUsageOfKind: {
            tokens: number;
            /** @description US dollars as a decimal with eight places, as text to keep all digits. */
            cost_usd: string;
        };
        /** @enum {unknown} */
        Tone: "joyful" | "grateful" | "excited" | "hopeful" | "content" | "peaceful" | "optimistic" | "sad" | "anxious" | "frustrated" | "angry" | "worried" | "disappointed" | "melancholic" | "pessimistic" | "calm" | "contemplative" | "neutral" | "tired" | "energetic";
        ToneAnalysis: {
            primaryTone: components["schemas"]["Tone"];
            tones: {
                tone: components["schemas"]["Tone"];
                score: number;
            }[];
            /** @enum {unknown} */
            sentiment: "positive" | "negative" | "neutral" | "mixed";
            confidence: number;
        };
        TonePack: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            owner_id: string | null;
            /** @description null if the owner is deleted or deactivated. */
            owner: components["schemas"]["UserSummary"] | null;
            name: string;
            description: string;
            theme: components["schemas"]["TonePackTheme"];
            /** @description Whether all users can see the pack, and use or buy it. */
            is_public: boolean;
            /** @description In drops; 0 for a free pack. */
            price_drops: number;
            access: components["schemas"]["TonePackAccess"];
            image_count: number;
            /** @description The first image of the pack, as the thumbnail if the pack is `for_sale`; null without images. */
            cover_url: string | null;
            /** @description The thumbnail of the first image, a WebP; null without images. */
            cover: components["schemas"]["Picture"] | null;
            /** @description How many users bought the pack; null unless it is yours. */
            bought_count: number | null;
            /** Format: date-time */
            unlisted_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @description Your access to the pack. You can use it unless it is `for_sale`: then buy it first.
         * @enum {unknown}
         */
        TonePackAccess: "own" | "shared" | "purchased" | "free" | "for_sale";
        TonePackBody: {
            pack: components["schemas"]["TonePack"];
        };
        TonePackChange: {
            name?: string;
            description?: string;
            theme?: components["schemas"]["TonePackTheme"];
            /** @description Whether all users can see the pack, and use or buy it. */
            is_public?: boolean;
            /** @description In drops; 0 for a free pack. */
            price_drops?: number;
        };
        TonePackImage: {
            tone: components["schemas"]["Tone"];
            /** @description A PNG of 1024 by 1024 pixels, whose URL expires within two days. For a pack that is for sale, the thumbnail. */
            image_url: string;
            picture: components["schemas"]["Picture"];
            thumbnail: components["schemas"]["Picture"];
            storage_path: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @default {} */
        TonePackImageRequest: {
            /** @description Default: all tones. */
            tones?: components["schemas"]["Tone"][];
        };
        TonePackLists: {
            own: components["schemas"]["TonePack"][];
            shared: components["schemas"]["TonePack"][];
            public: components["schemas"]["TonePack"][];
            purchased: components["schemas"]["TonePack"][];
            /** @description The cursor of the next page of public packs. */
            next_cursor: string | null;
        };
        TonePackName: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @default {} */
        TonePackOrder: {
            /** @description The request fails if the price is another one. */
            expected_price?: number;
        };
        TonePackPurchase: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            pack_id: string;
            /** Format: uuid */
            user_id: string;
            price_drops: number;
            /** Format: uuid */
            transaction_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        TonePackPurchaseBody: {
            purchase: components["schemas"]["TonePackPurchase"];
            /** @description Your balance after the purchase. */
            balance: number;
        };
        TonePackShare: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            pack_id: string;
            /** Format: uuid */
            user_id: string | null;
            email: string | null;
            /** Format: date-time */
            created_at: string;
        };
        TonePackShareBody: {
            share: components["schemas"]["TonePackShare"];
        };
        /** @enum {unknown} */
        TonePackTheme: "origami" | "animals" | "nature" | "abstract" | "geometric" | "minimalist" | "watercolor" | "line-art" | "icons" | "emojis" | "shapes" | "patterns";
        TonePackWithImagesBody: {
            pack: components["schemas"]["TonePack"];
            images: components["schemas"]["TonePackImage"][];
        };
        TotpCode: {
            /** @description Valid once, for about a minute. */
            code: string;
            /** @description Sets a cookie, with which the browser needs no second factor for 30 days. */
            trustDevice?: boolean;
            /** @description From the response of the first step. Clients that keep cookies can leave it out. */
            continuation?: string;
        };
        TotpSetup: {
            /** @description An `otpauth:` URI. Show it as QR code. */
            totpURI: string;
            /** @description Recovery codes. Each is valid once. */
            backupCodes: string[];
        } & {
            [key: string]: unknown;
        };
        TrackOfEntry: {
            id: string;
            name: string;
            artists: string[];
            image_url: string | null;
        };
        TrashItem: {
            /** Format: uuid */
            id: string;
            /** @enum {unknown} */
            kind: "entry" | "notebook";
            /** Format: date-time */
            deleted_at: string;
            /** Format: date-time */
            purge_at: string;
            /** @description The title of the entry or the name of the notebook. */
            title: string;
        };
        TrashItemPage: {
            items: components["schemas"]["TrashItem"][];
            next_cursor: string | null;
        };
        User: {
            /** Format: uuid */
            id: string;
            email: string | null;
            /** @description Whether the identity provider has verified the email address. */
            email_verified: boolean;
            full_name: string;
            avatar_url: string | null;
            preferences: components["schemas"]["StoredPreferences"];
            drops_balance: number;
            role: components["schemas"]["UserRole"];
            is_ai: boolean;
            is_active: boolean;
            read_notes_enabled: boolean;
            check_in_enabled: boolean;
            /** @description Whether this is a classroom user. */
            is_classroom: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            token_usage: components["schemas"]["TokenUsage"];
        };
        UserBody: {
            user: components["schemas"]["User"];
        };
        UserChange: {
            /** @description false blocks the user. */
            is_active?: boolean;
            /** @description Whether this is a classroom user, who cannot post videos and can copy only experiments that are safe there. */
            is_classroom?: boolean;
        };
        UserPage: {
            users: components["schemas"]["User"][];
            next_cursor: string | null;
        };
        UserProfileBody: {
            user: components["schemas"]["Profile"];
        };
        /** @enum {unknown} */
        UserRole: "user" | "super_admin";
        UserRoleChange: {
            role: components["schemas"]["UserRole"];
        };
        UserSummary: {
            /** Format: uuid */
            id: string;
            full_name: string;
            avatar_url: string | null;
            is_ai: boolean;
        };
        UserSummaryPage: {
            users: components["schemas"]["UserSummary"][];
            next_cursor: string | null;
        };
        UserView: {
            /** Format: uuid */
            id: string;
            full_name: string;
            avatar_url: string | null;
            is_ai: boolean;
            /** @description Organizations of which both of you are members. */
            shared_organizations: components["schemas"]["GroupName"][];
            /** @description Teams of which both of you are members. */
            shared_teams: components["schemas"]["GroupName"][];
            /** @description Whether you have blocked this user. */
            is_blocked: boolean;
        };
        UserViewBody: {
            user: components["schemas"]["UserView"];
        };
        UserWebhookChange: {
            /**
             * Format: uri
             * @description Over https, at a public address, without credentials.
             */
            url?: string;
            /** @description The kinds of events that are sent. */
            kinds?: components["schemas"]["UserWebhookKind"][];
            description?: string;
            status?: components["schemas"]["WebhookStatus"];
        };
        /** @enum {unknown} */
        UserWebhookKind: "notification" | "chain.updated" | "check-in.made" | "drop.received" | "wallet.changed" | "entry.changed" | "export.progress" | "chat.message";
        VerificationRequest: {
            /**
             * Format: email
             * @description One plain email address, such as ada@example.org. Upper and lower case are alike.
             */
            email: string;
        };
        VerifiedUserBody: {
            user: {
                /** Format: uuid */
                id: string;
                email: string | null;
            };
        };
        /** @enum {unknown} */
        Visibility: "user" | "team" | "org" | "public";
        WaitlistEntry: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string | null;
            note: string | null;
            status: components["schemas"]["WaitlistStatus"];
            /** Format: uuid */
            decided_by: string | null;
            /** Format: date-time */
            decided_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last request with this email address.
             */
            asked_at: string;
        };
        WaitlistEntryBody: {
            waitlist_entry: components["schemas"]["WaitlistEntry"];
        };
        WaitlistEntryPage: {
            waitlist: components["schemas"]["WaitlistEntry"][];
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        WaitlistStatus: "pending" | "approved" | "declined";
        /** @description Your balance changed. */
        WalletChangedEvent: {
            /** @enum {string} */
            kind: "wallet.changed";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            occurred_at: string;
            data: {
                /** Format: uuid */
                transaction_id: string;
                amount: number;
                balance: number;
            };
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            description: string;
            kinds: components["schemas"]["WebhookKind"][];
            status: components["schemas"]["WebhookStatus"];
            pause_reason: components["schemas"]["WebhookPauseReason"] | null;
            /** Format: date-time */
            paused_at: string | null;
            /**
             * Format: date-time
             * @description The first failed attempt since the last success. null if the last attempt succeeded.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until when the previous secret signs messages as well. null before the first rotation.
             */
            previous_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookAttempt: {
            number: number;
            /** Format: date-time */
            started_at: string;
            duration_ms: number;
            /** @description null if it succeeded. status: another status than 2xx. redirect: a status of 3xx, which is not followed. time-limit: no complete response within 8 seconds. not-reachable: no connection, or a broken one. address-not-public, not-allowed: the URL leads to a private address. secret-unreadable: rotate the secret. */
            failure: string | null;
            /** @description null if there was no response. */
            response_status: number | null;
            /** @description The first kilobyte of the response. */
            response_excerpt: string;
        };
        WebhookBody: {
            webhook: components["schemas"]["Webhook"];
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The header `webhook-id`. Attempts and replays of a message have the same.
             */
            message_id: string;
            kind: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            is_replay: boolean;
            /** @description The body that is sent, as JSON. */
            payload: string;
            attempts: components["schemas"]["WebhookAttempt"][];
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        WebhookDeliveryBody: {
            delivery: components["schemas"]["WebhookDelivery"];
        };
        WebhookDeliveryPage: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            next_cursor: string | null;
        };
        /**
         * @description failed: the last of ten attempts in 24 hours failed. dropped: the webhook was paused before an attempt succeeded, or its owner may no longer receive the event.
         * @enum {unknown}
         */
        WebhookDeliveryStatus: "pending" | "delivered" | "failed" | "dropped";
        /** @enum {unknown} */
        WebhookKind: "notification" | "chain.updated" | "check-in.made" | "drop.received" | "wallet.changed" | "entry.changed" | "export.progress" | "chat.message" | "member.joined" | "member.left" | "member.role-changed" | "team.created" | "team.deleted";
        WebhookPage: {
            webhooks: components["schemas"]["Webhook"][];
            next_cursor: string | null;
        };
        /**
         * @description failing: no attempt succeeded for three days. gone: the receiver returned 410. manual: the webhook was paused by request.
         * @enum {unknown}
         */
        WebhookPauseReason: "failing" | "gone" | "manual";
        /**
         * @description A paused webhook gets no events, and what was waiting for it is dropped.
         * @enum {unknown}
         */
        WebhookStatus: "active" | "paused";
        WebhookWithSecret: {
            webhook: components["schemas"]["Webhook"];
            /** @description Signs the messages: `whsec_` and base64. It is returned only here. */
            secret: string;
        };
        WeeklyBattleRun: {
            success: boolean;
            message: string;
            /** @description The battle of the current week. Null if another run is in progress. */
            battle: components["schemas"]["Battle"] | null;
            /** @description The battles that this run executed, oldest first. */
            executed: components["schemas"]["Battle"][];
            results: {
                /** @description The Monday of a week and the step that failed. */
                errors: string[];
            };
        };
        WeeklyDigestRun: {
            success: boolean;
            message: string;
            /** Format: date */
            week_start: string;
            results: {
                /** @description Digests that this run queued. */
                queued: number;
                /** @description Users that the next run tries again. */
                failed: number;
                /** @description The errors of the first 100 failed batches. */
                errors: string[];
            };
        };
        WellbeingMeans: {
            /**
             * Format: date
             * @description The Monday of the week, or the first of the month.
             */
            start: string;
            sleep_hours: number | null;
            sleep_quality: number | null;
            satisfaction: number | null;
        };
        WorkoutCheckIn: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            user_name: string;
            is_ai: boolean;
            /** Format: uuid */
            chain_id: string | null;
            /** Format: date */
            date: string;
            activity_type: components["schemas"]["ActivityType"];
            /** @description Whether the check-in was made within the workout window. */
            within_window: boolean;
            /** @description A signed URL that expires within two days. Null for synthetic users, and if you may not see the photo. */
            photo_url: string | null;
            /** @description The photo of `photo_url` with its size. null as that, and for photos that were stored without it. */
            photo: components["schemas"]["Picture"] | null;
            /** @description The middle of the photo, 256 by 256 pixels. null as `photo_url`. */
            photo_thumbnail: components["schemas"]["Picture"] | null;
            /** Format: date-time */
            photo_timestamp: string;
            /** @description Null in check-ins of other users. */
            location_lat: number | null;
            /** @description Null in check-ins of other users. */
            location_lng: number | null;
            status: components["schemas"]["WorkoutCheckInStatus"];
            /** @description Null in check-ins of other users. */
            rejection_reason: string | null;
            battle_chips_earned: number;
            /** Format: date-time */
            created_at: string;
        };
        WorkoutCheckInBody: {
            checkin: components["schemas"]["WorkoutCheckIn"];
        };
        WorkoutCheckInPage: {
            checkins: components["schemas"]["WorkoutCheckIn"][];
            next_cursor: string | null;
            stats: {
                /** @description Users in a chain on that date. */
                total: number;
                completed: number;
                failed: number;
            };
        };
        /** @enum {unknown} */
        WorkoutCheckInStatus: "pending" | "verified" | "rejected";
        WorkoutLocation: {
            /** Format: uuid */
            user_id: string;
            ip_address: string | null;
            latitude: number | null;
            longitude: number | null;
            city: string | null;
            region: string | null;
            country: string | null;
            /** @description An IANA zone, such as Europe/Lisbon. */
            timezone: string | null;
            /** Format: date-time */
            last_updated: string;
        };
        WorkoutWindow: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            activity_type: components["schemas"]["ActivityType"];
            custom_activity: string | null;
            window_start_time: string;
            window_end_time: string;
            /** @description An IANA zone, such as Europe/Lisbon. */
            timezone: string;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WorkoutWindowBody: {
            window: components["schemas"]["WorkoutWindow"];
            message: string;
        };
        WorkoutWindowSetup: {
            activityType: components["schemas"]["ActivityType"];
            /** @description Name of the activity. Required if the type is `other`. */
            customActivity?: string | null;
            windowStartTime: string;
            windowEndTime: string;
            /** @description An IANA zone, such as Europe/Lisbon. */
            timezone: string;
        };
        /** @description The rules of your time zone. Show times by these: the rules that devices have may be older or newer. */
        ZoneClock: {
            /** @description The zone of `preferences.timezone`. */
            name: string;
            /** @description false if no such zone exists any more. Your days are those of UTC then. */
            is_known: boolean;
            /** @description How far the zone is ahead of UTC now. */
            offset_minutes: number;
            /** @description When your day begins there, such as `04:00`: `preferences.day_start`. */
            day_start: string;
            /** @description All changes from 2000 to the end of the next year, the offset at the beginning of 2000 first. */
            changes: {
                /** Format: date-time */
                at: string;
                /** @description How far it is ahead of UTC from this instant on. */
                offset_minutes: number;
            }[];
        };
        /** @description The rules of time zones. `unknown_zones` is null if it could not be read in time. */
        ZoneDataHealth: {
            /** @description The release of the IANA data in use, such as `2026f`. */
            version: string;
            /** @description The release that the operating system of this node has, if it is newer. A release of Meadow brings newer rules. */
            newer_on_system: string | null;
            /** @description Time zones of users that do not exist. UTC is used; their workout windows count as closed. */
            unknown_zones: {
                zone: string;
                users: number;
            }[] | null;
        };
    };
    responses: {
        /** @description The acknowledgement. */
        Acknowledgement: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Acknowledgement"];
            };
        };
        /** @description The action note. */
        ActionNoteBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ActionNoteBody"];
            };
        };
        /**
         * @description - `request.refused`: The request is malformed. Check it against /docs.
         *     - `request.host-missing`: A request of HTTP/1.1 names its host. Send the header Host.
         *     - `request.host-unknown`: This server does not serve the host of the request. Use its PUBLIC_URL, or ask its operator to set PUBLIC_URL to this address, or TRUSTED_PROXIES if there is a proxy.
         *     - `request.malformed-url`: The URL is not valid, or a part of it is too long. Check it against /docs.
         *     - `request.malformed-json`: The body is not valid JSON. Check quotes, commas and brackets.
         *     - `request.wrong-length`: The body is not as long as its Content-Length says.
         *     - `request.too-deep`: The body nests deeper than 32 levels. Send it flatter.
         *     - `request.unstorable-text`: The request holds a NUL character or half of a surrogate pair, which no text can contain. Remove it.
         *     - `request.unacceptable-value`: A value of the request cannot be stored, or contradicts what is stored. Check it against /docs.
         *     - `request.unknown-field`: The request has fields that this route does not know. Remove or rename them, or send the request without Prefer: handling=strict.
         *     - `request.too-large`: The body is larger than this route takes. Send less.
         *     - `request.unsupported-media-type`: This route does not read that Content-Type. Send application/json. Or: This route reads a form. Send multipart/form-data, with the file in the field that /docs names.
         *     - `request.rate-limited`: Too many requests. The header Retry-After says when to go on.
         *     - `request.too-many-at-once`: Too many concurrent requests. Wait for their responses, then send the next.
         *     - `request.daily-text-spent`: You have sent as much text as a day (UTC) allows. The header Retry-After says when to go on.
         *     - `idempotency.key-invalid`: An Idempotency-Key has 1 to 255 visible ASCII characters. A UUID serves well.
         *     - `idempotency.key-reused`: This Idempotency-Key came with another request before. Use a fresh key for each new request.
         *     - `idempotency.in-flight`: The first request with this Idempotency-Key is still under way. Ask again in a moment for its response.
         *     - `idempotency.response-lost`: The first request with this Idempotency-Key did its work, at least in part, and its response was lost. Look at what is there before you send another one.
         *     - `idempotency.response-not-stored`: The first request with this Idempotency-Key has done its work, and its response is not stored, as it was a secret or tells of what has been deleted. Use a fresh key to do it anew.
         *     - `auth.provider-unavailable`: The identity provider is not reachable to verify the token. Try again in a minute.
         *     - `auth.cannot-check`: Your access cannot be checked because the database does not respond. Try again in a moment.
         *     - `server.unexpected`: Something went wrong on our side. Try again, and quote the request id if it happens again.
         *     - `server.queue-full`: The server is busy with other requests of this kind. Try again in a moment.
         *     - `server.busy`: The server cannot respond right now. Try again in a moment.
         *     - `server.overloaded`: The server has more to do than it can. Try again in a moment.
         *     - `server.read-only`: Nothing can be saved right now, but everything can be read. Try again in a moment.
         *     - `server.out-of-space`: Nothing can be saved right now: the server has no space left. Try again later, or contact the operator.
         */
        AnyError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "auth.cannot-check" | "auth.provider-unavailable" | "idempotency.in-flight" | "idempotency.key-invalid" | "idempotency.key-reused" | "idempotency.response-lost" | "idempotency.response-not-stored" | "request.daily-text-spent" | "request.host-missing" | "request.host-unknown" | "request.malformed-json" | "request.malformed-url" | "request.rate-limited" | "request.refused" | "request.too-deep" | "request.too-large" | "request.too-many-at-once" | "request.unacceptable-value" | "request.unknown-field" | "request.unstorable-text" | "request.unsupported-media-type" | "request.wrong-length" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.queue-full" | "server.read-only" | "server.unexpected";
                } & components["schemas"]["Error"];
            };
        };
        /** @description The badge. */
        BadgeBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadgeBody"];
            };
        };
        /** @description The message. */
        ChatMessageBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChatMessageBody"];
            };
        };
        /** @description The competition. */
        CompetitionBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CompetitionBody"];
            };
        };
        /** @description The device. */
        DeviceBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeviceBody"];
            };
        };
        /** @description The config. */
        DropConfigurationBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DropConfigurationBody"];
            };
        };
        /** @description The transaction. */
        DropLedgerEntryBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DropLedgerEntryBody"];
            };
        };
        /** @description The template. */
        DropTemplateBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DropTemplateBody"];
            };
        };
        /** @description A page of `templates`. */
        DropTemplatePage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DropTemplatePage"];
            };
        };
        /** @description The result of the run. */
        EngagementRun: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EngagementRun"];
            };
        };
        /** @description The entry. */
        EntryBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EntryBody"];
            };
        };
        /** @description The export. */
        ExportBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExportBody"];
            };
        };
        /**
         * @description - `auth.foreign-origin`: Only pages of this server may use the session cookie. Send an access token: Authorization: Bearer <token>.
         *     - `account.blocked`: This account is blocked. Ask an administrator.
         *     - `account.deleted`: This account was deleted. Sign in again to start a new one.
         *     - `account.deletion-pending`: This account is to be deleted, as you asked. POST /api/user/account/restore restores it until the instant in current.erase_at.
         *     - `account.other-issuer`: This account belongs to another identity provider. Ask the operator to add that one to AUTH_FORMER_ISSUERS.
         *     - `token.scope-missing`: The personal access token lacks a scope that this needs. Create one with it: POST /api/user/tokens.
         */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `auth.foreign-origin`: Only pages of this server may use the session cookie. Send an access token: Authorization: Bearer <token>.
         *     - `account.blocked`: This account is blocked. Ask an administrator.
         *     - `account.deleted`: This account was deleted. Sign in again to start a new one.
         *     - `account.deletion-pending`: This account is to be deleted, as you asked. POST /api/user/account/restore restores it until the instant in current.erase_at.
         *     - `account.other-issuer`: This account belongs to another identity provider. Ask the operator to add that one to AUTH_FORMER_ISSUERS.
         *     - `token.route-closed`: Personal access tokens are not accepted here. Sign in, and send an access token.
         */
        ForbiddenToTokens: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `auth.foreign-origin`: Only pages of this server may use the session cookie. Send an access token: Authorization: Bearer <token>.
         *     - `account.blocked`: This account is blocked. Ask an administrator.
         *     - `account.deleted`: This account was deleted. Sign in again to start a new one.
         *     - `account.deletion-pending`: This account is to be deleted, as you asked. POST /api/user/account/restore restores it until the instant in current.erase_at.
         *     - `account.other-issuer`: This account belongs to another identity provider. Ask the operator to add that one to AUTH_FORMER_ISSUERS.
         *     - `token.route-closed`: Personal access tokens are not accepted here. Sign in, and send an access token.
         *     - `auth.refused-while-impersonating`: This cannot be done while impersonating. Stop the impersonation first.
         */
        ForbiddenToTokensAndWhileImpersonating: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - what `ForbiddenToTokensAndWhileImpersonating` lists
         */
        "ForbiddenToTokensAndWhileImpersonating_account.address-not-verified": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - `identity.session-not-fresh`: This needs a sign-in within the last 10 minutes. Sign in again, then repeat the request.
         *     - what `ForbiddenToTokensAndWhileImpersonating` lists
         */
        "ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_identity.session-not-fresh": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "identity.session-not-fresh" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - `identity.session-not-fresh`: This needs a sign-in within the last 10 minutes. Sign in again, then repeat the request.
         *     - `organization.not-member`: Only members of the organization can do this. Ask its owner to add you.
         *     - `organization.not-admin`: Only the owner and the admins of the organization can do this.
         *     - what `ForbiddenToTokensAndWhileImpersonating` lists
         */
        "ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_identity.session-not-fresh_organization.not-member_organization.not-admin": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "identity.session-not-fresh" | "organization.not-admin" | "organization.not-member" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - `organization.not-member`: Only members of the organization can do this. Ask its owner to add you.
         *     - `organization.not-admin`: Only the owner and the admins of the organization can do this.
         *     - what `ForbiddenToTokensAndWhileImpersonating` lists
         */
        "ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_organization.not-member_organization.not-admin": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "organization.not-admin" | "organization.not-member" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - `organization.not-member`: Only members of the organization can do this. Ask its owner to add you.
         *     - `organization.not-admin`: Only the owner and the admins of the organization can do this.
         *     - `identity.session-not-fresh`: This needs a sign-in within the last 10 minutes. Sign in again, then repeat the request.
         *     - what `ForbiddenToTokensAndWhileImpersonating` lists
         */
        "ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_organization.not-member_organization.not-admin_identity.session-not-fresh": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "identity.session-not-fresh" | "organization.not-admin" | "organization.not-member" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `identity.session-not-fresh`: This needs a sign-in within the last 10 minutes. Sign in again, then repeat the request.
         *     - what `ForbiddenToTokensAndWhileImpersonating` lists
         */
        "ForbiddenToTokensAndWhileImpersonating_identity.session-not-fresh": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "identity.session-not-fresh" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `organization.not-member`: Only members of the organization can do this. Ask its owner to add you.
         *     - `organization.not-admin`: Only the owner and the admins of the organization can do this.
         *     - what `ForbiddenToTokensAndWhileImpersonating` lists
         */
        "ForbiddenToTokensAndWhileImpersonating_organization.not-member_organization.not-admin": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "organization.not-admin" | "organization.not-member" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `auth.foreign-origin`: Only pages of this server may use the session cookie. Send an access token: Authorization: Bearer <token>.
         *     - `account.blocked`: This account is blocked. Ask an administrator.
         *     - `account.deleted`: This account was deleted. Sign in again to start a new one.
         *     - `account.deletion-pending`: This account is to be deleted, as you asked. POST /api/user/account/restore restores it until the instant in current.erase_at.
         *     - `account.other-issuer`: This account belongs to another identity provider. Ask the operator to add that one to AUTH_FORMER_ISSUERS.
         *     - `token.scope-missing`: The personal access token lacks a scope that this needs. Create one with it: POST /api/user/tokens.
         *     - `auth.refused-while-impersonating`: This cannot be done while impersonating. Stop the impersonation first.
         */
        ForbiddenWhileImpersonating: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - what `ForbiddenWhileImpersonating` lists
         */
        "ForbiddenWhileImpersonating_account.address-not-verified": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `organization.not-member`: Only members of the organization can do this. Ask its owner to add you.
         *     - what `ForbiddenWhileImpersonating` lists
         */
        "ForbiddenWhileImpersonating_organization.not-member": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "organization.not-member" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `organization.not-member`: Only members of the organization can do this. Ask its owner to add you.
         *     - `organization.not-owner`: Only the owner of the organization can do this.
         *     - what `ForbiddenWhileImpersonating` lists
         */
        "ForbiddenWhileImpersonating_organization.not-member_organization.not-owner": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "organization.not-member" | "organization.not-owner" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `team.not-admin`: Only an admin of the team can do this.
         *     - `team.not-organization-member`: Only members of the team's organization can do this. Ask its owner to add you.
         *     - what `ForbiddenWhileImpersonating` lists
         */
        "ForbiddenWhileImpersonating_team.not-admin_team.not-organization-member": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "team.not-admin" | "team.not-organization-member" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `team.not-member`: Only members of the team can do this. Ask one of its admins to add you.
         *     - `team.not-organization-member`: Only members of the team's organization can do this. Ask its owner to add you.
         *     - what `ForbiddenWhileImpersonating` lists
         */
        "ForbiddenWhileImpersonating_team.not-member_team.not-organization-member": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "team.not-member" | "team.not-organization-member" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `team.not-organization-member`: Only members of the team's organization can do this. Ask its owner to add you.
         *     - `team.not-admin`: Only an admin of the team can do this.
         *     - what `ForbiddenWhileImpersonating` lists
         */
        "ForbiddenWhileImpersonating_team.not-organization-member_team.not-admin": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "team.not-admin" | "team.not-organization-member" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - what `Forbidden` lists
         */
        "Forbidden_account.address-not-verified": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - `journal.not-owner`: Only the author of an entry can change it.
         *     - `visibility.not-org-member`: You are not a member of this organization. Share with an organization that you belong to.
         *     - `visibility.not-team-member`: You are not a member of this team. Share with a team that you belong to.
         *     - what `Forbidden` lists
         */
        "Forbidden_account.address-not-verified_journal.not-owner_visibility.not-org-member_visibility.not-team-member": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "journal.not-owner" | "token.scope-missing" | "visibility.not-org-member" | "visibility.not-team-member";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - `journal.notebook-not-owner`: Only the owner of a notebook can change it.
         *     - `visibility.not-org-member`: You are not a member of this organization. Share with an organization that you belong to.
         *     - `visibility.not-team-member`: You are not a member of this team. Share with a team that you belong to.
         *     - what `Forbidden` lists
         */
        "Forbidden_account.address-not-verified_journal.notebook-not-owner_visibility.not-org-member_visibility.not-team-member": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "journal.notebook-not-owner" | "token.scope-missing" | "visibility.not-org-member" | "visibility.not-team-member";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - `tone-pack.not-owner`: Only the owner of a tone pack can do this.
         *     - what `Forbidden` lists
         */
        "Forbidden_account.address-not-verified_tone-pack.not-owner": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "token.scope-missing" | "tone-pack.not-owner";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - `visibility.not-org-member`: You are not a member of this organization. Share with an organization that you belong to.
         *     - `visibility.not-team-member`: You are not a member of this team. Share with a team that you belong to.
         *     - what `Forbidden` lists
         */
        "Forbidden_account.address-not-verified_visibility.not-org-member_visibility.not-team-member": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "token.scope-missing" | "visibility.not-org-member" | "visibility.not-team-member";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `organization.not-member`: Only members of the organization can do this. Ask its owner to add you.
         *     - `organization.not-owner`: Only the owner of the organization can do this.
         *     - what `Forbidden` lists
         */
        "Forbidden_organization.not-member_organization.not-owner": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "organization.not-member" | "organization.not-owner" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `team.not-admin`: Only an admin of the team can do this.
         *     - `team.not-organization-member`: Only members of the team's organization can do this. Ask its owner to add you.
         *     - what `Forbidden` lists
         */
        "Forbidden_team.not-admin_team.not-organization-member": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "team.not-admin" | "team.not-organization-member" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `team.not-organization-member`: Only members of the team's organization can do this. Ask its owner to add you.
         *     - `team.not-admin`: Only an admin of the team can do this.
         *     - what `Forbidden` lists
         */
        "Forbidden_team.not-organization-member_team.not-admin": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "team.not-admin" | "team.not-organization-member" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `tone-pack.not-owner`: Only the owner of a tone pack can do this.
         *     - what `Forbidden` lists
         */
        "Forbidden_tone-pack.not-owner": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "token.scope-missing" | "tone-pack.not-owner";
                } & components["schemas"]["Error"];
            };
        };
        /** @description The goal. */
        GoalBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["GoalBody"];
            };
        };
        /** @description The check in. */
        GoalCheckInBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["GoalCheckInBody"];
            };
        };
        /** @description The import. */
        ImportBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ImportBody"];
            };
        };
        /**
         * @description - `request.invalid`: The request is not valid.
         *     - `request.invalid-cursor`: This cursor is not one of ours. Send the `next_cursor` of the page before, unchanged, or none.
         */
        InvalidPageRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "request.invalid" | "request.invalid-cursor";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `sync.filtered`: With updated_since, send no parameters besides limit and cursor. It lists all changes of your own records.
         *     - what `InvalidPageRequest` lists
         */
        "InvalidPageRequest_sync.filtered": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "request.invalid" | "request.invalid-cursor" | "sync.filtered";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `request.invalid`: The request is not valid. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.last-super-admin`: This is the last super admin. Make another user a super admin first.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_account.last-super-admin": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.last-super-admin" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `action-note.date-out-of-range`: The note_date must not be after tomorrow in your time zone.
         *     - `action-note.goal-not-yours`: The goal_id must be one of your own goals.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_action-note.date-out-of-range_action-note.goal-not-yours": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "action-note.date-out-of-range" | "action-note.goal-not-yours" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `chain.date-out-of-range`: Chains can be matched from yesterday (UTC) to seven days ahead. Send one of these dates, or none for today. Or: Chains exist for today and the next seven days. Send one of these dates, or none for today.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_chain.date-out-of-range": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "chain.date-out-of-range" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `competition.ends-before-start`: A competition must end after its start. Send a later ends_at or an earlier starts_at.
         *     - `competition.weight-too-fine`: Weights have at most two decimals. Round the weights of scoring_config.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_competition.ends-before-start_competition.weight-too-fine": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "competition.ends-before-start" | "competition.weight-too-fine" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `drops.media-address-invalid`: media_url and thumbnail_url must be https URLs or URLs of this service.
         *     - `drops.media-incomplete`: Send media_url and media_type together, or neither. A template of type media needs both.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_drops.media-address-invalid_drops.media-incomplete": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "drops.media-address-invalid" | "drops.media-incomplete" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `first-run.code-invalid`: This code is not valid. Copy the one that the last start of the server printed.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_first-run.code-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "first-run.code-invalid" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `goal.check-in-date-out-of-range`: The check_in_date must not be after tomorrow in your time zone.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_goal.check-in-date-out-of-range": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "goal.check-in-date-out-of-range" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `identity.invalid-token`: This link or code is not valid, has expired, or was used. Request another one.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_identity.invalid-token": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "identity.invalid-token" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `invitation.ended`: This invitation has expired, or was used or declined. Ask for another one.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_invitation.ended": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "invitation.ended" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `invitation.ended`: This invitation has expired, or was used or declined. Ask for another one.
         *     - `team.user-not-in-organization`: Only members of the organization can be in its teams. Add the user there first.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_invitation.ended_team.user-not-in-organization": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "invitation.ended" | "request.invalid" | "team.user-not-in-organization";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `journal.entry-date-out-of-range`: The entry_date must not be after tomorrow in your time zone.
         *     - `journal.notebook-not-yours`: The notebook_id must be one of your own notebooks.
         *     - `journal.photo-unavailable`: A photo of photo_ids is not yours, is in another entry, or was deleted a day after its upload. Upload it again.
         *     - `visibility.org-required`: The visibility `org` requires an org_id. Send the id of the organization.
         *     - `visibility.org-unknown`: No organization has this org_id.
         *     - `visibility.team-required`: The visibility `team` requires a team_id. Send the id of the team.
         *     - `visibility.team-unknown`: No team has this team_id.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_journal.entry-date-out-of-range_journal.notebook-not-yours_journal.photo-unavailable_visibility.org-required_visibility.org-unknown_visibility.team-required_visibility.team-unknown": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "journal.entry-date-out-of-range" | "journal.notebook-not-yours" | "journal.photo-unavailable" | "request.invalid" | "visibility.org-required" | "visibility.org-unknown" | "visibility.team-required" | "visibility.team-unknown";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `lab.not-a-template`: This experiment is not a template. Use one with is_template: true.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_lab.not-a-template": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "lab.not-a-template" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `lab.not-a-template`: This experiment is not a template. Use one with is_template: true.
         *     - `lab.template-changed`: The template has changed since. Review it again and send the current updated_at.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_lab.not-a-template_lab.template-changed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "lab.not-a-template" | "lab.template-changed" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `lab.opportunity-not-pending`: This opportunity has already been approved or declined. See GET /api/lab/admin/opportunities/pending.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_lab.opportunity-not-pending": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "lab.opportunity-not-pending" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `lab.sponsor-not-pending`: This sponsor has already been approved or declined. See GET /api/lab/admin/sponsors/pending.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_lab.sponsor-not-pending": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "lab.sponsor-not-pending" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `lab.video-not-pending`: This video has already been approved or declined. See GET /api/lab/admin/videos/pending.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_lab.video-not-pending": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "lab.video-not-pending" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `mail.unsubscribe-link-invalid`: This link is invalid or incomplete. Open it again from the email, or change your preferences.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_mail.unsubscribe-link-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "mail.unsubscribe-link-invalid" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `organization.settings-too-large`: Settings can have at most 16 KB as JSON. Store larger data elsewhere.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_organization.settings-too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "organization.settings-too-large" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `report.decided`: This report is already resolved or dismissed, which is final.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_report.decided": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "report.decided" | "request.invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `upload.file-missing`: There is no file in the field that /docs names. Send multipart/form-data with one.
         *     - `upload.too-many-files`: This route takes one file. Send one.
         *     - `upload.fields-invalid`: The form has too many fields, or one that is too long or has no fit name. Send what /docs names.
         *     - `upload.malformed`: The form cannot be read to its end. Send it again, as multipart/form-data.
         *     - `image.too-many-frames`: The animation has more than 100 frames. Send a shorter one, or a still picture.
         *     - `image.too-many-pixels`: The picture has more than 50 megapixels. Send a smaller one.
         *     - `image.too-slow`: The picture takes too long to decode. Send a smaller one, or save it again.
         *     - `image.unreadable`: The file is no picture that this server can read. Send a complete JPEG, PNG, GIF, WebP, HEIC or AVIF. Other formats, such as TIFF and JPEG XL, are not accepted.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_upload.file-missing_upload.too-many-files_upload.fields-invalid_upload.malformed_image.too-many-frames_image.too-many-pixels_image.too-slow_image.unreadable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "image.too-many-frames" | "image.too-many-pixels" | "image.too-slow" | "image.unreadable" | "request.invalid" | "upload.fields-invalid" | "upload.file-missing" | "upload.malformed" | "upload.too-many-files";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `visibility.org-required`: The visibility `org` requires an org_id. Send the id of the organization.
         *     - `visibility.org-unknown`: No organization has this org_id.
         *     - `visibility.team-required`: The visibility `team` requires a team_id. Send the id of the team.
         *     - `visibility.team-unknown`: No team has this team_id.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_visibility.org-required_visibility.org-unknown_visibility.team-required_visibility.team-unknown": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "request.invalid" | "visibility.org-required" | "visibility.org-unknown" | "visibility.team-required" | "visibility.team-unknown";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `webhook.too-many`: There can be at most 10 webhooks. Delete one that is not used.
         *     - `webhook.url-not-allowed`: Events cannot be sent to this URL. Use https, a public address, and no user name or password in the URL.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_webhook.too-many_webhook.url-not-allowed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "request.invalid" | "webhook.too-many" | "webhook.url-not-allowed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `webhook.url-not-allowed`: Events cannot be sent to this URL. Use https, a public address, and no user name or password in the URL.
         *     - what `InvalidRequest` lists
         */
        "InvalidRequest_webhook.url-not-allowed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "request.invalid" | "webhook.url-not-allowed";
                } & components["schemas"]["Error"];
            };
        };
        /** @description A page of `invitations`. */
        InvitationPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvitationPage"];
            };
        };
        /** @description The template. */
        LabTemplateBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LabTemplateBody"];
            };
        };
        /** @description A confirmation. */
        Message: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The new invitation. */
        NewInvitationBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NewInvitationBody"];
            };
        };
        /**
         * @description - `auth.foreign-origin`: Only pages of this server may use the session cookie. Send an access token: Authorization: Bearer <token>.
         *     - `account.blocked`: This account is blocked. Ask an administrator.
         *     - `account.deleted`: This account was deleted. Sign in again to start a new one.
         *     - `account.deletion-pending`: This account is to be deleted, as you asked. POST /api/user/account/restore restores it until the instant in current.erase_at.
         *     - `account.other-issuer`: This account belongs to another identity provider. Ask the operator to add that one to AUTH_FORMER_ISSUERS.
         *     - `auth.not-super-admin`: Only super admins can do this. If you have just become one, sign in again to get a new token.
         *     - `auth.refused-while-impersonating`: This cannot be done while impersonating. Stop the impersonation first.
         *     - `token.scope-missing`: The personal access token lacks a scope that this needs. Create one with it: POST /api/user/tokens.
         */
        NotSuperAdmin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.not-super-admin" | "auth.refused-while-impersonating" | "token.scope-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `auth.foreign-origin`: Only pages of this server may use the session cookie. Send an access token: Authorization: Bearer <token>.
         *     - `account.blocked`: This account is blocked. Ask an administrator.
         *     - `account.deleted`: This account was deleted. Sign in again to start a new one.
         *     - `account.deletion-pending`: This account is to be deleted, as you asked. POST /api/user/account/restore restores it until the instant in current.erase_at.
         *     - `account.other-issuer`: This account belongs to another identity provider. Ask the operator to add that one to AUTH_FORMER_ISSUERS.
         *     - `token.route-closed`: Personal access tokens are not accepted here. Sign in, and send an access token.
         *     - `auth.not-super-admin`: Only super admins can do this. If you have just become one, sign in again to get a new token.
         *     - `auth.refused-while-impersonating`: This cannot be done while impersonating. Stop the impersonation first.
         */
        NotSuperAdminOrToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.not-super-admin" | "auth.refused-while-impersonating" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `identity.session-not-fresh`: This needs a sign-in within the last 10 minutes. Sign in again, then repeat the request.
         *     - what `NotSuperAdminOrToken` lists
         */
        "NotSuperAdminOrToken_identity.session-not-fresh": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.not-super-admin" | "auth.refused-while-impersonating" | "identity.session-not-fresh" | "token.route-closed";
                } & components["schemas"]["Error"];
            };
        };
        /** @description The notebook. */
        NotebookBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotebookBody"];
            };
        };
        /** @description The preferences. */
        NotificationPreferencesBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotificationPreferencesBody"];
            };
        };
        /** @description The organization. */
        OrganizationBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrganizationBody"];
            };
        };
        /** @description The member. */
        OrganizationMemberBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrganizationMemberBody"];
            };
        };
        /** @description The report. */
        OwnReportBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OwnReportBody"];
            };
        };
        /** @description The passkey options. */
        PasskeyOptions: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PasskeyOptions"];
            };
        };
        /** @description The profile. */
        ProfileBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ProfileBody"];
            };
        };
        /** @description The invitation. */
        ReceivedInvitationBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ReceivedInvitationBody"];
            };
        };
        /** @description A redirect. */
        Redirect: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": components["schemas"]["Redirect"];
            };
        };
        /** @description The report. */
        ReportBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ReportBody"];
            };
        };
        /** @description The requested. */
        Requested: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Requested"];
            };
        };
        /** @description The satisfaction entry. */
        SatisfactionEntryBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SatisfactionEntryBody"];
            };
        };
        /** @description The session. */
        Session: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Session"];
            };
        };
        /** @description The signed in. */
        SignedIn: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SignedIn"];
            };
        };
        /** @description The sleep entry. */
        SleepEntryBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SleepEntryBody"];
            };
        };
        /** @description The sponsor. */
        SponsorApplicationBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SponsorApplicationBody"];
            };
        };
        /** @description The video. */
        SubmittedLabVideoBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SubmittedLabVideoBody"];
            };
        };
        /** @description The opportunity. */
        SubmittedOpportunityBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SubmittedOpportunityBody"];
            };
        };
        /** @description The team. */
        TeamBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TeamBody"];
            };
        };
        /** @description The member. */
        TeamMemberBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TeamMemberBody"];
            };
        };
        /** @description The pack. */
        TonePackBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TonePackBody"];
            };
        };
        /**
         * @description - `request.rate-limited`: Too many requests. The header Retry-After says when to go on.
         *     - `request.too-many-at-once`: Too many concurrent requests. Wait for their responses, then send the next.
         */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "request.rate-limited" | "request.too-many-at-once";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `ai.daily-budget-spent`: This request needs more AI calls than you have left today. Try again after the time in the header Retry-After.
         *     - what `AnyError` lists
         */
        "TooManyRequests_ai.daily-budget-spent": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "ai.daily-budget-spent" | "request.rate-limited" | "request.too-many-at-once";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `image.too-many-waiting`: Too many of your pictures are being processed. Wait for their responses, then send this one again.
         *     - what `AnyError` lists
         */
        "TooManyRequests_image.too-many-waiting": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "image.too-many-waiting" | "request.rate-limited" | "request.too-many-at-once";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `invitation.mail-quota-spent`: You have reached the daily limit of mails, in total or to this email address. Create a link, or try again tomorrow.
         *     - what `AnyError` lists
         */
        "TooManyRequests_invitation.mail-quota-spent": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "invitation.mail-quota-spent" | "request.rate-limited" | "request.too-many-at-once";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `auth.token-missing`: Send an access token in the header: Authorization: Bearer <token>.
         *     - `auth.token-invalid`: The access token is invalid or has expired. Get a new one and try again.
         *     - `auth.session-over`: Your session has ended. Sign in again.
         *     - `auth.impersonation-ended`: This impersonation has ended. Use your own access token.
         */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "auth.impersonation-ended" | "auth.session-over" | "auth.token-invalid" | "auth.token-missing";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `auth.token-missing`: Send an access token in the header: Authorization: Bearer <token>.
         *     - `auth.token-invalid`: The access token is invalid or has expired. Get a new one and try again.
         *     - `auth.session-over`: Your session has ended. Sign in again.
         *     - `auth.impersonation-ended`: This impersonation has ended. Use your own access token.
         *     - `cron.secret-invalid`: Send the secret of this job in the header x-cron-secret. If no secret is configured, the job cannot be called.
         */
        UnauthorizedCaller: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "auth.impersonation-ended" | "auth.session-over" | "auth.token-invalid" | "auth.token-missing" | "cron.secret-invalid";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `image.busy`: Too many pictures are being processed. Try again in a moment.
         *     - `storage.unavailable`: The file storage is not available. Try again in a minute.
         *     - what `AnyError` lists
         */
        "Unavailable_image.busy_storage.unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "image.busy" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only" | "storage.unavailable";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `payment.timeout`: The payment provider did not respond in time. Nothing was charged. Try again in a minute.
         *     - what `AnyError` lists
         */
        "Unavailable_payment.timeout": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "payment.timeout" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `server.queue-full`: The server is busy with other requests of this kind. Try again in a moment.
         *     - `storage.unavailable`: The file storage is not available. Try again in a minute.
         *     - what `AnyError` lists
         */
        "Unavailable_server.queue-full_storage.unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "server.busy" | "server.out-of-space" | "server.overloaded" | "server.queue-full" | "server.read-only" | "storage.unavailable";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `storage.unavailable`: The file storage is not available. Try again in a minute.
         *     - what `AnyError` lists
         */
        "Unavailable_storage.unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only" | "storage.unavailable";
                } & components["schemas"]["Error"];
            };
        };
        /** @description The user. */
        UserProfileBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserProfileBody"];
            };
        };
        /** @description The waitlist entry. */
        WaitlistEntryBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WaitlistEntryBody"];
            };
        };
        /** @description The webhook. */
        WebhookBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookBody"];
            };
        };
        /** @description The delivery. */
        WebhookDeliveryBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookDeliveryBody"];
            };
        };
        /** @description A page of `deliveries`. */
        WebhookDeliveryPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookDeliveryPage"];
            };
        };
        /** @description A page of `webhooks`. */
        WebhookPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookPage"];
            };
        };
        /** @description The webhook with secret. */
        WebhookWithSecret: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookWithSecret"];
            };
        };
        /** @description The checkin. */
        WorkoutCheckInBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkoutCheckInBody"];
            };
        };
        /** @description The workout window. */
        WorkoutWindowBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkoutWindowBody"];
            };
        };
        /** @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email. */
        "account.address-not-verified": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `account.address-not-verified`: Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email. Or: Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.
         *     - `identity.session-not-fresh`: This needs a sign-in within the last 10 minutes. Sign in again, then repeat the request.
         */
        "account.address-not-verified_identity.session-not-fresh": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.address-not-verified" | "identity.session-not-fresh";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `account.no-deletion-pending`: There is nothing to restore: this account is not to be deleted, or its seven days are over. */
        "account.no-deletion-pending": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.no-deletion-pending";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `account.not-found`: There is no user with this id. Find users with GET /api/admin/users. */
        "account.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "account.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `action-note.not-found`: You have no action note with this id. */
        "action-note.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "action-note.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `ai.bad-response`: The response of the AI provider is not usable. Try again. If that fails, change the text.
         *     - `ai.unavailable`: The AI provider is not available. Try again in a minute.
         */
        "ai.bad-response_ai.unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "ai.bad-response" | "ai.unavailable";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `ai.not-configured`: This server has no AI provider. Ask its operator to set AI_API_KEY. */
        "ai.not-configured": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "ai.not-configured";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `auth.foreign-origin`: Only pages of this server may use the session cookie. Send an access token: Authorization: Bearer <token>. */
        "auth.foreign-origin": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "auth.foreign-origin";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `auth.token-invalid`: The access token is invalid or has expired. Get a new one and try again. */
        "auth.token-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "auth.token-invalid";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `badge.user-not-found`: No user has this id. Search users with GET /api/users/search. */
        "badge.user-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "badge.user-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `battle.not-found`: This week has no battle. List executed battles with GET /api/workout-window/battle/history. */
        "battle.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "battle.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `block.user-not-found`: There is no user with this id. Find users with GET /api/users/search. */
        "block.user-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "block.user-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `chat.edit-too-late`: A message can be changed for 15 minutes. You can remove it and send another one. */
        "chat.edit-too-late": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "chat.edit-too-late";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `chat.message-not-found`: The room has no message with this id, or it is removed.
         *     - `chat.room-not-found`: You are in no room with this id. List your rooms with GET /api/chat/rooms.
         */
        "chat.message-not-found_chat.room-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "chat.message-not-found" | "chat.room-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `chat.room-closed`: The day of this squad is over. You can read its messages until the next day ends. */
        "chat.room-closed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "chat.room-closed";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `chat.room-not-found`: You are in no room with this id. List your rooms with GET /api/chat/rooms. */
        "chat.room-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "chat.room-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `check-in.not-found`: No check-in has this id. List check-ins with GET /api/workout-window/checkins/:date. */
        "check-in.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "check-in.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `competition.not-found`: The competition does not exist. See GET /api/lab/competitions. */
        "competition.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "competition.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `cron.secret-invalid`: Send the secret of this job in the header x-cron-secret. If no secret is configured, the job cannot be called. */
        "cron.secret-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "cron.secret-invalid";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `drops.not-found`: You have no such drop. List your drops with GET /api/encouragement-drops/received. */
        "drops.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "drops.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `drops.template-not-found`: There is no such template for a drop of this type. See GET /api/encouragement-drops/templates. */
        "drops.template-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "drops.template-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `export.already-running`: An export of yours is in progress. Wait for it, or delete it with DELETE /api/user/exports/:id. */
        "export.already-running": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "export.already-running";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `export.not-found`: You have no such export. Exports are deleted after 7 days. Start another one with POST /api/user/exports. */
        "export.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "export.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `export.not-ready`: The export is not ready. Get it with GET /api/user/exports/:id until its status is `ready`. */
        "export.not-ready": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "export.not-ready";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `export.too-large`: Your account is too large for an export while you wait. Start one with POST /api/user/exports and download it when it is ready. */
        "export.too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "export.too-large";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `first-run.finished`: This server has a super admin already. Sign in, or ask a super admin for the role. */
        "first-run.finished": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "first-run.finished";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `goal.check-in-not-found`: The goal has no check-in with this id.
         *     - `goal.not-found`: You have no goal with this id.
         */
        "goal.check-in-not-found_goal.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "goal.check-in-not-found" | "goal.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `goal.not-found`: You have no goal with this id. */
        "goal.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "goal.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `identity.conflict`: Another recovery code was used at the same time. Sign in again. */
        "identity.conflict": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "identity.conflict";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `identity.invalid-email-or-password`: The email address or the password is wrong. Check both, or reset your password. */
        "identity.invalid-email-or-password": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "identity.invalid-email-or-password";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `identity.no-session`: Sign in, and send the session as bearer token or as cookie. */
        "identity.no-session": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "identity.no-session";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `identity.no-session`: Sign in, and send the session as bearer token or as cookie.
         *     - `identity.passkey-not-found`: There is no such passkey. It may have been removed: sign in in another way.
         */
        "identity.no-session_identity.passkey-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "identity.no-session" | "identity.passkey-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `identity.passkey-not-found`: There is no such passkey. It may have been removed: sign in in another way. */
        "identity.passkey-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "identity.passkey-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `identity.session-not-fresh`: This needs a sign-in within the last 10 minutes. Sign in again, then repeat the request. */
        "identity.session-not-fresh": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "identity.session-not-fresh";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `identity.user-already-exists-use-another-email`: This email address has an account. Sign in, or use another address. */
        "identity.user-already-exists-use-another-email": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "identity.user-already-exists-use-another-email";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `impersonation.not-under-way`: This access token is your own. Send the token of the impersonation. */
        "impersonation.not-under-way": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "impersonation.not-under-way";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `impersonation.target-unknown`: There is no user with this target_id. Find users with GET /api/admin/users. */
        "impersonation.target-unknown": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "impersonation.target-unknown";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `import.already-running`: Another import of yours is running. Wait until it has ended, then send this one again. */
        "import.already-running": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "import.already-running";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `import.not-found`: You have no import with this id. */
        "import.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "import.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `invitation.not-found`: This invitation does not exist or was revoked. Ask for another one. */
        "invitation.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "invitation.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `journal.entry-not-found`: The entry does not exist, or it is not shared with you. */
        "journal.entry-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "journal.entry-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `journal.not-in-trash`: Your trash does not contain this record. It may have been restored, or deleted for good. */
        "journal.not-in-trash": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "journal.not-in-trash";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `journal.notebook-not-found`: The notebook does not exist, or it is not shared with you. */
        "journal.notebook-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "journal.notebook-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `lab.opportunity-not-found`: The opportunity does not exist. See GET /api/lab/admin/opportunities/pending. */
        "lab.opportunity-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "lab.opportunity-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `lab.recipient-not-found`: The sponsor does not exist. See GET /api/lab/sponsors. */
        "lab.recipient-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "lab.recipient-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `lab.sponsor-not-found`: The sponsor does not exist. See GET /api/lab/admin/sponsors/pending. */
        "lab.sponsor-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "lab.sponsor-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `lab.template-not-found`: The template does not exist or is not public. See GET /api/lab/templates. */
        "lab.template-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "lab.template-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `lab.video-not-found`: The video does not exist. See GET /api/lab/admin/videos/pending. */
        "lab.video-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "lab.video-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `mail.not-found`: This email does not exist. Emails are deleted after 90 days. */
        "mail.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "mail.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `mail.too-large`: An email may have 10 MB. Send it without attachments. */
        "mail.too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "mail.too-large";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `mcp.not-acceptable`: The response is JSON. Send Accept: application/json, or application/json, text/event-stream. */
        "mcp.not-acceptable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "mcp.not-acceptable";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `media.not-found`: The file does not exist, or its URL has expired. Get a new URL from the response that contained it. */
        "media.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "media.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `media.too-many-unattached`: You have 50 photos that no entry contains. Add some to an entry, or wait until they are deleted, a day after their upload. */
        "media.too-many-unattached": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "media.too-many-unattached";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `metrics.token-invalid`: The token is invalid. Send the configured METRICS_TOKEN as Authorization: Bearer. */
        "metrics.token-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "metrics.token-invalid";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `metrics.token-not-set`: Without METRICS_TOKEN only programs on the machine of the node may read its metrics. Set it, and send it. */
        "metrics.token-not-set": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "metrics.token-not-set";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `music.not-configured`: This server has no music service. Ask its operator to set MUSIC_CLIENT_ID. */
        "music.not-configured": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "music.not-configured";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `music.track-not-found`: The track does not exist, or you did not play it and no entry that you may see links to it. */
        "music.track-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "music.track-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `notification.device-not-found`: You have no device with this endpoint. GET /api/notifications/devices lists yours. */
        "notification.device-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "notification.device-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `notification.not-found`: You have no notification with this id. GET /api/notifications lists yours. */
        "notification.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "notification.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `organization.member-not-found`: The organization has no member with this id.
         *     - `organization.not-found`: There is no organization with this id.
         */
        "organization.member-not-found_organization.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "organization.member-not-found" | "organization.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `organization.not-found`: There is no organization with this id. */
        "organization.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "organization.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `organization.not-found`: There is no organization with this id.
         *     - `team.not-found`: There is no team with this id.
         */
        "organization.not-found_team.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "organization.not-found" | "team.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `organization.not-found`: There is no organization with this id.
         *     - `webhook.not-found`: There is no webhook with this id. List the webhooks to find it.
         */
        "organization.not-found_webhook.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "organization.not-found" | "webhook.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `payment.bad-response`: The response of the payment provider is not usable. Try again in a minute.
         *     - `payment.declined`: The payment provider declined the payment. Nothing was charged. Try again later, or ask your bank.
         *     - `payment.refused`: The payment provider rejected the request. Ask the operator of this server to check PAYMENT_API_KEY and PAYMENT_PRICE_IDS.
         *     - `payment.unavailable`: The payment provider is not available. Nothing was charged. Try again in a minute.
         */
        "payment.bad-response_payment.declined_payment.refused_payment.unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "payment.bad-response" | "payment.declined" | "payment.refused" | "payment.unavailable";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `payment.not-configured`: This server has no payment provider. Ask its operator to set PAYMENT_API_KEY. */
        "payment.not-configured": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "payment.not-configured";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `record.changed`: The record has changed since you read it. Merge your change into `current`, and send its version. */
        "record.changed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "record.changed";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `record.id-taken`: A record with this id exists already. If it is yours, an earlier request has created it. */
        "record.id-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "record.id-taken";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `report.not-found`: This report does not exist. List the reports with GET /api/admin/reports. */
        "report.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "report.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `report.subject-not-found`: No subject with this type and id is visible to you. Check the type and the id. */
        "report.subject-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "report.subject-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `request.refused`: The request is malformed. Check it against /docs. */
        "request.refused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "request.refused";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `satisfaction-entry.not-found`: You have no satisfaction entry with this id. */
        "satisfaction-entry.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "satisfaction-entry.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `session.not-found`: You have no session with this id. GET /api/sessions lists yours. */
        "session.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "session.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `sign-in.no-mail-server`: This server sends no email, so there are no links to sign in. Use your password. */
        "sign-in.no-mail-server": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "sign-in.no-mail-server";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `sign-up.invitation-not-found`: This invitation does not exist. List the invitations with GET /api/admin/invitations. */
        "sign-up.invitation-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "sign-up.invitation-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `sleep-entry.not-found`: You have no sleep entry with this id. */
        "sleep-entry.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "sleep-entry.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `sync.expired`: Deletions are kept for 90 days, and updated_since is before. Load all records without updated_since. */
        "sync.expired": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "sync.expired";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `synthetic-user.not-found`: No synthetic user has this id. List them with GET /api/workout-window/admin/ai-users. */
        "synthetic-user.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "synthetic-user.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `team.member-not-found`: The team has no member with this id.
         *     - `team.not-found`: There is no team with this id.
         */
        "team.member-not-found_team.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "team.member-not-found" | "team.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `team.not-found`: There is no team with this id. */
        "team.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "team.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `token.not-found`: You have no personal access token with this id. GET /api/user/tokens lists yours. */
        "token.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "token.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `token.too-many`: You have 50 personal access tokens, the most that a user can have. Revoke one first. */
        "token.too-many": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "token.too-many";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `tone-pack.not-found`: There is no such tone pack, or you cannot see it. See GET /api/tone-packs. */
        "tone-pack.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "tone-pack.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `upload.too-large`: The file is larger than this route takes. Send a smaller one. */
        "upload.too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "upload.too-large";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `user.not-found`: The user does not exist, or has nothing in common with you. */
        "user.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "user.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `waitlist.not-found`: This waitlist entry does not exist. List the entries with GET /api/admin/waitlist. */
        "waitlist.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "waitlist.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `wallet.balance-too-high`: The balance cannot exceed 2147483647 drops. Spend some, or give fewer. */
        "wallet.balance-too-high": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "wallet.balance-too-high";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `wallet.transaction-not-found`: No transaction has this id. See GET /api/admin/users/:id/drops. */
        "wallet.transaction-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "wallet.transaction-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `wallet.user-not-found`: No user has this id. List users with GET /api/admin/users. */
        "wallet.user-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "wallet.user-not-found";
                } & components["schemas"]["Error"];
            };
        };
        /**
         * @description - `webhook.delivery-pending`: This delivery is still being sent. Replay it once it has ended.
         *     - `webhook.paused`: The webhook is paused. Set its status to active first.
         */
        "webhook.delivery-pending_webhook.paused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "webhook.delivery-pending" | "webhook.paused";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `webhook.not-found`: There is no webhook with this id. List the webhooks to find it. */
        "webhook.not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "webhook.not-found";
                } & components["schemas"]["Error"];
            };
        };
        /** @description - `webhook.paused`: The webhook is paused. Set its status to active first. */
        "webhook.paused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code?: "webhook.paused";
                } & components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        checkInId: string;
        /** @description The `next_cursor` of the page before. */
        cursor: string;
        date: string;
        deliveryId: string;
        /** @description The first date. */
        from: string;
        id: string;
        /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
        "if-match": string;
        invitationId: string;
        /** @description Records in a page; 500 where not given. */
        limit: number;
        messageId: string;
        /** @description The value from the link in the email. */
        opt_out: string;
        proof: string | string[];
        state: string | string[];
        /** @description The last date (inclusive). */
        to: string;
        /** @description The code of the email, or what follows # in its link. */
        token: string;
        type: components["schemas"]["DropType"];
        /** @description Lists your own records that were created, changed or deleted since, first changed first: the `synced_at` of the last time, at most 90 days ago. Allows no parameters but `limit` and `cursor`. The first time, send the current time, keep `synced_at`, then load all records without it. */
        updated_since: string;
        userId: string;
        webhookId: string;
        weekStartDate: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getApiDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The api document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiDocument"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description When the URL expires, in seconds since 1970. */
                expires?: number;
                /** @description The readers of the URL. Without it, the owner of the file. */
                audience?: string;
                signature?: string;
            };
            header?: never;
            path: {
                /** @description The key of the file. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                    "image/jpeg": string;
                    "image/png": string;
                };
            };
            /** @description The client has the current image (`If-None-Match`). */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            404: components["responses"]["media.not-found"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable_storage.unavailable"];
            default: components["responses"]["AnyError"];
        };
    };
    verifyAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTk4In0.c2lnbmF0dXJl"
                 *     }
                 */
                "application/json": components["schemas"]["TokenToVerify"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifiedUserBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["auth.token-invalid"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    checkFirstRunCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "K7QM-2FXA-9RTD-HW3C"
                 *     }
                 */
                "application/json": components["schemas"]["FirstRunCode"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest_first-run.code-invalid"];
            409: components["responses"]["first-run.finished"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    previewInvitation: {
        parameters: {
            query: {
                /** @description From a link or mail. */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ReceivedInvitationBody"];
            400: components["responses"]["InvalidRequest_invitation.ended"];
            404: components["responses"]["invitation.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    finishMusicConnection: {
        parameters: {
            query?: {
                state?: components["parameters"]["state"];
                code?: string | string[];
                error?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A redirect. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redirect"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    showMusicConnectionResult: {
        parameters: {
            query?: {
                music?: string | string[];
                reason?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listOpportunities: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                type?: components["schemas"]["OpportunityType"];
                /** @description Only opportunities with a deadline after this instant, or without a deadline. */
                open_at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `opportunities`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpportunityPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    submitOpportunity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "internship",
                 *       "organization": "Analytical Engines",
                 *       "description": "Run three times a week until June.",
                 *       "url": "https://example.org/morning-run",
                 *       "deadline": "2026-03-02",
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["NewOpportunity"];
            };
        };
        responses: {
            /** @description The opportunity. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpportunityBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The liveness. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            400: components["responses"]["request.refused"];
            default: components["responses"]["AnyError"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The readiness. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["request.refused"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "health.clock-off" | "health.database-read-only" | "health.database-unreachable" | "health.draining" | "health.migrations-pending";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            401: components["responses"]["metrics.token-invalid"];
            403: components["responses"]["metrics.token-not-set"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getServerInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page for browsers, and JSON for other clients. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerFacts"];
                    "text/html": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getIcon: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An SVG image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instance"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "email": "ada@example.org",
                 *       "password": "correct horse battery staple",
                 *       "rememberMe": true,
                 *       "invitation": "invitation"
                 *     }
                 */
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The signed up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUp"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.password-too-common" | "request.invalid" | "sign-up.invitation-invalid";
                    } & components["schemas"]["Error"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "sign-up.closed" | "sign-up.invitation-required";
                    } & components["schemas"]["Error"];
                };
            };
            409: components["responses"]["first-run.finished"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.failed-to-create-user" | "identity.user-already-exists-use-another-email";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "password": "correct horse battery staple",
                 *       "rememberMe": true
                 *     }
                 */
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            200: components["responses"]["SignedIn"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["identity.invalid-email-or-password"];
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.rate-limited" | "request.too-many-at-once" | "sign-in.slowed-down";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    createAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The access token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            401: components["responses"]["identity.no-session"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session and its user; null without a session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSession"] | null;
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The signed out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    requestSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["SignInLinkRequest"];
            };
        };
        responses: {
            200: components["responses"]["Requested"];
            400: components["responses"]["InvalidRequest"];
            409: components["responses"]["sign-in.no-mail-server"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    findAccountOfLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTk4In0.c2lnbmF0dXJl"
                 *     }
                 */
                "application/json": components["schemas"]["LinkTokenBody"];
            };
        };
        responses: {
            /** @description The link account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkAccount"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.invalid-token" | "identity.token-expired" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    signInWithLink: {
        parameters: {
            query: {
                /** @description The code of the email, or what follows # in its link. */
                token: components["parameters"]["token"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SignedIn"];
            400: components["responses"]["InvalidRequest_identity.invalid-token"];
            403: components["responses"]["auth.foreign-origin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "currentPassword",
                 *       "newPassword": "newPassword",
                 *       "revokeOtherSessions": true
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            200: components["responses"]["Session"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.invalid-password" | "identity.password-too-common" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["identity.no-session"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            200: components["responses"]["Requested"];
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTk4In0.c2lnbmF0dXJl",
                 *       "newPassword": "newPassword",
                 *       "endPrograms": true
                 *     }
                 */
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            200: components["responses"]["Requested"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.invalid-token" | "identity.password-too-common" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    requestAddressVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        responses: {
            200: components["responses"]["Requested"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.email-already-verified" | "identity.email-mismatch" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    verifyAddress: {
        parameters: {
            query: {
                /** @description The code of the email, or what follows # in its link. */
                token: components["parameters"]["token"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Requested"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.invalid-token" | "identity.invalid-user" | "identity.token-expired" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["identity.no-session"];
            403: components["responses"]["auth.foreign-origin"];
            422: components["responses"]["identity.user-already-exists-use-another-email"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    rejectAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTk4In0.c2lnbmF0dXJl"
                 *     }
                 */
                "application/json": components["schemas"]["LinkTokenBody"];
            };
        };
        responses: {
            200: components["responses"]["Requested"];
            400: components["responses"]["InvalidRequest_identity.invalid-token"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    changeEmailAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "newEmail": "ada.lovelace@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["AddressChange"];
            };
        };
        responses: {
            200: components["responses"]["Requested"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.email-is-the-same" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["identity.no-session"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    setUpTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["OwnPassword"];
            };
        };
        responses: {
            /** @description The totp setup. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSetup"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.invalid-password" | "identity.totp-already-enabled" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["identity.no-session"];
            403: components["responses"]["account.address-not-verified_identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    verifyTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "492039",
                 *       "trustDevice": true,
                 *       "continuation": "continuation"
                 *     }
                 */
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            200: components["responses"]["Session"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.too-many-attempts-request-new-code" | "identity.totp-not-enabled" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.code-used" | "identity.invalid-code" | "identity.invalid-two-factor-cookie";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["account.address-not-verified"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    verifyRecoveryCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "code",
                 *       "trustDevice": true,
                 *       "continuation": "continuation"
                 *     }
                 */
                "application/json": components["schemas"]["RecoveryCode"];
            };
        };
        responses: {
            200: components["responses"]["Session"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.backup-codes-not-enabled" | "identity.too-many-attempts-request-new-code" | "identity.totp-not-enabled" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.invalid-backup-code" | "identity.invalid-two-factor-cookie";
                    } & components["schemas"]["Error"];
                };
            };
            409: components["responses"]["identity.conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["OwnPassword"];
            };
        };
        responses: {
            200: components["responses"]["Session"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.invalid-password" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["identity.no-session"];
            403: components["responses"]["identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    replaceRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["OwnPassword"];
            };
        };
        responses: {
            /** @description The recovery codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.invalid-password" | "identity.two-factor-not-enabled" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["identity.no-session"];
            403: components["responses"]["identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PasskeyOptions"];
            401: components["responses"]["identity.no-session"];
            403: components["responses"]["account.address-not-verified_identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "response": {
                 *         "id": "id",
                 *         "rawId": "rawId",
                 *         "type": "public-key",
                 *         "response": {
                 *           "clientDataJSON": "clientDataJSON"
                 *         }
                 *       },
                 *       "name": "Ada Lovelace",
                 *       "continuation": "continuation"
                 *     }
                 */
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description The passkey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.challenge-not-found" | "identity.failed-to-verify-registration" | "identity.passkey-without-user-verification" | "identity.previously-registered" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["identity.no-session"];
            403: components["responses"]["account.address-not-verified_identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createPasskeySignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PasskeyOptions"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "response": {
                 *         "id": "id",
                 *         "rawId": "rawId",
                 *         "type": "public-key",
                 *         "response": {
                 *           "clientDataJSON": "clientDataJSON"
                 *         }
                 *       },
                 *       "continuation": "continuation"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            200: components["responses"]["Session"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "identity.authentication-failed" | "identity.challenge-not-found" | "identity.passkey-without-user-verification" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["identity.passkey-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkey list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            401: components["responses"]["identity.no-session"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyRename"];
            };
        };
        responses: {
            /** @description The passkey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["identity.no-session_identity.passkey-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyId"];
            };
        };
        responses: {
            /** @description The passkey removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRemoved"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["identity.no-session_identity.passkey-not-found"];
            403: components["responses"]["identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    showMusicConsent: {
        parameters: {
            query?: {
                state?: components["parameters"]["state"];
                proof?: components["parameters"]["proof"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            302: components["responses"]["Redirect"];
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    startMusicConnection: {
        parameters: {
            query?: {
                state?: components["parameters"]["state"];
                proof?: components["parameters"]["proof"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            302: components["responses"]["Redirect"];
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    showUnsubscribePage: {
        parameters: {
            query: {
                /** @description The value from the link in the email. */
                opt_out: components["parameters"]["opt_out"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidRequest_mail.unsubscribe-link-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    unsubscribe: {
        parameters: {
            query: {
                /** @description The value from the link in the email. */
                opt_out: components["parameters"]["opt_out"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidRequest_mail.unsubscribe-link-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listSponsors: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                tier?: components["schemas"]["SponsorTier"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `sponsors`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SponsorPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    applyAsSponsor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "tier": "bronze",
                 *       "contact_name": "Ada Lovelace",
                 *       "contact_email": "ada@example.org",
                 *       "website": "https://example.org",
                 *       "logo_url": "https://example.org/logo.png",
                 *       "message": "You can do this. See you at the finish line!"
                 *     }
                 */
                "application/json": components["schemas"]["NewSponsor"];
            };
        };
        responses: {
            /** @description The sponsor. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SponsorBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    joinWaitlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "name": "Ada Lovelace",
                 *       "note": "The last kilometre was hard."
                 *     }
                 */
                "application/json": components["schemas"]["NewWaitlistEntry"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description t=<seconds since 1970>,v1=<HMAC-SHA-256> */
                "stripe-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "id",
                 *       "type": "type",
                 *       "created": 3,
                 *       "data": {
                 *         "object": {}
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            200: components["responses"]["Acknowledgement"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "payment.event-thin" | "payment.event-unreadable" | "payment.signature-invalid" | "payment.webhook-not-configured" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    receiveMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message_id": {},
                 *       "from": {},
                 *       "to": {},
                 *       "subject": {},
                 *       "date": {},
                 *       "text": {},
                 *       "html": {},
                 *       "raw": "raw",
                 *       "raw_base64": "raw base64"
                 *     }
                 */
                "application/json": components["schemas"]["IncomingMail"];
            };
        };
        responses: {
            200: components["responses"]["Acknowledgement"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "mail.incomplete" | "request.invalid" | "upload.fields-invalid" | "upload.malformed";
                    } & components["schemas"]["Error"];
                };
            };
            413: components["responses"]["mail.too-large"];
            429: components["responses"]["TooManyRequests_image.too-many-waiting"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "image.busy" | "request.too-many-long-bodies" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only" | "storage.unavailable";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    revokeOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedSessions"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_identity.session-not-fresh"];
            404: components["responses"]["session.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listPersonalTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The personal token list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalTokenList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createPersonalToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "scopes": [
                 *         "profile:read"
                 *       ],
                 *       "expires_in_days": 3
                 *     }
                 */
                "application/json": components["schemas"]["NewPersonalToken"];
            };
        };
        responses: {
            /** @description The created personal token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPersonalToken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "identity.session-not-fresh" | "token.not-super-admin" | "token.route-closed";
                    } & components["schemas"]["Error"];
                };
            };
            409: components["responses"]["token.too-many"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    revokePersonalToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: components["responses"]["token.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    renamePersonalToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["PersonalTokenChange"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalTokenBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: components["responses"]["token.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    becomeFirstSuperAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "K7QM-2FXA-9RTD-HW3C"
                 *     }
                 */
                "application/json": components["schemas"]["FirstRunCode"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest_first-run.code-invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            409: components["responses"]["first-run.finished"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    stopImpersonation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["impersonation.not-under-way"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokens"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    uploadAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "avatar": "(the bytes of the file)"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["AvatarForm"];
            };
        };
        responses: {
            200: components["responses"]["ProfileBody"];
            400: components["responses"]["InvalidRequest_upload.file-missing_upload.too-many-files_upload.fields-invalid_upload.malformed_image.too-many-frames_image.too-many-pixels_image.too-slow_image.unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokens"];
            413: components["responses"]["upload.too-large"];
            429: components["responses"]["TooManyRequests_image.too-many-waiting"];
            503: components["responses"]["Unavailable_image.busy_storage.unavailable"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProfileBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokens"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable_storage.unavailable"];
            default: components["responses"]["AnyError"];
        };
    };
    listBlockedUsers: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `users`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockedUserPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokens"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    blockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "block.oneself" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: components["responses"]["block.user-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    unblockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    rotateInboundAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbound address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundAddressBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createEventTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event ticket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTicket"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listDevices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `devices`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokens"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    registerDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The result of `PushSubscription.toJSON()` in a browser. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://push.example.org/send/abc123",
                 *       "keys": {
                 *         "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
                 *         "auth": "tBHItJI5svbpez7KI4CCXg"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewDevice"];
            };
        };
        responses: {
            200: components["responses"]["DeviceBody"];
            201: components["responses"]["DeviceBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "notification.endpoint-refused" | "notification.keys-unusable" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_account.address-not-verified"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteDevice: {
        parameters: {
            query?: {
                /** @description A URL of the browser's push service. */
                endpoint?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://push.example.org/send/abc123"
                 *     }
                 */
                "application/json": components["schemas"]["DeviceToForget"] | null;
            };
        };
        responses: {
            200: components["responses"]["Message"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "notification.endpoint-missing" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokens"];
            404: components["responses"]["notification.device-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listUserWebhooks: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookPage"];
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createUserWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/morning-run",
                 *       "kinds": [
                 *         "notification"
                 *       ],
                 *       "description": "Run three times a week until June."
                 *     }
                 */
                "application/json": components["schemas"]["NewUserWebhook"];
            };
        };
        responses: {
            201: components["responses"]["WebhookWithSecret"];
            400: components["responses"]["InvalidRequest_webhook.too-many_webhook.url-not-allowed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getUserWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: components["responses"]["webhook.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteUserWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: components["responses"]["webhook.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    changeUserWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/morning-run",
                 *       "kinds": [
                 *         "notification"
                 *       ],
                 *       "description": "Run three times a week until June.",
                 *       "status": "active"
                 *     }
                 */
                "application/json": components["schemas"]["UserWebhookChange"];
            };
        };
        responses: {
            200: components["responses"]["WebhookBody"];
            400: components["responses"]["InvalidRequest_webhook.url-not-allowed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_identity.session-not-fresh"];
            404: components["responses"]["webhook.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    rotateUserWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookWithSecret"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_identity.session-not-fresh"];
            404: components["responses"]["webhook.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listOrganizationWebhooks: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookPage"];
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_organization.not-member_organization.not-admin"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createOrganizationWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/morning-run",
                 *       "kinds": [
                 *         "member.joined"
                 *       ],
                 *       "description": "Run three times a week until June."
                 *     }
                 */
                "application/json": components["schemas"]["NewOrganizationWebhook"];
            };
        };
        responses: {
            201: components["responses"]["WebhookWithSecret"];
            400: components["responses"]["InvalidRequest_webhook.too-many_webhook.url-not-allowed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_identity.session-not-fresh_organization.not-member_organization.not-admin"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getOrganizationWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_organization.not-member_organization.not-admin"];
            404: components["responses"]["organization.not-found_webhook.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteOrganizationWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_organization.not-member_organization.not-admin"];
            404: components["responses"]["organization.not-found_webhook.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    changeOrganizationWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/morning-run",
                 *       "kinds": [
                 *         "member.joined"
                 *       ],
                 *       "description": "Run three times a week until June.",
                 *       "status": "active"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationWebhookChange"];
            };
        };
        responses: {
            200: components["responses"]["WebhookBody"];
            400: components["responses"]["InvalidRequest_webhook.url-not-allowed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_organization.not-member_organization.not-admin_identity.session-not-fresh"];
            404: components["responses"]["organization.not-found_webhook.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    rotateOrganizationWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookWithSecret"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "identity.session-not-fresh" | "organization.not-admin" | "organization.not-member" | "token.route-closed";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["organization.not-found_webhook.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    testUserWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["WebhookDeliveryBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_account.address-not-verified"];
            404: components["responses"]["webhook.not-found"];
            409: components["responses"]["webhook.paused"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listUserWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDeliveryPage"];
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: components["responses"]["webhook.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    replayUserWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
                deliveryId: components["parameters"]["deliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["WebhookDeliveryBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_account.address-not-verified"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "webhook.delivery-not-found" | "webhook.not-found";
                    } & components["schemas"]["Error"];
                };
            };
            409: components["responses"]["webhook.delivery-pending_webhook.paused"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    testOrganizationWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["WebhookDeliveryBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_organization.not-member_organization.not-admin"];
            404: components["responses"]["organization.not-found_webhook.not-found"];
            409: components["responses"]["webhook.paused"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listOrganizationWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDeliveryPage"];
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_organization.not-member_organization.not-admin"];
            404: components["responses"]["organization.not-found_webhook.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    replayOrganizationWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                webhookId: components["parameters"]["webhookId"];
                deliveryId: components["parameters"]["deliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["WebhookDeliveryBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_account.address-not-verified_organization.not-member_organization.not-admin"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.not-found" | "webhook.delivery-not-found" | "webhook.not-found";
                    } & components["schemas"]["Error"];
                };
            };
            409: components["responses"]["webhook.delivery-pending_webhook.paused"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createCheckoutSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "priceId": "price_monthly",
                 *       "successUrl": "https://meadow.example/paid",
                 *       "cancelUrl": "https://meadow.example/plans"
                 *     }
                 */
                "application/json": components["schemas"]["NewCheckout"];
            };
        };
        responses: {
            /** @description The checkout. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "payment.already-subscribed" | "payment.price-unknown" | "payment.return-address-refused" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["payment.not-configured"];
            502: components["responses"]["payment.bad-response_payment.declined_payment.refused_payment.unavailable"];
            503: components["responses"]["Unavailable_payment.timeout"];
            default: components["responses"]["AnyError"];
        };
    };
    createPortalSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "returnUrl": "https://meadow.example/settings"
                 *     }
                 */
                "application/json": components["schemas"]["NewPortal"];
            };
        };
        responses: {
            /** @description The url. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "payment.nothing-to-manage" | "payment.return-address-refused" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["payment.not-configured"];
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "payment.bad-response" | "payment.customer-unknown" | "payment.declined" | "payment.refused" | "payment.unavailable";
                    } & components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable_payment.timeout"];
            default: components["responses"]["AnyError"];
        };
    };
    listPrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokens"];
            429: components["responses"]["TooManyRequests"];
            502: components["responses"]["payment.bad-response_payment.declined_payment.refused_payment.unavailable"];
            503: components["responses"]["Unavailable_payment.timeout"];
            default: components["responses"]["AnyError"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokens"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    connectMusicAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The url. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicConnectionBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["music.not-configured"];
            default: components["responses"]["AnyError"];
        };
    };
    purchaseTonePack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expected_price": 3
                 *     }
                 */
                "application/json": components["schemas"]["TonePackOrder"];
            };
        };
        responses: {
            /** @description The tone pack purchase. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TonePackPurchaseBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "tone-pack.already-purchased" | "tone-pack.not-for-sale" | "tone-pack.own-pack" | "tone-pack.price-changed" | "tone-pack.too-few-drops";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "tone-pack.not-found" | "wallet.user-not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["ExportBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            409: components["responses"]["export.already-running"];
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "export.daily-limit" | "request.rate-limited" | "request.too-many-at-once";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ExportBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: components["responses"]["export.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: components["responses"]["export.not-found"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable_storage.unavailable"];
            default: components["responses"]["AnyError"];
        };
    };
    downloadExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: components["responses"]["export.not-found"];
            409: components["responses"]["export.not-ready"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable_storage.unavailable"];
            default: components["responses"]["AnyError"];
        };
    };
    downloadNewestExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            409: components["responses"]["export.too-large"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable_server.queue-full_storage.unavailable"];
            default: components["responses"]["AnyError"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `imports`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokens"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ImportBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokens"];
            404: components["responses"]["import.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ImportBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            404: components["responses"]["import.not-found"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "import.already-running" | "import.not-planned";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confirm": "DELETE",
                 *       "immediately": true
                 *     }
                 */
                "application/json": components["schemas"]["DeletionRequest"];
            };
        };
        responses: {
            /** @description The account deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
            400: components["responses"]["InvalidRequest_account.last-super-admin"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating_identity.session-not-fresh"];
            409: components["responses"]["account.no-deletion-pending"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    restoreAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The restored account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoredAccount"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            409: components["responses"]["account.no-deletion-pending"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProfileBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "full_name": "Ada Lovelace",
                 *       "avatar_url": "https://meadow.example/media/avatars/0198c2a4.webp",
                 *       "preferences": {
                 *         "theme": "theme",
                 *         "notifications": true,
                 *         "timezone": "Europe/London",
                 *         "day_start": "04:00",
                 *         "mosaic_photo": true,
                 *         "leaderboard": true,
                 *         "email_digest": true,
                 *         "email_reminders": true,
                 *         "step_prompts": true,
                 *         "mcp": true
                 *       },
                 *       "read_notes_enabled": true,
                 *       "check_in_enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["ProfileChange"];
            };
        };
        responses: {
            200: components["responses"]["ProfileBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.avatar-invalid" | "account.timezone-unknown" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.consent-while-impersonating" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "identity.session-not-fresh" | "token.route-closed";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Of `POST /api/events/ticket`, in place of an access token. */
                ticket?: string;
                /** @description For clients that cannot send the header `Last-Event-ID`, which counts first. */
                last_event_id?: string;
            };
            header?: {
                /** @description The `id` of the last received event. The stream continues after it. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events with `id`, `event` (the kind) and `data`: JSON of the shape of the kind. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "auth.impersonation-ended" | "auth.session-over" | "auth.token-invalid" | "auth.token-missing" | "events.ticket-invalid";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["ForbiddenWhileImpersonating"];
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "events.too-many-streams" | "events.too-many-streams-of-network" | "request.rate-limited" | "request.too-many-at-once";
                    } & components["schemas"]["Error"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "events.draining" | "events.node-full" | "events.unavailable" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                kind?: components["schemas"]["NotificationKind"];
                /** @description true returns only unread notifications. */
                unread?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `notifications`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    markNotificationRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["notification.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["notification.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    markAllNotificationsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The read count. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadCount"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotificationPreferencesBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    changeNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kinds": [
                 *         {
                 *           "kind": "export_finished",
                 *           "inbox": true,
                 *           "push": true
                 *         }
                 *       ],
                 *       "quiet_hours": {
                 *         "start": "22:00",
                 *         "end": "07:00"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NotificationPreferencesChange"];
            };
        };
        responses: {
            200: components["responses"]["NotificationPreferencesBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "notification.kind-required" | "notification.quiet-hours-empty" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    searchUsers: {
        parameters: {
            query: {
                /** @description A full email address, or at least two characters with which words of a name begin. Accents do not matter. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `users`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSummaryPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `organizations`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "settings": {}
                 *     }
                 */
                "application/json": components["schemas"]["NewOrganization"];
            };
        };
        responses: {
            201: components["responses"]["OrganizationBody"];
            400: components["responses"]["InvalidRequest_organization.settings-too-large"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization with role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationWithRoleBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "settings": {}
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationChange"];
            };
        };
        responses: {
            200: components["responses"]["OrganizationBody"];
            400: components["responses"]["InvalidRequest_organization.settings-too-large"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    transferOwnership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "new_owner_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90"
                 *     }
                 */
                "application/json": components["schemas"]["OwnershipTransfer"];
            };
        };
        responses: {
            200: components["responses"]["OrganizationBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.already-owner" | "organization.new-owner-not-member" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "identity.session-not-fresh" | "organization.not-member" | "organization.not-owner" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    acceptOwnership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrganizationBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    declineOwnership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.ownership-accepted" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listOrganizationMembers: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `members`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMemberPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    addOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["NewOrganizationMember"];
            };
        };
        responses: {
            201: components["responses"]["OrganizationMemberBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.already-member" | "organization.owner-by-transfer" | "organization.user-departed" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "organization.not-member" | "organization.not-owner" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.member-not-found" | "organization.not-found" | "organization.user-not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    acceptOrganizationMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrganizationMemberBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_organization.not-member"];
            404: components["responses"]["organization.member-not-found_organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    declineOrganizationMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.already-accepted" | "organization.ownership-accepted" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_organization.not-member"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationRoleChange"];
            };
        };
        responses: {
            200: components["responses"]["OrganizationMemberBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.owner-by-transfer" | "organization.owner-role-fixed" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.member-not-found_organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    removeOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.owner-stays" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.member-not-found_organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listOrganizationInvitations: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvitationPage"];
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "email": "ada@example.org",
                 *       "role": "admin",
                 *       "expires_in": 3600,
                 *       "max_uses": 3
                 *     }
                 */
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            201: components["responses"]["NewInvitationBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "invitation.already-open" | "invitation.ambiguous" | "invitation.declined" | "invitation.email-invalid" | "invitation.too-many" | "organization.already-member" | "request.invalid" | "team.user-not-in-organization";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "invitation.mail-not-allowed" | "organization.not-member" | "organization.not-owner" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.not-found" | "organization.user-not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests_invitation.mail-quota-spent"];
            default: components["responses"]["AnyError"];
        };
    };
    revokeOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                invitationId: components["parameters"]["invitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_organization.not-member_organization.not-owner"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "invitation.not-found" | "organization.not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listTeamInvitations: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvitationPage"];
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_team.not-organization-member_team.not-admin"];
            404: components["responses"]["team.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createTeamInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "email": "ada@example.org",
                 *       "role": "admin",
                 *       "expires_in": 3600,
                 *       "max_uses": 3
                 *     }
                 */
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            201: components["responses"]["NewInvitationBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "invitation.already-open" | "invitation.ambiguous" | "invitation.declined" | "invitation.email-invalid" | "invitation.too-many" | "request.invalid" | "team.already-member" | "team.user-not-in-organization";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "invitation.mail-not-allowed" | "team.not-admin" | "team.not-organization-member" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "team.not-found" | "team.user-not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests_invitation.mail-quota-spent"];
            default: components["responses"]["AnyError"];
        };
    };
    revokeTeamInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                invitationId: components["parameters"]["invitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_team.not-organization-member_team.not-admin"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "invitation.not-found" | "team.not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listReceivedInvitations: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `invitations`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedInvitationPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    acceptInvitationByToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTk4In0.c2lnbmF0dXJl"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            200: components["responses"]["ReceivedInvitationBody"];
            400: components["responses"]["InvalidRequest_invitation.ended_team.user-not-in-organization"];
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "invitation.address-not-verified" | "invitation.other-address" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["invitation.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ReceivedInvitationBody"];
            400: components["responses"]["InvalidRequest_invitation.ended_team.user-not-in-organization"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating"];
            404: components["responses"]["invitation.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    declineInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest_invitation.ended"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating"];
            404: components["responses"]["invitation.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                org_id?: string;
                /** @description true for the teams that you are a member of only. */
                mine?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `teams`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "org_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "admin_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "settings": {}
                 *     }
                 */
                "application/json": components["schemas"]["NewTeam"];
            };
        };
        responses: {
            201: components["responses"]["TeamBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.settings-too-large" | "request.invalid" | "team.admin-not-member";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_organization.not-member_organization.not-owner"];
            404: components["responses"]["organization.not-found_team.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team with role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamWithRoleBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_team.not-admin_team.not-organization-member"];
            404: components["responses"]["team.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "admin_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "settings": {}
                 *     }
                 */
                "application/json": components["schemas"]["TeamChange"];
            };
        };
        responses: {
            200: components["responses"]["TeamBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "organization.settings-too-large" | "request.invalid" | "team.admin-not-member" | "team.user-departed";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "team.not-admin" | "team.not-organization-member" | "team.not-organization-owner" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["team.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_team.not-admin_team.not-organization-member"];
            404: components["responses"]["team.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listTeamMembers: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `members`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_team.not-admin_team.not-organization-member"];
            404: components["responses"]["team.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    addTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "role": "admin"
                 *     }
                 */
                "application/json": components["schemas"]["NewTeamMember"];
            };
        };
        responses: {
            201: components["responses"]["TeamMemberBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "team.already-member" | "team.user-departed" | "team.user-not-in-organization";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "team.not-admin" | "team.not-organization-member" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "team.member-not-found" | "team.not-found" | "team.user-not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    acceptTeamMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TeamMemberBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_team.not-member_team.not-organization-member"];
            404: components["responses"]["team.member-not-found_team.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    declineTeamMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "team.admin-stays" | "team.already-accepted";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_team.not-member_team.not-organization-member"];
            404: components["responses"]["organization.not-found_team.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "admin"
                 *     }
                 */
                "application/json": components["schemas"]["TeamRoleChange"];
            };
        };
        responses: {
            200: components["responses"]["TeamMemberBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "team.admin-role-fixed";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_team.not-admin_team.not-organization-member"];
            404: components["responses"]["team.member-not-found_team.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "team.admin-stays";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_team.not-admin_team.not-organization-member"];
            404: components["responses"]["team.member-not-found_team.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getDropBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The drop balance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropBalance"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["wallet.user-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listDropTransactions: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `transactions`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropTransactionPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    claimMonthlyAward: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The monthly award. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonthlyAward"];
                };
            };
            400: components["responses"]["wallet.balance-too-high"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["wallet.user-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getTokenUsage: {
        parameters: {
            query?: {
                /** @description Required with `month`. */
                year?: number;
                /** @description Required with `year`. The default is the current month (UTC). */
                month?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenUsage"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "usage.month-incomplete";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    analyzeTone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["TextToAnalyze"];
            };
        };
        responses: {
            /** @description The tone analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToneAnalysis"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "tone.content-empty";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests_ai.daily-budget-spent"];
            500: components["responses"]["ai.not-configured"];
            502: components["responses"]["ai.bad-response_ai.unavailable"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "ai.timeout" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getMusicAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicAccountBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    disconnectMusicAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listPlays: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `plays`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicPlayPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getTrack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id at the music service. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The track. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicTrackBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["music.track-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    syncPlays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The music sync. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicSync"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "music.account-changed" | "music.needs-reauth" | "music.not-connected";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["music.not-configured"];
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "music.bad-response" | "music.refused" | "music.unavailable";
                    } & components["schemas"]["Error"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "music.paused" | "music.rate-limited" | "music.sync-under-way" | "music.timeout" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    previewAudience: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notebook_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "metadata_visibility": "user",
                 *       "content_visibility": "user",
                 *       "team_id": null,
                 *       "org_id": null
                 *     }
                 */
                "application/json": components["schemas"]["AudienceQuestion"];
            };
        };
        responses: {
            /** @description The audience preview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudiencePreview"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "journal.notebook-not-yours" | "request.invalid" | "visibility.org-required" | "visibility.org-unknown" | "visibility.team-required" | "visibility.team-unknown";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "token.scope-missing" | "visibility.not-org-member" | "visibility.not-team-member";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listEntriesOnThisDay: {
        parameters: {
            query?: {
                /** @description Today in your time zone (`preferences.timezone`) by default. */
                date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The on this day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnThisDay"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getMoodCalendar: {
        parameters: {
            query: {
                from: string;
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mood calendar. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoodCalendar"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "journal.range-invalid" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listEntries: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Your own entries or those of others. Both by default. */
                scope?: "mine" | "shared";
                notebook_id?: string;
                /** @description Only entries of this author, of those that you may see. */
                user_id?: string;
                /** @description Repeat it for entries with any of up to 10 moods. */
                mood?: string | string[];
                /** @description In any case. Repeat it for entries with all of up to 10 tags. */
                tag?: string | string[];
                /** @description `newest` (default) and `oldest` are by `created_at`. `entry_date` is newest first, for `scope=mine`. `relevance` is for a search: one page with the best of the newest 500 matches. */
                sort?: "newest" | "oldest" | "entry_date" | "relevance";
                /** @description `summary` leaves the `content` out (null) and keeps `excerpt` and `word_count`. */
                fields?: "all" | "summary";
                /** @description true adds `facets`. Such lists count as searches for the limits of searches. */
                facets?: boolean;
                /** @description Lists your own records that were created, changed or deleted since, first changed first: the `synced_at` of the last time, at most 90 days ago. Allows no parameters but `limit` and `cursor`. The first time, send the current time, keep `synced_at`, then load all records without it. */
                updated_since?: components["parameters"]["updated_since"];
                /** @description A whole day, compared with `entry_date`, or an instant, compared with `created_at`. Inclusive. */
                from?: components["schemas"]["DateOrInstant"];
                /** @description A whole day, compared with `entry_date`, or an instant, compared with `created_at`. Inclusive. */
                to?: components["schemas"]["DateOrInstant"];
                /** @description Searches the titles and the content that you may read: `words`, `"a phrase"`, `-without`, `this or that`. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `entries`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryPage"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "journal.cursor-of-other-sort" | "journal.sort-needs-own-entries" | "journal.sort-needs-search" | "request.invalid" | "request.invalid-cursor" | "sync.filtered";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["sync.expired"];
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "journal.too-many-searches" | "request.rate-limited" | "request.too-many-at-once";
                    } & components["schemas"]["Error"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "journal.search-busy" | "journal.search-too-broad" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    createEntry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "mood": "joyful",
                 *       "tags": [
                 *         "running"
                 *       ],
                 *       "entry_date": "2026-03-02",
                 *       "written_at": "2026-03-02T07:30:00.000Z",
                 *       "notebook_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "photo_ids": [
                 *         "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90"
                 *       ],
                 *       "metadata_visibility": "user",
                 *       "content_visibility": "user",
                 *       "team_id": null,
                 *       "org_id": null,
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["NewEntry"];
            };
        };
        responses: {
            201: components["responses"]["EntryBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "journal.entry-date-out-of-range" | "journal.notebook-not-yours" | "journal.photo-unavailable" | "journal.written-at-out-of-range" | "request.invalid" | "visibility.org-required" | "visibility.org-unknown" | "visibility.team-required" | "visibility.team-unknown";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified_visibility.not-org-member_visibility.not-team-member"];
            409: components["responses"]["record.id-taken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EntryBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["journal.entry-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "mood": "joyful",
                 *       "tags": [
                 *         "running"
                 *       ],
                 *       "entry_date": "2026-03-02",
                 *       "notebook_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "photo_ids": [
                 *         "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90"
                 *       ],
                 *       "metadata_visibility": "user",
                 *       "content_visibility": "user",
                 *       "team_id": null,
                 *       "org_id": null,
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["EntryChange"];
            };
        };
        responses: {
            200: components["responses"]["EntryBody"];
            400: components["responses"]["InvalidRequest_journal.entry-date-out-of-range_journal.notebook-not-yours_journal.photo-unavailable_visibility.org-required_visibility.org-unknown_visibility.team-required_visibility.team-unknown"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified_journal.not-owner_visibility.not-org-member_visibility.not-team-member"];
            404: components["responses"]["journal.entry-not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "journal.not-owner" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["journal.entry-not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    patchEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "mood": "joyful",
                 *       "tags": [
                 *         "running"
                 *       ],
                 *       "entry_date": "2026-03-02",
                 *       "notebook_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "photo_ids": [
                 *         "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90"
                 *       ],
                 *       "metadata_visibility": "user",
                 *       "content_visibility": "user",
                 *       "team_id": null,
                 *       "org_id": null,
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["EntryChange"];
            };
        };
        responses: {
            200: components["responses"]["EntryBody"];
            400: components["responses"]["InvalidRequest_journal.entry-date-out-of-range_journal.notebook-not-yours_journal.photo-unavailable_visibility.org-required_visibility.org-unknown_visibility.team-required_visibility.team-unknown"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified_journal.not-owner_visibility.not-org-member_visibility.not-team-member"];
            404: components["responses"]["journal.entry-not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    backfillMentions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mention backfill. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MentionBackfill"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    generateBackground: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entry_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "tone": "joyful",
                 *       "quality": "standard"
                 *     }
                 */
                "application/json": components["schemas"]["BackgroundRequest"];
            };
        };
        responses: {
            /** @description The background. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Background"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "journal.background-source" | "request.invalid" | "tone.content-empty";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["journal.entry-not-found"];
            429: components["responses"]["TooManyRequests_ai.daily-budget-spent"];
            500: components["responses"]["ai.not-configured"];
            502: components["responses"]["ai.bad-response_ai.unavailable"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "ai.timeout" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only" | "storage.unavailable";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listNotebooks: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Lists your own records that were created, changed or deleted since, first changed first: the `synced_at` of the last time, at most 90 days ago. Allows no parameters but `limit` and `cursor`. The first time, send the current time, keep `synced_at`, then load all records without it. */
                updated_since?: components["parameters"]["updated_since"];
                /** @description Your own notebooks (default), or those of other users that are shared with you. */
                scope?: "mine" | "shared";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `notebooks`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotebookPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest_sync.filtered"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["sync.expired"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createNotebook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "metadata_visibility": "user",
                 *       "content_visibility": "user",
                 *       "team_id": null,
                 *       "org_id": null
                 *     }
                 */
                "application/json": components["schemas"]["NewNotebook"];
            };
        };
        responses: {
            201: components["responses"]["NotebookBody"];
            400: components["responses"]["InvalidRequest_visibility.org-required_visibility.org-unknown_visibility.team-required_visibility.team-unknown"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified_visibility.not-org-member_visibility.not-team-member"];
            409: components["responses"]["record.id-taken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getNotebook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotebookBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["journal.notebook-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateNotebook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "metadata_visibility": "user",
                 *       "content_visibility": "user",
                 *       "team_id": null,
                 *       "org_id": null
                 *     }
                 */
                "application/json": components["schemas"]["NotebookChange"];
            };
        };
        responses: {
            200: components["responses"]["NotebookBody"];
            400: components["responses"]["InvalidRequest_visibility.org-required_visibility.org-unknown_visibility.team-required_visibility.team-unknown"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified_journal.notebook-not-owner_visibility.not-org-member_visibility.not-team-member"];
            404: components["responses"]["journal.notebook-not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteNotebook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "journal.notebook-not-owner" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["journal.notebook-not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    patchNotebook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "metadata_visibility": "user",
                 *       "content_visibility": "user",
                 *       "team_id": null,
                 *       "org_id": null
                 *     }
                 */
                "application/json": components["schemas"]["NotebookChange"];
            };
        };
        responses: {
            200: components["responses"]["NotebookBody"];
            400: components["responses"]["InvalidRequest_visibility.org-required_visibility.org-unknown_visibility.team-required_visibility.team-unknown"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified_journal.notebook-not-owner_visibility.not-org-member_visibility.not-team-member"];
            404: components["responses"]["journal.notebook-not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes of the file)"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["NewMedia"];
            };
        };
        responses: {
            /** @description The media. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaBody"];
                };
            };
            400: components["responses"]["InvalidRequest_upload.file-missing_upload.too-many-files_upload.fields-invalid_upload.malformed_image.too-many-frames_image.too-many-pixels_image.too-slow_image.unreadable"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["media.too-many-unattached"];
            413: components["responses"]["upload.too-large"];
            429: components["responses"]["TooManyRequests_image.too-many-waiting"];
            503: components["responses"]["Unavailable_image.busy_storage.unavailable"];
            default: components["responses"]["AnyError"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Only tags that start with this text, ignoring case. */
                prefix?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `tags`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listTrash: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `items`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrashItemPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    restoreFromTrash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The restored record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoredRecord"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["journal.not-in-trash"];
            409: components["responses"]["record.id-taken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    purgeFromTrash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["journal.not-in-trash"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listGoals: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                status?: components["schemas"]["GoalStatus"];
                /** @description Lists your own records that were created, changed or deleted since, first changed first: the `synced_at` of the last time, at most 90 days ago. Allows no parameters but `limit` and `cursor`. The first time, send the current time, keep `synced_at`, then load all records without it. */
                updated_since?: components["parameters"]["updated_since"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `goals`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest_sync.filtered"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["sync.expired"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createGoal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "description": "Run three times a week until June.",
                 *       "target_date": "2026-03-02",
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["NewGoal"];
            };
        };
        responses: {
            201: components["responses"]["GoalBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["record.id-taken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getGoal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalWithCheckInsBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["goal.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Run three times a week until June.",
                 *       "target_date": "2026-03-02",
                 *       "status": "active",
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["GoalChange"];
            };
        };
        responses: {
            200: components["responses"]["GoalBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["goal.not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["goal.not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    patchGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Run three times a week until June.",
                 *       "target_date": "2026-03-02",
                 *       "status": "active",
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["GoalChange"];
            };
        };
        responses: {
            200: components["responses"]["GoalBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["goal.not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listOwnGoalCheckIns: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Lists your own records that were created, changed or deleted since, first changed first: the `synced_at` of the last time, at most 90 days ago. Allows no parameters but `limit` and `cursor`. The first time, send the current time, keep `synced_at`, then load all records without it. */
                updated_since?: components["parameters"]["updated_since"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `check_ins`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnGoalCheckInPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest_sync.filtered"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["sync.expired"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listGoalCheckIns: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `check_ins`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalCheckInPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["goal.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createGoalCheckIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "status": "completed",
                 *       "notes": "Use distilled water.",
                 *       "check_in_date": "2026-03-02"
                 *     }
                 */
                "application/json": components["schemas"]["NewGoalCheckIn"];
            };
        };
        responses: {
            201: components["responses"]["GoalCheckInBody"];
            400: components["responses"]["InvalidRequest_goal.check-in-date-out-of-range"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["goal.not-found"];
            409: components["responses"]["record.id-taken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteGoalCheckIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
                checkInId: components["parameters"]["checkInId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["goal.check-in-not-found_goal.not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    patchGoalCheckIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record, or its `version` in quotes. The write is rejected if the record changed. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
                checkInId: components["parameters"]["checkInId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "completed",
                 *       "notes": "Use distilled water.",
                 *       "check_in_date": "2026-03-02"
                 *     }
                 */
                "application/json": components["schemas"]["GoalCheckInChange"];
            };
        };
        responses: {
            200: components["responses"]["GoalCheckInBody"];
            400: components["responses"]["InvalidRequest_goal.check-in-date-out-of-range"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["goal.check-in-not-found_goal.not-found"];
            412: components["responses"]["record.changed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listSatisfactionEntries: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description The first date. */
                from?: components["parameters"]["from"];
                /** @description The last date (inclusive). */
                to?: components["parameters"]["to"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `satisfaction_entries`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SatisfactionEntryPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createSatisfactionEntry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "score": 1,
                 *       "note": "The last kilometre was hard.",
                 *       "entry_date": "2026-03-02"
                 *     }
                 */
                "application/json": components["schemas"]["NewSatisfactionEntry"];
            };
        };
        responses: {
            201: components["responses"]["SatisfactionEntryBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateSatisfactionEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "score": 1,
                 *       "note": "The last kilometre was hard.",
                 *       "entry_date": "2026-03-02"
                 *     }
                 */
                "application/json": components["schemas"]["SatisfactionEntryChange"];
            };
        };
        responses: {
            200: components["responses"]["SatisfactionEntryBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["satisfaction-entry.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteSatisfactionEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["satisfaction-entry.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listActionNotes: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description The first date. */
                from?: components["parameters"]["from"];
                /** @description The last date (inclusive). */
                to?: components["parameters"]["to"];
                /** @description Notes that link to this goal. */
                goal_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `action_notes`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionNotePage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createActionNote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "goal_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "note_date": "2026-03-02"
                 *     }
                 */
                "application/json": components["schemas"]["NewActionNote"];
            };
        };
        responses: {
            201: components["responses"]["ActionNoteBody"];
            400: components["responses"]["InvalidRequest_action-note.date-out-of-range_action-note.goal-not-yours"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateActionNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "goal_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "note_date": "2026-03-02"
                 *     }
                 */
                "application/json": components["schemas"]["ActionNoteChange"];
            };
        };
        responses: {
            200: components["responses"]["ActionNoteBody"];
            400: components["responses"]["InvalidRequest_action-note.date-out-of-range_action-note.goal-not-yours"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["action-note.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteActionNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["action-note.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    patchActionNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "goal_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "note_date": "2026-03-02"
                 *     }
                 */
                "application/json": components["schemas"]["ActionNoteChange"];
            };
        };
        responses: {
            200: components["responses"]["ActionNoteBody"];
            400: components["responses"]["InvalidRequest_action-note.date-out-of-range_action-note.goal-not-yours"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["action-note.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listSleepEntries: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description The first date. */
                from?: components["parameters"]["from"];
                /** @description The last date (inclusive). */
                to?: components["parameters"]["to"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `sleep_entries`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepEntryPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createSleepEntry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sleep_date": "2026-03-02",
                 *       "hours": 7.5,
                 *       "quality": 4,
                 *       "note": "The last kilometre was hard."
                 *     }
                 */
                "application/json": components["schemas"]["NewSleepEntry"];
            };
        };
        responses: {
            201: components["responses"]["SleepEntryBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateSleepEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sleep_date": "2026-03-02",
                 *       "hours": 7.5,
                 *       "quality": 4,
                 *       "note": "The last kilometre was hard."
                 *     }
                 */
                "application/json": components["schemas"]["SleepEntryChange"];
            };
        };
        responses: {
            200: components["responses"]["SleepEntryBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["sleep-entry.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteSleepEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["sleep-entry.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listTonePacks: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tone pack lists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TonePackLists"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createTonePack: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "theme": "origami",
                 *       "is_public": true,
                 *       "price_drops": 3
                 *     }
                 */
                "application/json": components["schemas"]["NewTonePack"];
            };
        };
        responses: {
            201: components["responses"]["TonePackBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "tone-pack.too-many";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getTonePack: {
        parameters: {
            query?: {
                /** @description Returns only the image for this mood of an entry. Case-insensitive. */
                mood?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tone pack with images. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TonePackWithImagesBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["tone-pack.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateTonePack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "theme": "origami",
                 *       "is_public": true,
                 *       "price_drops": 3
                 *     }
                 */
                "application/json": components["schemas"]["TonePackChange"];
            };
        };
        responses: {
            200: components["responses"]["TonePackBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified_tone-pack.not-owner"];
            404: components["responses"]["tone-pack.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteTonePack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_tone-pack.not-owner"];
            404: components["responses"]["tone-pack.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    generateTonePackImages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tones": [
                 *         "joyful"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TonePackImageRequest"];
            };
        };
        responses: {
            /** @description The generated tone pack images. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GeneratedTonePackImages"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "tone-pack.generation-under-way";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_tone-pack.not-owner"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "tone-pack.gone" | "tone-pack.not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests_ai.daily-budget-spent"];
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "ai.not-configured" | "tone-pack.image-failed";
                    } & components["schemas"]["Error"];
                };
            };
            502: components["responses"]["ai.bad-response_ai.unavailable"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "ai.timeout" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only" | "storage.unavailable" | "tone-pack.out-of-time";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    shareTonePack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["NewTonePackShare"];
            };
        };
        responses: {
            /** @description The share. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TonePackShareBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "tone-pack.share-with-one" | "tone-pack.share-with-oneself";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified_tone-pack.not-owner"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "tone-pack.not-found" | "tone-pack.user-not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    unshareTonePack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_tone-pack.not-owner"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "tone-pack.not-found" | "tone-pack.not-shared";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    activateTonePack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProfileBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "token.scope-missing" | "tone-pack.not-yours-to-use";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["tone-pack.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deactivateTonePack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    setUpWindow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "activityType": "cardio",
                 *       "customActivity": "climbing",
                 *       "windowStartTime": "06:00",
                 *       "windowEndTime": "08:00",
                 *       "timezone": "Europe/London"
                 *     }
                 */
                "application/json": components["schemas"]["WorkoutWindowSetup"];
            };
        };
        responses: {
            200: components["responses"]["WorkoutWindowBody"];
            201: components["responses"]["WorkoutWindowBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "workout-window.custom-activity-required" | "workout-window.not-two-hours" | "workout-window.timezone-unknown";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getWindow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The own workout window. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnWorkoutWindow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    closeWindow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateLocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ipAddress": "203.0.113.7",
                 *       "latitude": 3,
                 *       "longitude": 3,
                 *       "city": "London",
                 *       "region": "England",
                 *       "country": "GB",
                 *       "timezone": "Europe/London"
                 *     }
                 */
                "application/json": components["schemas"]["LocationChange"];
            };
        };
        responses: {
            /** @description The location. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "workout-window.coordinates-incomplete" | "workout-window.timezone-unknown";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    matchGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "date": "2026-03-02"
                 *     }
                 */
                "application/json": components["schemas"]["ChainDate"];
            };
        };
        responses: {
            /** @description The chain matching. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChainMatching"];
                };
            };
            400: components["responses"]["InvalidRequest_chain.date-out-of-range"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createWorkoutCheckIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "photo": "(the bytes of the file)",
                 *       "activityType": "cardio",
                 *       "latitude": "51.5074",
                 *       "longitude": "-0.1278"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["NewWorkoutCheckIn"];
            };
        };
        responses: {
            /** @description The checked in. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedInBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "check-in.already-made" | "check-in.day-not-over" | "check-in.place-invalid" | "check-in.window-required" | "image.too-many-frames" | "image.too-many-pixels" | "image.too-slow" | "image.unreadable" | "request.invalid" | "upload.fields-invalid" | "upload.file-missing" | "upload.malformed" | "upload.too-many-files";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["upload.too-large"];
            429: components["responses"]["TooManyRequests_image.too-many-waiting"];
            503: components["responses"]["Unavailable_image.busy_storage.unavailable"];
            default: components["responses"]["AnyError"];
        };
    };
    getWorkoutDay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                date: components["parameters"]["date"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The own day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnDay"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listWorkoutCheckIns: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                date: components["parameters"]["date"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `checkins`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkoutCheckInPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getTeamStats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                date: components["parameters"]["date"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team stats. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamStatsBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getChain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                date: components["parameters"]["date"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chain. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChainBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getSquad: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                date: components["parameters"]["date"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The squad. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SquadBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listOwnWorkoutCheckIns: {
        parameters: {
            query?: {
                /** @description The first date. By default 30 days before the last one. */
                from?: string;
                /** @description The last date (inclusive). By default today in the time zone of your window. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The own workout days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnWorkoutDays"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "check-in.range-invalid" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listChatRooms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chat room list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatRoomList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listChatMessages: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Only messages with all of these words, or words that begin so, whatever their accents and case. `"a phrase"`, `-without`, `this or that`. */
                q?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `messages`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatMessagePage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["chat.room-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    sendChatMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today."
                 *     }
                 */
                "application/json": components["schemas"]["NewChatMessage"];
            };
        };
        responses: {
            201: components["responses"]["ChatMessageBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_account.address-not-verified"];
            404: components["responses"]["chat.room-not-found"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "chat.room-closed" | "record.id-taken";
                    } & components["schemas"]["Error"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "chat.minute-limit" | "request.rate-limited" | "request.too-many-at-once";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    removeChatMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                messageId: components["parameters"]["messageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "chat.not-removable" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["chat.message-not-found_chat.room-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    editChatMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                messageId: components["parameters"]["messageId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today."
                 *     }
                 */
                "application/json": components["schemas"]["ChatMessageText"];
            };
        };
        responses: {
            200: components["responses"]["ChatMessageBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "chat.not-sender" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["chat.message-not-found_chat.room-not-found"];
            409: components["responses"]["chat.edit-too-late"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    markChatRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90"
                 *     }
                 */
                "application/json": components["schemas"]["NewChatReadMark"];
            };
        };
        responses: {
            /** @description The read mark. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatReadMarkBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating"];
            404: components["responses"]["chat.message-not-found_chat.room-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    signalChatTyping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating_account.address-not-verified"];
            404: components["responses"]["chat.room-not-found"];
            409: components["responses"]["chat.room-closed"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getMosaic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                date: components["parameters"]["date"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mosaic. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MosaicBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listMosaics: {
        parameters: {
            query?: {
                /** @description Dates in a page; 100 where not given. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `mosaics`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MosaicSummaryPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getBattle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                weekStartDate: components["parameters"]["weekStartDate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The battle week. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BattleWeek"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "battle.not-a-monday" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["battle.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listBattles: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The battle history. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BattleHistory"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getDropAllowance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The drop allowance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropAllowance"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    sendDrop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "drop_type": "encouragement",
                 *       "template_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "entry_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90"
                 *     }
                 */
                "application/json": components["schemas"]["NewDrop"];
            };
        };
        responses: {
            /** @description The sent drop. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentDropBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "drops.allowance-exceeded" | "drops.custom-limit-exceeded" | "drops.recipient-unavailable" | "drops.template-or-content" | "drops.to-oneself" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "drops.entry-not-found" | "drops.recipient-not-found" | "drops.template-not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listSentDrops: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `drops`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentDropWithRecipientPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listReceivedDrops: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description false does not mark the returned drops as read. */
                mark_read?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `drops`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedDropPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    markDropRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The drop. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedDropBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["drops.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listDropTemplates: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                type?: components["parameters"]["type"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DropTemplatePage"];
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getDropConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DropConfigurationBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getOwnBadge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["BadgeBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["badge.user-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["BadgeBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["badge.user-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateBadge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["BadgeBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["badge.user-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getBadges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_ids": [
                 *         "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BadgeLookup"];
            };
        };
        responses: {
            /** @description The badges by user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadgesByUser"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listBadgeMilestones: {
        parameters: {
            query?: {
                /** @description The user; you if omitted. */
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `milestones`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadgeMilestonePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["badge.user-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listLeaderboard: {
        parameters: {
            query?: {
                /** @description Maximum number of users; default 50. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `leaderboard`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaderboardRowPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listBadgeDefinitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `definitions`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadgeDefinitionPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assistant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listNoteAnalyses: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `analyses`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteAnalysisPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteNoteAnalyses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getLatestNoteAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest note analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LatestNoteAnalysis"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getMoodTrends: {
        parameters: {
            query?: {
                /** @description Number of days up to today (UTC); default 30. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mood trends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoodTrendsBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listReceivedMails: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `mails`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalMailPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    sendMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "grace@example.org",
                 *       "subject": "Saturday morning",
                 *       "html": "<p>Five kilometres before breakfast.</p>",
                 *       "text": "Five kilometres before breakfast."
                 *     }
                 */
                "application/json": components["schemas"]["NewMail"];
            };
        };
        responses: {
            /** @description The sent mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentMailBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "mail.empty" | "mail.perhaps-sent" | "mail.unreadable" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "mail.recipient-not-allowed" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "mail.daily-quota-spent" | "mail.recipient-quota-spent" | "request.rate-limited" | "request.too-many-at-once";
                    } & components["schemas"]["Error"];
                };
            };
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "mail.refused" | "mail.unavailable";
                    } & components["schemas"]["Error"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "mail.timeout" | "mail.unconfirmed" | "server.busy" | "server.out-of-space" | "server.overloaded" | "server.read-only";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listLabTemplates: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Only templates that are safe for classrooms. */
                audience?: "classroom";
                /** @description Only your own, or only public templates of others. */
                scope?: "mine" | "public";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `templates`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabTemplatePage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createLabTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Run three times a week until June.",
                 *       "steps": [
                 *         {
                 *           "instructions": "Fill the cell with 200 ml of distilled water.",
                 *           "title": "Morning run"
                 *         }
                 *       ],
                 *       "predicted_values": {
                 *         "outputs": [
                 *           {
                 *             "label": "Current",
                 *             "value": 3,
                 *             "unit": "mA"
                 *           }
                 *         ]
                 *       },
                 *       "is_template": true,
                 *       "is_public": true,
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["NewLabTemplate"];
            };
        };
        responses: {
            201: components["responses"]["LabTemplateBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "lab.number-too-small" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden_account.address-not-verified"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getLabTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LabTemplateBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["lab.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateLabTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Run three times a week until June.",
                 *       "steps": [
                 *         {
                 *           "instructions": "Fill the cell with 200 ml of distilled water.",
                 *           "title": "Morning run"
                 *         }
                 *       ],
                 *       "predicted_values": {
                 *         "outputs": [
                 *           {
                 *             "label": "Current",
                 *             "value": 3,
                 *             "unit": "mA"
                 *           }
                 *         ]
                 *       },
                 *       "is_template": true,
                 *       "is_public": true,
                 *       "completed_steps": 3,
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["LabTemplateChange"];
            };
        };
        responses: {
            200: components["responses"]["LabTemplateBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "lab.clone-is-fixed" | "lab.no-such-step" | "lab.not-a-clone" | "lab.number-too-small" | "lab.prediction-tested" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "lab.not-owner" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["lab.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    copyLabTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "attested": true
                 *     }
                 */
                "application/json": components["schemas"]["LabTemplateClone"];
            };
        };
        responses: {
            201: components["responses"]["LabTemplateBody"];
            400: components["responses"]["InvalidRequest_lab.not-a-template"];
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "lab.not-for-classrooms" | "lab.supervision-not-attested" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["lab.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listLabReplications: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `replications`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabReplicationPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["lab.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createLabReplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outputs": [
                 *         {
                 *           "label": "Current",
                 *           "value": 3,
                 *           "unit": "mA"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewLabReplication"];
            };
        };
        responses: {
            /** @description The replication. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabReplicationBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "lab.already-replicated" | "lab.not-a-template" | "lab.nothing-predicted" | "lab.nothing-to-compare" | "lab.number-too-small" | "lab.own-template" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["lab.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listLabVideos: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `videos`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabVideoPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["lab.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    submitLabVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/morning-run",
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["NewLabVideo"];
            };
        };
        responses: {
            /** @description The video. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabVideoBody"];
                };
            };
            400: components["responses"]["InvalidRequest_lab.not-a-template"];
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "lab.videos-closed-to-classrooms" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["lab.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    optimizeExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "calculator": "resonance",
                 *       "top_n": 3
                 *     }
                 */
                "application/json": components["schemas"]["OptimizationRequest"];
            };
        };
        responses: {
            /** @description The optimization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Optimization"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listCompetitions: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `competitions`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitionPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getCompetition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CompetitionBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["competition.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    enterCompetition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "attested": true
                 *     }
                 */
                "application/json": components["schemas"]["NewCompetitionEntry"];
            };
        };
        responses: {
            /** @description The entry. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitionEntryBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "competition.already-entered" | "competition.entries-closed" | "competition.template-not-public" | "lab.not-a-template" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "competition.not-your-template" | "lab.not-for-classrooms" | "lab.supervision-not-attested" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "competition.not-found" | "lab.template-not-found";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getCompetitionLeaderboard: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `leaderboard`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitionRankPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["competition.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    contactSponsor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "message": "You can do this. See you at the finish line!",
                 *       "share_email": true
                 *     }
                 */
                "application/json": components["schemas"]["NewSponsorOutreach"];
            };
        };
        responses: {
            /** @description The sponsor outreach. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SponsorOutreachBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "lab.no-email-to-share" | "lab.relay-limit" | "lab.sponsor-takes-no-messages" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.address-not-verified" | "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "lab.outreach-closed" | "token.scope-missing";
                    } & components["schemas"]["Error"];
                };
            };
            404: components["responses"]["lab.recipient-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The me. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getStats: {
        parameters: {
            query: {
                /** @description The first date. */
                from: string;
                /** @description The last date (inclusive). */
                to: string;
                /** @description How `wellbeing` is grouped; by month where not given. */
                by?: "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stats. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "stats.range-invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getToday: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The today. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Today"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getKnownUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserViewBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["user.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    handleMcpMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": "id",
                 *       "method": "method",
                 *       "params": {}
                 *     }
                 */
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The mcp response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpResponse"];
                };
            };
            /** @description The notification is accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "mcp.message-invalid" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.blocked" | "account.deleted" | "account.deletion-pending" | "account.other-issuer" | "auth.foreign-origin" | "auth.refused-while-impersonating" | "mcp.foreign-origin" | "mcp.off" | "mcp.personal-token-required";
                    } & components["schemas"]["Error"];
                };
            };
            406: components["responses"]["mcp.not-acceptable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    importData: {
        parameters: {
            query?: {
                /** @description Whether to count only. Then start the import when you have seen its plan. */
                dry_run?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes of the file)"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["NewImport"];
            };
        };
        responses: {
            201: components["responses"]["ImportBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "archive.broken" | "archive.encrypted" | "archive.too-large" | "archive.too-many-files" | "import.format-unknown" | "import.too-slow" | "request.invalid" | "upload.fields-invalid" | "upload.file-missing" | "upload.malformed" | "upload.too-many-files";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToTokensAndWhileImpersonating"];
            409: components["responses"]["import.already-running"];
            413: components["responses"]["upload.too-large"];
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "import.too-many" | "request.rate-limited" | "request.too-many-at-once";
                    } & components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable_server.queue-full_storage.unavailable"];
            default: components["responses"]["AnyError"];
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject_type": "user",
                 *       "subject_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "reason": "Posted the same photo twice."
                 *     }
                 */
                "application/json": components["schemas"]["NewReport"];
            };
        };
        responses: {
            200: components["responses"]["OwnReportBody"];
            201: components["responses"]["OwnReportBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWhileImpersonating"];
            404: components["responses"]["report.subject-not-found"];
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "report.daily-limit" | "request.rate-limited" | "request.too-many-at-once";
                    } & components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Words with which words of the name begin, whatever their accents and case, or a part of the email address. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `users`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description The new user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewUserBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.email-taken" | "account.external-provider" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken_identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    startImpersonation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "target_id": "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90",
                 *       "reason": "Posted the same photo twice."
                 *     }
                 */
                "application/json": components["schemas"]["NewImpersonation"];
            };
        };
        responses: {
            /** @description The started impersonation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedImpersonation"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "impersonation.target-is-blocked" | "impersonation.target-is-oneself" | "impersonation.target-is-super-admin" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["impersonation.target-unknown"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listImpersonations: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `logs`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    approveCheckIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WorkoutCheckInBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["check-in.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    rejectCheckIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Posted the same photo twice."
                 *     }
                 */
                "application/json": components["schemas"]["CheckInRejection"];
            };
        };
        responses: {
            200: components["responses"]["WorkoutCheckInBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["check-in.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    generateSyntheticUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "count": 3,
                 *       "config": {
                 *         "regions": {
                 *           "West Coast": 3,
                 *           "East Coast": 3,
                 *           "Midwest": 3,
                 *           "South": 3,
                 *           "Mountain West": 3
                 *         },
                 *         "activities": {
                 *           "cardio": 3,
                 *           "strength": 3,
                 *           "walk": 3,
                 *           "meditation": 3,
                 *           "reading": 3,
                 *           "homework": 3,
                 *           "other": 3
                 *         },
                 *         "windowSlots": {
                 *           "6-8": 3,
                 *           "8-10": 3,
                 *           "12-14": 3,
                 *           "14-16": 3,
                 *           "16-18": 3,
                 *           "18-20": 3
                 *         },
                 *         "checkInProbability": 3
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SyntheticUserGeneration"];
            };
        };
        responses: {
            /** @description The synthetic user generation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyntheticUserGenerationBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "synthetic-user.config-unusable";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runEngagementJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EngagementRun"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    promoteToClassroom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "min_grade_band": "K-2",
                 *       "updated_at": "2026-03-02T07:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ClassroomPromotion"];
            };
        };
        responses: {
            200: components["responses"]["LabTemplateBody"];
            400: components["responses"]["InvalidRequest_lab.not-a-template_lab.template-changed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["lab.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateSafetyLevel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "safety_level": "adult_only"
                 *     }
                 */
                "application/json": components["schemas"]["SafetyLevelChange"];
            };
        };
        responses: {
            200: components["responses"]["LabTemplateBody"];
            400: components["responses"]["InvalidRequest_lab.not-a-template_lab.template-changed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["lab.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createGoldenSpec: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "calculator": "resonance",
                 *       "optimal_inputs": {
                 *         "0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90": 3
                 *       },
                 *       "calculator_outputs": {
                 *         "outputs": [
                 *           {
                 *             "label": "Current",
                 *             "value": 3,
                 *             "unit": "mA"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GoldenSpec"];
            };
        };
        responses: {
            200: components["responses"]["LabTemplateBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "lab.not-a-template" | "lab.number-too-small" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["lab.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createCompetition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "scoring_config": {
                 *         "clone": 3,
                 *         "completion": 3,
                 *         "replication_confirmed": 3,
                 *         "replication_refuted": 3,
                 *         "build": 3
                 *       },
                 *       "starts_at": "2026-03-02T07:30:00.000Z",
                 *       "ends_at": "2026-03-02T07:30:00.000Z",
                 *       "is_active": true,
                 *       "entry_open": true
                 *     }
                 */
                "application/json": components["schemas"]["NewCompetition"];
            };
        };
        responses: {
            201: components["responses"]["CompetitionBody"];
            400: components["responses"]["InvalidRequest_competition.ends-before-start_competition.weight-too-fine"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateCompetition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "description": "Run three times a week until June.",
                 *       "scoring_config": {
                 *         "clone": 3,
                 *         "completion": 3,
                 *         "replication_confirmed": 3,
                 *         "replication_refuted": 3,
                 *         "build": 3
                 *       },
                 *       "starts_at": "2026-03-02T07:30:00.000Z",
                 *       "ends_at": "2026-03-02T07:30:00.000Z",
                 *       "is_active": true,
                 *       "entry_open": true
                 *     }
                 */
                "application/json": components["schemas"]["CompetitionChange"];
            };
        };
        responses: {
            200: components["responses"]["CompetitionBody"];
            400: components["responses"]["InvalidRequest_competition.ends-before-start_competition.weight-too-fine"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["competition.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    recomputeCompetition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CompetitionBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["competition.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            404: components["responses"]["account.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_active": true,
                 *       "is_classroom": true
                 *     }
                 */
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            200: components["responses"]["UserProfileBody"];
            400: components["responses"]["InvalidRequest_account.last-super-admin"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["account.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateUserRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "user"
                 *     }
                 */
                "application/json": components["schemas"]["UserRoleChange"];
            };
        };
        responses: {
            200: components["responses"]["UserProfileBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "account.ai-cannot-administer" | "account.last-super-admin" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken_identity.session-not-fresh"];
            404: components["responses"]["account.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listSignUpInvitations: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `invitations`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignUpInvitationPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createSignUpInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "expires_in": 3600,
                 *       "max_uses": 3
                 *     }
                 */
                "application/json": components["schemas"]["NewSignUpInvitation"];
            };
        };
        responses: {
            /** @description The new sign up invitation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSignUpInvitationBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "sign-up.ambiguous" | "sign-up.email-invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken_identity.session-not-fresh"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    revokeSignUpInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["sign-up.invitation-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listAuditRecords: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                actor_id?: string;
                subject_id?: string;
                /** @description For example `account.change-role`. */
                action?: string;
                /** @description Only events at or after this instant. */
                from?: string;
                /** @description Only events at or before this instant. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `records`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecordPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listUserDropTransactions: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `transactions`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropLedgerEntryPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            404: components["responses"]["wallet.user-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    adjustUserDrops: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "delta": 3,
                 *       "reason": "Posted the same photo twice."
                 *     }
                 */
                "application/json": components["schemas"]["DropAdjustment"];
            };
        };
        responses: {
            201: components["responses"]["DropLedgerEntryBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "wallet.balance-too-high" | "wallet.balance-too-low";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["wallet.user-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    refundPurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["DropLedgerEntryBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "wallet.already-refunded" | "wallet.balance-too-high" | "wallet.buyer-gone" | "wallet.not-a-purchase";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["wallet.transaction-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listConversionRates: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversion rates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionRates"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createConversionRate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tokens_per_drop": 3
                 *     }
                 */
                "application/json": components["schemas"]["NewConversionRate"];
            };
        };
        responses: {
            /** @description The rate. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionRateBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listSyntheticUsers: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `users`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyntheticUserPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    toggleSyntheticUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["SyntheticUserToggle"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyntheticUserBody"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["synthetic-user.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteSyntheticUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "synthetic-user.in-charge";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["synthetic-user.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getTeamBreakdown: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page of squads before. */
                cursor?: string;
            };
            header?: never;
            path: {
                date: components["parameters"]["date"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The day breakdown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DayBreakdown"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listAllDropTemplates: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                type?: components["parameters"]["type"];
                /** @description Users can list and send approved templates only. */
                approval_status?: components["schemas"]["ApprovalStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DropTemplatePage"];
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    createDropTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "encouragement",
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "media_url": "https://example.org/finish-line.jpg",
                 *       "media_type": "image",
                 *       "thumbnail_url": "https://example.org/finish-line-small.jpg",
                 *       "approval_status": "pending",
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["NewDropTemplate"];
            };
        };
        responses: {
            201: components["responses"]["DropTemplateBody"];
            400: components["responses"]["InvalidRequest_drops.media-address-invalid_drops.media-incomplete"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateDropTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "encouragement",
                 *       "content": "Five kilometres before breakfast. I am happy and grateful today.",
                 *       "media_url": "https://example.org/finish-line.jpg",
                 *       "media_type": "image",
                 *       "thumbnail_url": "https://example.org/finish-line-small.jpg",
                 *       "approval_status": "pending",
                 *       "title": "Morning run"
                 *     }
                 */
                "application/json": components["schemas"]["DropTemplateChange"];
            };
        };
        responses: {
            200: components["responses"]["DropTemplateBody"];
            400: components["responses"]["InvalidRequest_drops.media-address-invalid_drops.media-incomplete"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["drops.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    deleteDropTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["drops.template-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getAdminDropConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DropConfigurationBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    updateDropConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "daily_allowance": 3,
                 *       "bonus_drops_per_engagement": 3,
                 *       "engagement_window_hours": 3,
                 *       "max_custom_drops_per_day": 3,
                 *       "max_rewarded_drops_per_pair_per_day": 3,
                 *       "config": {
                 *         "daily_allowance": 3,
                 *         "bonus_drops_per_engagement": 3,
                 *         "engagement_window_hours": 3,
                 *         "max_custom_drops_per_day": 3,
                 *         "max_rewarded_drops_per_pair_per_day": 3
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DropConfigurationChange"];
            };
        };
        responses: {
            200: components["responses"]["DropConfigurationBody"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listSentMails: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `mails`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getSentMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail with source. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailWithSource"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            404: components["responses"]["mail.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listPendingLabVideos: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `videos`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedLabVideoPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    approveLabVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubmittedLabVideoBody"];
            400: components["responses"]["InvalidRequest_lab.video-not-pending"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["lab.video-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    declineLabVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Posted the same photo twice."
                 *     }
                 */
                "application/json": components["schemas"]["DeclineReason"];
            };
        };
        responses: {
            200: components["responses"]["SubmittedLabVideoBody"];
            400: components["responses"]["InvalidRequest_lab.video-not-pending"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["lab.video-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    featureLabVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_featured": true
                 *     }
                 */
                "application/json": components["schemas"]["LabVideoFeature"];
            };
        };
        responses: {
            200: components["responses"]["SubmittedLabVideoBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "lab.video-not-approved" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["lab.video-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listPendingSponsors: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `sponsors`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SponsorApplicationPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    approveSponsor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SponsorApplicationBody"];
            400: components["responses"]["InvalidRequest_lab.sponsor-not-pending"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["lab.sponsor-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    declineSponsor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Posted the same photo twice."
                 *     }
                 */
                "application/json": components["schemas"]["DeclineReason"];
            };
        };
        responses: {
            200: components["responses"]["SponsorApplicationBody"];
            400: components["responses"]["InvalidRequest_lab.sponsor-not-pending"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["lab.sponsor-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listPendingOpportunities: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `opportunities`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedOpportunityPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    approveOpportunity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubmittedOpportunityBody"];
            400: components["responses"]["InvalidRequest_lab.opportunity-not-pending"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["lab.opportunity-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    declineOpportunity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Posted the same photo twice."
                 *     }
                 */
                "application/json": components["schemas"]["DeclineReason"];
            };
        };
        responses: {
            200: components["responses"]["SubmittedOpportunityBody"];
            400: components["responses"]["InvalidRequest_lab.opportunity-not-pending"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["lab.opportunity-not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What an operator sets up on a new server, and its state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Setup"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listReports: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Default: `open`. */
                status?: "open" | "resolved" | "dismissed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `reports`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportInQueuePage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    resolveReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "The last kilometre was hard."
                 *     }
                 */
                "application/json": components["schemas"]["ReportDecision"];
            };
        };
        responses: {
            200: components["responses"]["ReportBody"];
            400: components["responses"]["InvalidRequest_report.decided"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["report.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    dismissReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "The last kilometre was hard."
                 *     }
                 */
                "application/json": components["schemas"]["ReportDecision"];
            };
        };
        responses: {
            200: components["responses"]["ReportBody"];
            400: components["responses"]["InvalidRequest_report.decided"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["report.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    listWaitlistEntries: {
        parameters: {
            query?: {
                /** @description Records in a page; 500 where not given. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Default: all statuses. */
                status?: "pending" | "approved" | "declined";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of `waitlist`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitlistEntryPage"];
                };
            };
            400: components["responses"]["InvalidPageRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    approveWaitlistEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WaitlistEntryBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "waitlist.decided" | "waitlist.sign-up-closed";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["waitlist.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    declineWaitlistEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WaitlistEntryBody"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "request.invalid" | "waitlist.decided";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["waitlist.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    getServiceHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotSuperAdmin"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runFoldNames: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NameFoldRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runAwardMonthlyAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonthlyAwardRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runSyncAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicSyncRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runFoldEntries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoldRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runNotifyDueGoals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalDueRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runGenerateChains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "date": "2026-03-02"
                 *     }
                 */
                "application/json": components["schemas"]["ChainDate"];
            };
        };
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChainMatchingRun"];
                };
            };
            400: components["responses"]["InvalidRequest_chain.date-out-of-range"];
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runReminders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runEndOfDay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DayEndRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runFoldMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageFoldRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runGenerateWeekly: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WeeklyBattleRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runAiCheckins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyntheticCheckInRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runProcessEngagement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EngagementRun"];
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runAnalyzeNotes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteAnalysisRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runGenerateDailyDrops: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyDropRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runWeeklyDigest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WeeklyDigestRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runProcessStepPrompts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepPromptRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runRecomputeCompetitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompetitionRecomputeRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runSponsorOutreachDigest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SponsorDigestRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runBuildExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runEraseAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountErasureRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runApplyRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    runMakePartitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartitionRun"];
                };
            };
            401: components["responses"]["cron.secret-invalid"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
    generateMosaic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                date: components["parameters"]["date"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generated mosaic. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GeneratedMosaicBody"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "mosaic.date-not-begun" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UnauthorizedCaller"];
            403: components["responses"]["NotSuperAdminOrToken"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable_storage.unavailable"];
            default: components["responses"]["AnyError"];
        };
    };
    executeBattle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                weekStartDate: components["parameters"]["weekStartDate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The battle execution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BattleExecution"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        code?: "battle.not-a-monday" | "battle.week-not-over" | "request.invalid";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UnauthorizedCaller"];
            403: components["responses"]["NotSuperAdminOrToken"];
            404: components["responses"]["battle.not-found"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["AnyError"];
        };
    };
}
