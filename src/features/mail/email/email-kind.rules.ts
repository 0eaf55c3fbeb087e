/** Emails that Meadow sends to users. */
export type UserEmailKind = 'welcome' | 'reminder' | 'digest' | 'export-ready';

/** Emails that Meadow sends to external recipients, who have no profile. */
export type ExternalEmailKind = 'sponsor-message' | 'sponsor-digest' | 'invitation' | 'group-invitation';

export type EmailKind = UserEmailKind | ExternalEmailKind;
