import { escapeHtml, oneLine, type WrittenMail } from './mail-layout.rules.ts';

/** What somebody wrote. The HTML is safe already; at least one of the two says something. */
export type WrittenByPerson = { subject: string; html: string; text: string };

/** How long the same mail is not sent again that may have been sent, in milliseconds. */
export const UNCONFIRMED_MS = 24 * 60 * 60 * 1_000;

/**
 * The mail of a person, as it is sent: who wrote it stands beneath, since it comes from the address of the service. `sender` is
 * null for a super admin, who writes for the service.
 */
export function sendUserMail(written: WrittenByPerson, sender: { name: string } | null, host: string): WrittenMail {
  const { subject, html, text } = written;
  const line = sender === null ? null : `${oneLine(sender.name) || 'Somebody'} wrote this mail by ${host}.`;
  const beneath = line === null ? '' : `\n<hr>\n<p style="color:#6b7280;font-size:13px">${escapeHtml(line)}</p>`;
  return {
    subject,
    html: `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${BODY}">
${html}${beneath}
</body>
</html>
`,
    text: line === null ? text : `${text}\n\n--\n${line}\n`,
  };
}

const BODY =
  "max-width:640px;margin:0 auto;padding:16px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere;";

/** Plain text as HTML that looks the same. */
export function paragraphsOf(text: string): string {
  return text
    .split(/\r?\n\r?\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
}

/** What two mails have in common that are the same one, in whatever case the address is written. */
export function contentOf({
  to,
  subject,
  html = '',
  text = '',
}: {
  to: string;
  subject: string;
  html?: string;
  text?: string;
}) {
  return JSON.stringify([to.toLowerCase(), subject, html, text]);
}
