import { createMailFolder } from './mail.outbox.ts';
import type { Mail, MailConfiguration } from './mail.ts';

/** Creates the mail provider. */
export async function createMail(configuration: MailConfiguration): Promise<Mail> {
  const { smtp } = configuration;
  if (smtp === null) return createMailFolder(configuration);
  // The module is loaded only if needed.
  const { createSmtpMail } = await import('./mail.smtp.ts');
  return createSmtpMail({ ...configuration, smtp });
}
