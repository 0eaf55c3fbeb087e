import { linesOf } from './plain-text.rules.ts';

/** The content ID of the logo, which an email carries as an image. */
export const LOGO_ID = 'logo';

/** An email as it is sent, with an HTML part and a text part of the same content. */
export type RenderedEmail = { subject: string; html: string; text: string };

/** The content of an email, from top to bottom. All of it is plain text. */
export type EmailContent = {
  subject: string;
  /** The preview that mail clients show beside the subject. */
  preview: string;
  heading: string;
  parts: readonly EmailPart[];
  /** Why the recipient gets the email. */
  reason: string;
  /** null if there is nothing to unsubscribe from. */
  unsubscribe: Link | null;
  service: Link;
};

export type EmailPart =
  | { kind: 'paragraph'; text: string }
  /** Text of a user, with its line breaks. */
  | { kind: 'quote'; text: string }
  | { kind: 'figures'; figures: readonly { value: string; label: string }[] }
  | { kind: 'points'; points: readonly { title: string; text: string }[] }
  | { kind: 'button'; button: Link };

export type Link = { label: string; url: string };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Renders an email for narrow and wide screens, in light and dark mode. Layout by tables, because mail clients support little CSS. */
export function renderContent(content: EmailContent): RenderedEmail {
  return { subject: content.subject, html: htmlOf(content), text: textOf(content) };
}

function textOf({ heading, parts, reason, unsubscribe, service }: EmailContent): string {
  const body = parts.map((part) => {
    if (part.kind === 'paragraph') return part.text;
    if (part.kind === 'quote')
      return linesOf(part.text)
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    if (part.kind === 'figures') return part.figures.map(({ value, label }) => `  ${value}  ${label}`).join('\n');
    if (part.kind === 'button') return `${part.button.label}: ${part.button.url}`;
    return part.points.map(({ title, text }) => `* ${title}\n  ${text}`).join('\n\n');
  });
  const unsubscribeLine = unsubscribe === null ? [] : [`${unsubscribe.label}: ${unsubscribe.url}`];
  const footer = [reason, ...unsubscribeLine, service.url].join('\n');
  return [heading, ...body, '--', footer].join('\n\n');
}

function htmlOf({ subject, preview, heading, parts, reason, unsubscribe, service }: EmailContent): string {
  const body = parts.map(partOf).join('\n');
  const links = [unsubscribe ?? [], service].flat().map(linkOf).join(' &#183; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f3f6f1;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background:#f3f6f1;">
<tr><td align="center" class="outer" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td class="name" style="${FONT}padding:0 4px 16px;font-size:17px;font-weight:700;color:#2d6a4f;"><img src="cid:${LOGO_ID}" alt="" width="24" height="24" style="vertical-align:-4px;margin-right:8px;border:0;">Meadow</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #dfe7db;border-radius:14px;padding:36px 40px 28px;">
<h1 class="ink" style="${FONT}margin:0 0 18px;font-size:26px;line-height:1.25;font-weight:700;color:#17301f;overflow-wrap:anywhere;">${escapeHtml(heading)}</h1>
${body}
</td></tr>
<tr><td class="faint" style="${FONT}padding:20px 4px 0;font-size:13px;line-height:1.6;color:#5c6b60;">${escapeHtml(reason)}<br>${links}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function partOf(part: EmailPart): string {
  if (part.kind === 'paragraph') return `<p class="ink" style="${TEXT}margin:0 0 16px;">${escapeHtml(part.text)}</p>`;
  if (part.kind === 'quote') return quoteOf(part.text);
  if (part.kind === 'figures') return figuresOf(part.figures);
  if (part.kind === 'button') return buttonOf(part.button);
  return part.points
    .map(
      ({ title, text }) =>
        `<p class="ink" style="${TEXT}margin:0 0 16px;"><strong>${escapeHtml(title)}</strong><br>${escapeHtml(text)}</p>`,
    )
    .join('\n');
}

function quoteOf(text: string): string {
  const lines = linesOf(text).map(escapeHtml).join('<br>');
  return `<blockquote class="ink" style="${TEXT}margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #8fbf9f;overflow-wrap:anywhere;">${lines}</blockquote>`;
}

const GAP_PERCENT = 3;

function figuresOf(figures: readonly { value: string; label: string }[]): string {
  const width = Math.floor((100 - GAP_PERCENT * (figures.length - 1)) / Math.max(1, figures.length));
  const cells = figures.map(
    ({ value, label }) =>
      `<td class="figure" width="${width}%" valign="top" style="${FONT}background:#eef5ea;border-radius:10px;padding:16px 12px;text-align:center;"><span class="value" style="display:block;font-size:30px;line-height:1.1;font-weight:700;color:#2d6a4f;">${escapeHtml(value)}</span><span class="ink" style="display:block;padding-top:6px;font-size:13px;line-height:1.35;color:#33443a;">${escapeHtml(label)}</span></td>`,
  );
  const row = cells.join(`<td width="${GAP_PERCENT}%" style="font-size:0;">&#160;</td>`);
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px;"><tr>${row}</tr></table>`;
}

/** A cell with a background, because some mail clients do not draw the background of a link. */
function buttonOf({ label, url }: Link): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;"><tr><td class="button" style="background:#2d6a4f;border-radius:10px;"><a class="on-button" href="${escapeHtml(url)}" style="${FONT}display:inline-block;padding:14px 26px;font-size:16px;line-height:1.25;font-weight:600;color:#ffffff;text-decoration:none;">${escapeHtml(label)}</a></td></tr></table>`;
}

function linkOf({ label, url }: Link): string {
  return `<a class="link" href="${escapeHtml(url)}" style="color:#2d6a4f;text-decoration:underline;">${escapeHtml(label)}</a>`;
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const TEXT = `${FONT}font-size:16px;line-height:1.6;color:#26352b;`;

/** For mail clients that support it. Without it the email is light and as wide as the window. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .outer { padding: 20px 12px !important; }
  .card { padding: 26px 22px 16px !important; }
  h1 { font-size: 23px !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background: #101713 !important; }
  .card { background: #1a241e !important; border-color: #2c3a31 !important; }
  .figure { background: #223029 !important; }
  .ink { color: #e3ebe4 !important; }
  .faint { color: #9dada1 !important; }
  .name, .value, .link { color: #8fd0a6 !important; }
  .button { background: #8fd0a6 !important; }
  .on-button { color: #10241a !important; }
}
`;
