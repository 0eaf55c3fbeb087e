import { sql } from 'kysely';
import { Flag, Id, Instant, Json, optional, Text, Texts, Whole } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

/** The profile, how the user signs in, and what they did and had done with their account. */
export const ACCOUNT = [
  defineCollection('account/profile', {
    description: 'The profile with its preferences. The avatar is media/avatar with its ending.',
    fields: {
      id: Id,
      email: optional(Text),
      email_verified: Flag,
      full_name: Text,
      avatar_url: optional(Text),
      preferences: Json,
      drops_balance: Whole,
      role: Text,
      is_classroom: Flag,
      read_notes_enabled: Flag,
      check_in_enabled: Flag,
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from profile where id = ${userId}`,
  }),
  defineCollection('account/sign-in', {
    description: 'The account at the built-in identity provider, without its password.',
    fields: { id: Id, name: Text, email: Text, email_verified: Flag, created_at: Instant, updated_at: Instant },
    rows: (userId) => sql`
      select id, name, email, "emailVerified" as email_verified, "createdAt" as created_at, "updatedAt" as updated_at
      from identity_user where id = ${userId}`,
  }),
  defineCollection('account/subjects', {
    description: 'Names of the user at an outside identity provider.',
    fields: { issuer: Text, subject: Text },
    order: ['issuer', 'subject'],
    rows: (userId) => sql`select * from profile_subject where profile_id = ${userId}`,
  }),
  defineCollection('account/sessions', {
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
  }),
  defineCollection('account/personal-tokens', {
    description: 'Personal access tokens, without their secrets.',
    fields: {
      id: Id,
      name: Text,
      scopes: Texts,
      created_at: Instant,
      expires_at: Instant,
      last_used_at: optional(Instant),
    },
    rows: (userId) => sql`select * from personal_token where user_id = ${userId}`,
  }),
  defineCollection('account/blocks', {
    description: 'Users that the user blocked.',
    fields: { blocked_id: Id, blocked_name: optional(Text), created_at: Instant },
    order: ['created_at', 'blocked_id'],
    rows: (userId) => sql`
      select blocked_id, case when is_active then full_name end as blocked_name, user_block.created_at
      from user_block join profile on profile.id = blocked_id where blocker_id = ${userId}`,
  }),
  defineCollection('account/impersonations', {
    description: 'When a super admin acted as the user, and why.',
    fields: { id: Id, reason: Text, created_at: Instant, expires_at: Instant, ended_at: optional(Instant) },
    rows: (userId) => sql`select * from impersonation where target_id = ${userId}`,
  }),
  defineCollection('account/audit-log', {
    description: 'What the user did with a privilege. The details can be about others, so they are left out.',
    fields: { id: Id, action: Text, subject_type: Text, subject_id: Id, created_at: Instant },
    rows: (userId) => sql`select * from audit_log where actor_id = ${userId}`,
  }),
  defineCollection('notifications/preferences', {
    description: 'Changed defaults of kinds of notifications.',
    fields: { kind: Text, inbox: optional(Flag), push: optional(Flag) },
    order: ['kind'],
    rows: (userId) => sql`select * from notification_preference where user_id = ${userId}`,
  }),
  defineCollection('notifications/quiet-hours', {
    description: 'When no notification is pushed, in the time zone of the profile.',
    fields: { start_time: Text, end_time: Text },
    order: ['start_time'],
    rows: (userId) => sql`select * from notification_quiet_hours where user_id = ${userId}`,
  }),
  defineCollection('notifications/inbox', {
    description: 'The inbox.',
    fields: {
      id: Id,
      kind: Text,
      title: Text,
      body: Text,
      data: Json,
      read_at: optional(Instant),
      created_at: Instant,
    },
    rows: (userId) => sql`select * from notification where user_id = ${userId} and deleted_at is null`,
  }),
  defineCollection('notifications/devices', {
    description: 'Browsers that get notifications, without their keys.',
    fields: { id: Id, created_at: Instant, updated_at: Instant },
    rows: (userId) => sql`select * from push_device where user_id = ${userId}`,
  }),
  defineCollection('notifications/webhooks', {
    description: 'Webhooks of the user, without their secrets.',
    fields: {
      id: Id,
      url: Text,
      description: Text,
      kinds: Texts,
      paused_at: optional(Instant),
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from webhook_endpoint where user_id = ${userId}`,
  }),
  defineCollection('account/exports', {
    description: 'Exports that the user started in the last days.',
    fields: { id: Id, status: Text, created_at: Instant, expires_at: Instant },
    rows: (userId) => sql`select * from data_export where user_id = ${userId}`,
  }),
  defineCollection('account/reports', {
    description: 'Reports that the user filed.',
    fields: { id: Id, subject_type: Text, subject_id: Id, reason: Text, status: Text, created_at: Instant },
    rows: (userId) => sql`select * from report where reporter_id = ${userId}`,
  }),
  defineCollection('account/waitlist', {
    description: 'The entry of the waitlist with the verified e-mail address of the user.',
    fields: { id: Id, email: Text, name: optional(Text), note: optional(Text), status: Text, created_at: Instant },
    rows: (userId) => sql`
      select waitlist_entry.* from waitlist_entry join profile on lower(profile.email) = lower(waitlist_entry.email)
      where profile.id = ${userId} and email_verified`,
  }),
];
