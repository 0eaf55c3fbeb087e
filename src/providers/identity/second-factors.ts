import { passkey } from '@better-auth/passkey';
import { APIError, freshSessionMiddleware, sensitiveSessionMiddleware, sessionMiddleware } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import type { BuiltInOptions } from './identity.ts';

/** Sign-ins that need the second factor. A passkey is two factors: the device, and the PIN or fingerprint of its user. */
const SIGN_INS_WITH_ONE_FACTOR: ReadonlySet<string> = new Set(['/sign-in/email', '/magic-link/verify']);

/** The name of the service in authenticator apps and passkey dialogs. */
const SERVICE_NAME = 'Meadow';

/** Codes of an authenticator app, and recovery codes. The provider encrypts the secret and the codes. */
export function createTwoFactor() {
  const plugin = twoFactor({
    issuer: SERVICE_NAME,
    twoFactorTable: 'identity_two_factor',
    // Sign-in attempts delay the guessing of codes. A lock would be a tool against the owner.
    accountLockout: { enabled: false },
  });
  for (const hook of plugin.hooks.after) {
    hook.matcher = ({ path }) => path !== undefined && SIGN_INS_WITH_ONE_FACTOR.has(path);
  }
  requireFreshSession(plugin.endpoints.enableTwoFactor);
  requireFreshSession(plugin.endpoints.disableTwoFactor);
  requireFreshSession(plugin.endpoints.generateBackupCodes);
  return plugin;
}

/** Passkeys for the host of PUBLIC_URL, whose authenticators verify their user. */
export function createPasskeys({ publicUrl, trustedOrigins }: BuiltInOptions) {
  const plugin = passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: SERVICE_NAME,
    origin: [publicUrl, ...trustedOrigins],
    schema: { passkey: { modelName: 'identity_passkey' } },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ ctx, verification }) => {
        const { userVerified, credential } = verification.registrationInfo ?? {};
        if (userVerified !== true || credential === undefined) throw unverifiedUser();
        const where = [{ field: 'credentialID', value: credential.id }];
        if ((await ctx.context.adapter.findOne({ model: 'passkey', where })) !== null) throw knownPasskey();
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw unverifiedUser();
      },
    },
  });
  requireFreshSession(plugin.endpoints.deletePasskey);
  return plugin;
}

const unverifiedUser = () => new APIError('BAD_REQUEST', { code: 'PASSKEY_WITHOUT_USER_VERIFICATION' });
const knownPasskey = () => new APIError('BAD_REQUEST', { code: 'PREVIOUSLY_REGISTERED' });

/** Requires a sign-in within the last minutes (`freshAge`) in place of any session. */
function requireFreshSession({ options }: { options: { use: unknown[] } }): void {
  options.use = options.use.map((middleware) =>
    middleware === sessionMiddleware || middleware === sensitiveSessionMiddleware ? freshSessionMiddleware : middleware,
  );
}
