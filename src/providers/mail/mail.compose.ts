import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailSender, OutgoingMail } from './mail.ts';

/** A message as it goes over the wire, and its Message-ID. */
export type ComposedMail = { source: Buffer; messageId: string };

/** Composes the message from texts alone: nothing in it is read from a file or fetched from an address. */
export async function composeMail(from: MailSender, mail: OutgoingMail): Promise<ComposedMail> {
  const { id, to, subject, html, text, replyTo, headers = {} } = mail;
  // The library takes objects for more than a text: for a file, an address, a part that is ready to be sent.
  if ([id, to, subject, html, text, replyTo ?? ''].some((part) => typeof part !== 'string'))
    throw new Error('A mail is made of texts.');
  const messageId = `<${id}@${domainOf(from)}>`;
  const composer = new MailComposer({
    // As objects: a parser of addresses would have to read what somebody wrote.
    from: { ...from },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    messageId,
    headers: { ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { source: await composer.compile().build(), messageId };
}

export function domainOf({ address }: MailSender): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
