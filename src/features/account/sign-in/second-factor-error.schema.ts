/** What the provider rejects of second factors and passkeys, by its own codes. */
export const FACTOR_PROBLEMS = {
  SESSION_NOT_FRESH: {
    status: 403,
    code: 'identity.session-not-fresh',
    message: 'This needs a sign-in within the last 10 minutes. Sign in again, then repeat the request.',
  },
  INVALID_TWO_FACTOR_COOKIE: {
    status: 401,
    code: 'identity.invalid-two-factor-cookie',
    message: 'There is no sign-in to complete, or it has expired. Sign in again, and send its `continuation`.',
  },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: {
    status: 400,
    code: 'identity.too-many-attempts-request-new-code',
    message: 'Five codes were wrong. Sign in again.',
  },
  TOTP_NOT_ENABLED: {
    status: 400,
    code: 'identity.totp-not-enabled',
    message: 'The account has no authenticator app. Set one up with POST /auth/two-factor/enable.',
  },
  TOTP_ALREADY_ENABLED: {
    status: 400,
    code: 'identity.totp-already-enabled',
    message: 'The account has an authenticator app. Remove it with POST /auth/two-factor/disable first.',
  },
  TWO_FACTOR_NOT_ENABLED: {
    status: 400,
    code: 'identity.two-factor-not-enabled',
    message: 'The account has no second factor. Set one up with POST /auth/two-factor/enable.',
  },
  BACKUP_CODES_NOT_ENABLED: {
    status: 400,
    code: 'identity.backup-codes-not-enabled',
    message: 'The account has no recovery codes.',
  },
  INVALID_CODE: {
    status: 401,
    code: 'identity.invalid-code',
    message: 'The code is wrong or has expired. Send the code that the authenticator app shows now.',
  },
  CODE_USED: {
    status: 401,
    code: 'identity.code-used',
    message: 'This code was used already. Wait for the next one, and sign in again.',
  },
  INVALID_BACKUP_CODE: {
    status: 401,
    code: 'identity.invalid-backup-code',
    message: 'This recovery code is wrong or was used already. Send another one.',
  },
  CONFLICT: {
    status: 409,
    code: 'identity.conflict',
    message: 'Another recovery code was used at the same time. Sign in again.',
  },
  CHALLENGE_NOT_FOUND: {
    status: 400,
    code: 'identity.challenge-not-found',
    message: 'These options were used already, or have expired. Get new ones, and send their `continuation`.',
  },
  FAILED_TO_VERIFY_REGISTRATION: {
    status: 400,
    code: 'identity.failed-to-verify-registration',
    message: 'The passkey is not for this server or these options. Get new options, and create it again.',
  },
  AUTHENTICATION_FAILED: {
    status: 400,
    code: 'identity.authentication-failed',
    message: 'The passkey did not sign these options for this server. Get new options, and try again.',
  },
  PASSKEY_NOT_FOUND: {
    status: 401,
    code: 'identity.passkey-not-found',
    message: 'There is no such passkey. It may have been removed: sign in in another way.',
  },
  PASSKEY_WITHOUT_USER_VERIFICATION: {
    status: 400,
    code: 'identity.passkey-without-user-verification',
    message: 'The authenticator did not verify its user. Set up a PIN or a fingerprint for it, and try again.',
  },
  PREVIOUSLY_REGISTERED: {
    status: 400,
    code: 'identity.previously-registered',
    message: 'This passkey is registered already.',
  },
};
