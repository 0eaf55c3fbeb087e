import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailSender, OutgoingMail } from './mail.ts';

export type ComposedMail = { source: Buffer; messageId: string };

/** Composes an email from text and images only. Reads no file and fetches no URL. */
export async function composeMail(from: MailSender, mail: OutgoingMail): Promise<ComposedMail> {
  const { id, to, subject, html, text, replyTo, headers = {}, images = [] } = mail;
  // The library accepts objects that name files or URLs.
  if ([id, to, subject, html, text, replyTo ?? ''].some((part) => typeof part !== 'string'))
    throw new Error('All parts of an email must be strings.');
  const messageId = `<${id}@${domainOf(from)}>`;
  const composer = new MailComposer({
    // As objects, so that no user input passes an address parser.
    from: { ...from },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    messageId,
    attachments: images.map(({ id: cid, png: content }) => ({
      cid,
      content,
      contentType: 'image/png',
      contentDisposition: 'inline',
    })),
    headers: { ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { source: await composer.compile().build(), messageId };
}

export function domainOf({ address }: MailSender): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
