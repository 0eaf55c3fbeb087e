import type { EmailPart } from './layout.template.ts';
import { isPlainName, oneLine } from './plain-text.rules.ts';
import { buttonTo, type EmailTemplate, formatInstant, greet, type Recipient } from './wording.template.ts';

export type AccountFacts = { readerName: string };

/** A new account or its owner verifies its address; or an account gets this address. */
export type AddressVerificationFacts = AccountFacts & { purpose: 'verify' | 'change' };

export const addressVerification: EmailTemplate<AddressVerificationFacts> = {
  subject: () => 'Verify your email address for Meadow',
  content: ({ purpose }, recipient) => ({
    preview: 'One step, so that Meadow knows that this address is yours.',
    heading: greet('Verify your email address', recipient.name),
    parts: [
      {
        kind: 'paragraph',
        text:
          purpose === 'verify'
            ? 'An account in Meadow has this email address. If it is yours, verify it. Then you can share and write to others.'
            : 'The owner of an account in Meadow entered this address as the new one. If it was you, sign in and verify it.',
      },
      ...linkParts('verifyAddress', 'Verify this address', recipient, 'a day'),
    ],
  }),
  reason: 'If it was not you, ignore this email. Without the link nothing happens.',
  unsubscribeLabel: null,
};

export type AddressChangeFacts = AccountFacts & { newAddress: string };

export const addressChange: EmailTemplate<AddressChangeFacts> = {
  subject: () => 'Do you want to change your email address in Meadow?',
  content: ({ newAddress }, recipient) => ({
    preview: 'Confirm it here, then in an email to the new address.',
    heading: greet('Confirm your new email address', recipient.name),
    parts: [
      { kind: 'paragraph', text: `Your account is to get this email address: ${oneLine(newAddress)}` },
      ...linkParts('verifyAddress', 'Confirm the change', recipient, 'a day'),
    ],
  }),
  reason: 'If it was not you, another person uses your account: do not open the link, and change your password.',
  unsubscribeLabel: null,
};

export type AddressChangedFacts = AccountFacts & { formerAddress: string; newAddress: string };

export const addressChanged: EmailTemplate<AddressChangedFacts> = {
  subject: () => 'Your email address in Meadow was changed',
  content: ({ formerAddress, newAddress }, { name }) => ({
    preview: 'You sign in with the new address from now on.',
    heading: greet('Your email address was changed', name),
    parts: [
      { kind: 'paragraph', text: `Before: ${oneLine(formerAddress)}` },
      { kind: 'paragraph', text: `Now: ${oneLine(newAddress)}` },
      { kind: 'paragraph', text: 'You sign in with the new address from now on. This email went to both addresses.' },
    ],
  }),
  reason: 'If it was not you, write to the operator of this server at once.',
  unsubscribeLabel: null,
};

export const passwordReset: EmailTemplate<AccountFacts> = {
  subject: () => 'Reset your password for Meadow',
  content: (_facts, recipient) => ({
    preview: 'Choose a new password.',
    heading: greet('Choose a new password', recipient.name),
    parts: [
      { kind: 'paragraph', text: 'A new password was requested for your account. It signs you out on all devices.' },
      ...linkParts('resetPassword', 'Choose a new password', recipient, 'an hour'),
    ],
  }),
  reason: 'If it was not you, ignore this email. Your password stays as it is.',
  unsubscribeLabel: null,
};

/** How much a reset has ended. Absent if it has ended only the sessions. */
export type PasswordChangedFacts = AccountFacts & { passkeys?: string; tokens?: string; webhooks?: string };

export const passwordChanged: EmailTemplate<PasswordChangedFacts> = {
  subject: () => 'Your password for Meadow was changed',
  content: ({ passkeys, tokens, webhooks }, recipient) => ({
    preview: 'All other devices were signed out.',
    heading: greet('Your password was changed', recipient.name),
    parts: [
      { kind: 'paragraph', text: 'All other devices were signed out. If it was you, there is nothing to do.' },
      {
        kind: 'paragraph',
        text:
          passkeys === undefined
            ? 'Passkeys and personal access tokens go on. Your settings list them.'
            : `Ended as well: passkeys (${passkeys}), personal access tokens (${tokens}), webhooks (${webhooks}). Your journal address is a new one.`,
      },
      {
        kind: 'paragraph',
        text: 'If it was not you, choose another password now, and let the reset end all passkeys and programs:',
      },
      buttonTo('forgotPassword', 'Reset your password', recipient),
    ],
  }),
  reason: 'You get this email because it concerns the security of your account.',
  unsubscribeLabel: null,
};

export const signInLink: EmailTemplate<AccountFacts> = {
  subject: () => 'Sign in to Meadow',
  content: (_facts, recipient) => ({
    preview: 'Your link to sign in.',
    heading: greet('Sign in to Meadow', recipient.name),
    parts: [
      { kind: 'paragraph', text: 'A link to sign in was requested for your account.' },
      ...linkParts('signInLink', 'Sign in', recipient, '15 minutes'),
    ],
  }),
  reason: 'If it was not you, ignore this email, and give the code to no other person.',
  unsubscribeLabel: null,
};

export const accountExists: EmailTemplate<AccountFacts> = {
  subject: () => 'You already have an account in Meadow',
  content: (_facts, recipient) => ({
    preview: 'Sign in, or reset your password.',
    heading: greet('You already have an account', recipient.name),
    parts: [
      {
        kind: 'paragraph',
        text: 'An account was to be created with this address, which has one already. Sign in to it:',
      },
      buttonTo('signIn', 'Sign in', recipient),
      { kind: 'paragraph', text: 'If you have forgotten the password, or never chose one, set a new one:' },
      buttonTo('forgotPassword', 'Reset your password', recipient),
    ],
  }),
  reason: 'If it was not you, ignore this email. Your account stays as it is.',
  unsubscribeLabel: null,
};

/** `at` is an instant; `network` the first address of a wide network. */
export type NewDeviceFacts = AccountFacts & { device: string; network: string; at: string };

export const newDevice: EmailTemplate<NewDeviceFacts> = {
  subject: () => 'A new device signed in to Meadow',
  content: ({ device, network, at }, recipient) => ({
    preview: 'If it was you, there is nothing to do.',
    heading: greet('A new device signed in', recipient.name),
    parts: [
      { kind: 'paragraph', text: `Device: ${isPlainName(oneLine(device)) ? oneLine(device) : 'unknown'}` },
      { kind: 'paragraph', text: `When: ${formatInstant(at)}` },
      { kind: 'paragraph', text: `Network: ${networkText(network)}` },
      {
        kind: 'paragraph',
        text: 'If it was you, there is nothing to do. If not, reset your password now. The reset also ends passkeys and programs:',
      },
      buttonTo('forgotPassword', 'Reset your password', recipient),
    ],
  }),
  reason: 'You get this email because it concerns the security of your account.',
  unsubscribeLabel: null,
};

/** With an ending that no mail client makes a link of. */
function networkText(network: string): string {
  return /^[0-9a-f.:]+$/.test(network) ? `${network}${network.includes(':') ? '/32' : '/16'}` : 'unknown';
}

function linkParts(
  screen: 'verifyAddress' | 'resetPassword' | 'signInLink',
  label: string,
  recipient: Recipient,
  lifetime: string,
): EmailPart[] {
  const { linkToken = '' } = recipient;
  return [
    buttonTo(screen, label, recipient, linkToken),
    {
      kind: 'paragraph',
      text: `The link is valid for ${lifetime}, once. If you are asked for a code, enter this one:`,
    },
    { kind: 'quote', text: linkToken },
  ];
}
