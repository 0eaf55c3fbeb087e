import { sql } from 'kysely';
import { BY_ID, erase, keep, SECRET } from '#platform/db/table/deletion-rules.ts';
import { Flag, Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const IDENTITY_TABLES = [
  defineTable('sign_in_attempt', {
    holds: 'Failed sign-ins, by digests, for a day',
    expires: { name: 'sign_in_attempts', of: 'their end', column: 'expires_at', days: 1 },
    omitted: SECRET,
    deletion: [
      erase(
        'account_digest',
        `account_digest in (
          select rtrim(translate(encode(sha256(convert_to('sign-in ' || unnest(:emails), 'UTF8')), 'base64'), '+/', '-_'), '='))`,
      ),
    ],
  }),
  defineTable('identity_verification', {
    holds: 'Links and codes sent by mail, for an hour or a day',
    expires: { name: 'verifications', of: 'their end', column: 'expiresAt', days: 1 },
    omitted: SECRET,
    deletion: [
      erase(
        'identifier',
        `value like '%' || :id::text || '%' or exists (select from unnest(:emails) as email
          where position(email in lower(identifier)) > 0 or position(email in lower(value)) > 0)`,
      ),
    ],
  }),
  defineTable('identity_session', {
    holds: 'Sessions',
    owner: 'userId',
    collections: {
      'account/sessions': {
        description: 'Sessions at the built-in identity provider, without their tokens.',
        fields: {
          id: Id,
          ip_address: optional(Text),
          user_agent: optional(Text),
          created_at: Instant,
          updated_at: Instant,
          expires_at: Instant,
        },
        rows: (userId) => sql`
          select id, "ipAddress" as ip_address, "userAgent" as user_agent, "createdAt" as created_at, "updatedAt" as updated_at,
            "expiresAt" as expires_at
          from identity_session where "userId" = ${userId}`,
        omits: { 'Opens the session.': ['token'], 'Decides what the session may do.': ['beganVerified'] },
      },
    },
    // A day more than they are valid, since the clocks of nodes may differ.
    expires: { name: 'sessions', of: 'their end', column: 'expiresAt', days: 1 },
    deletion: [erase('userId', '"userId" = :id')],
  }),
  defineTable('identity_account', {
    holds: 'The password, as a hash',
    omitted: SECRET,
    deletion: [erase('userId', '"userId" = :id')],
  }),
  defineTable('identity_two_factor', {
    holds: 'The second factor and recovery codes, sealed',
    omitted: SECRET,
    deletion: [erase('userId', '"userId" = :id')],
  }),
  defineTable('identity_passkey', {
    holds: 'Passkeys',
    omitted: SECRET,
    deletion: [erase('userId', '"userId" = :id')],
  }),
  defineTable('used_totp_code', {
    holds: 'Used codes of second factors, for minutes',
    expires: { name: 'second_factor_codes', of: 'their end', column: 'expires_at', days: 1 },
    omitted: SECRET,
    deletion: [erase('user_id')],
  }),
  defineTable('identity_address_token', {
    holds: 'Links that verify or change an address',
    expires: { name: 'address_changes', of: 'their end', column: 'expires_at', days: 1 },
    omitted: SECRET,
    deletion: [erase('user_id')],
  }),
  defineTable('identity_device', {
    holds: 'Known devices, by digests',
    omitted: SECRET,
    deletion: [erase('user_id')],
  }),
  defineTable('identity_first_account', {
    holds: 'The first account of the instance, by id',
    omitted: 'A setting of the instance.',
    deletion: [keep('user_id', `No other account takes its place. ${BY_ID}`)],
  }),
  defineTable('identity_mail_count', {
    holds: 'Counts of mails with a link, by digests of addresses, for an hour',
    expires: { name: 'account_mail_counts', of: 'their end', column: 'ends_at', days: 1 },
    remains: { address_digest: 'Cannot be reversed.' },
  }),
  defineTable('identity_user', {
    holds: 'The account of the sign-in',
    owner: 'id',
    collections: {
      'account/sign-in': {
        description: 'The account at the built-in identity provider, without its password.',
        fields: { id: Id, name: Text, email: Text, email_verified: Flag, created_at: Instant, updated_at: Instant },
        rows: (userId) => sql`
          select id, name, email, "emailVerified" as email_verified, "createdAt" as created_at, "updatedAt" as updated_at
          from identity_user where id = ${userId}`,
        omits: { 'Unused.': ['image'], 'The second factor is set up again.': ['twoFactorEnabled'] },
      },
    },
    deletion: [erase('id')],
  }),
  defineTable('identity_key', {
    holds: 'Keys that sign access tokens, sealed',
  }),
];
