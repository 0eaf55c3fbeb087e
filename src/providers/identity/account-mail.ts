/** An email about an account of the built-in provider. */
export type AccountMail = {
  kind:
    | 'address-verification'
    | 'address-change'
    | 'address-changed'
    | 'password-reset'
    | 'password-changed'
    | 'sign-in-link'
    | 'new-device'
    | 'account-exists';
  accountId: string;
  name: string;
  to: string;
  /** The secret of its link. null for an email that only informs. */
  token: string | null;
  lifetimeMs: number;
  facts: Readonly<Record<string, string>>;
};
