import { escapeHtml, type RenderedEmail } from '../email/layout.template.ts';
import { oneLine } from '../email/plain-text.rules.ts';

/**
 * Renders the email of a user, with sanitized HTML. The sender's name is below the text, because the email comes from the address
 * of the service. `sender` is null for super admins, who write for the service.
 */
export function renderUserMail(content: RenderedEmail, sender: { name: string } | null, host: string): RenderedEmail {
  const { subject, html, text } = content;
  const line = sender === null ? null : `${oneLine(sender.name) || 'A user'} sent this email through ${host}.`;
  const footer = line === null ? '' : `\n<hr>\n<p style="color:#6b7280;font-size:13px">${escapeHtml(line)}</p>`;
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
${html}${footer}
</body>
</html>
`,
    text: line === null ? text : `${text}\n\n--\n${line}\n`,
  };
}

const BODY =
  "max-width:640px;margin:0 auto;padding:16px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere;";

/** Converts plain text to HTML paragraphs. */
export function textToHtml(text: string): string {
  return text
    .split(/\r?\n\r?\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
}
