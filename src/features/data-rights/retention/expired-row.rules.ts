/** The rows of a table whose column is older than a number of days. */
export type ExpiredRows = {
  name: string;
  of: string;
  table: string;
  column: string;
  days: number;
  /** Whether whole months are dropped. The column is the time of creation. */
  isPartitioned?: boolean;
};

/** What is deleted by age alone. Each column is the first of an index. */
export const EXPIRED_ROWS: readonly ExpiredRows[] = [
  {
    name: 'notifications',
    of: 'their creation',
    table: 'notification',
    column: 'created_at',
    days: 90,
    isPartitioned: true,
  },
  { name: 'idempotency_keys', of: 'the request', table: 'idempotency_key', column: 'claimed_at', days: 1 },
  // A day more than they are valid, since the clocks of nodes may differ.
  { name: 'sessions', of: 'their end', table: 'identity_session', column: 'expiresAt', days: 1 },
  { name: 'verifications', of: 'their end', table: 'identity_verification', column: 'expiresAt', days: 1 },
  { name: 'sign_in_attempts', of: 'their end', table: 'sign_in_attempt', column: 'expires_at', days: 1 },
  { name: 'address_changes', of: 'their end', table: 'identity_address_token', column: 'expires_at', days: 1 },
  { name: 'account_mail_counts', of: 'their end', table: 'identity_mail_count', column: 'ends_at', days: 1 },
  { name: 'second_factor_codes', of: 'their end', table: 'used_totp_code', column: 'expires_at', days: 1 },
  { name: 'personal_tokens', of: 'their end', table: 'personal_token', column: 'expires_at', days: 30 },
  { name: 'sign_up_invitations', of: 'their end', table: 'sign_up_invitation', column: 'expires_at', days: 90 },
  { name: 'music_connections', of: 'their end', table: 'music_oauth_state', column: 'expires_at', days: 1 },
  // Thirteen months: until the accounts of a year are closed.
  { name: 'payment_events', of: 'their receipt', table: 'payment_event', column: 'received_at', days: 396 },
  { name: 'sent_mails', of: 'their creation', table: 'outgoing_mail', column: 'created_at', days: 90 },
  // Longer than any mail server retries.
  { name: 'received_mails', of: 'their receipt', table: 'incoming_mail', column: 'received_at', days: 30 },
  { name: 'journal_mails', of: 'their receipt', table: 'journal_mail', column: 'created_at', days: 90 },
  { name: 'sponsor_messages', of: 'their creation', table: 'sponsor_message', column: 'created_at', days: 90 },
  { name: 'mail_counts', of: 'their day', table: 'mail_count', column: 'day', days: 2 },
  { name: 'ai_call_counts', of: 'their day', table: 'ai_call_count', column: 'day', days: 2 },
  { name: 'report_counts', of: 'their day', table: 'report_count', column: 'day', days: 2 },
  { name: 'webhook_deliveries', of: 'their creation', table: 'webhook_delivery', column: 'created_at', days: 30 },
  { name: 'job_runs', of: 'their start', table: 'job_run', column: 'started_at', days: 90 },
];
