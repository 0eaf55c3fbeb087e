import type { Form } from '#platform/http/form-body.ts';
import { formatOf } from '#platform/images/image-format.ts';
import { decodeBytes } from '#platform/text/charset.ts';
import { type HeaderFields, headerFieldsIn } from '#platform/text/mail-header.ts';
import type { MailPicture, MailSource } from '#platform/text/mime.ts';

/* What mail services post, one mapping each, by their documentation. Senders are ignored, because they can be forged. */

/** An email as a service hands it over: its source, or what the service has read in it. */
export type SubmittedMail =
  | { source: MailSource; recipients: string }
  | {
      id: string;
      recipients: string;
      headers: HeaderFields;
      subject: string;
      text: string | null;
      html: string | null;
      pictures: MailPicture[];
    };

/** `confirmUrl` is the URL by which the operator confirms a subscription of Amazon SNS. */
export type Submission = { mails: SubmittedMail[]; confirmUrl: string | null };

type Fields = Readonly<Record<string, unknown>>;

/** A body: the source of an email, a form, or JSON. */
export type ReceivedMail = Uint8Array | Form | object;

/** Null if the body is no email of a known shape, or one whose content is missing. */
export function readSubmission(body: ReceivedMail): Submission | null {
  if (body instanceof Uint8Array) return only({ source: body, recipients: '' });
  if (isForm(body)) return readFormOfService(body);
  return readFields(body as Fields);
}

function isForm(body: object): body is Form {
  return 'fields' in body && body.fields instanceof Map;
}

const only = (mail: SubmittedMail): Submission => ({ mails: [mail], confirmUrl: null });
/** What needs no work. */
export const IGNORED: Submission = { mails: [], confirmUrl: null };

/** The mappings of JSON, in this order. Undefined: not of this service. */
const MAPPINGS: readonly ((fields: Fields) => Submission | null | undefined)[] = [
  readRaw,
  readAmazon,
  readPostal,
  readPostmark,
  readMailerSend,
  readBrevo,
  readCloudMailin,
  readForwardEmail,
  readOwn,
];

function readFields(body: Fields): Submission | null {
  // Programs write null for what is missing.
  const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  for (const mapping of MAPPINGS) {
    const submission = mapping(fields);
    if (submission !== undefined) return submission;
  }
  return null;
}

/** `{raw}` and `{raw_base64}`: all else is ignored, except the recipients of Forward Email, which sends `raw` beside the parsed email. */
function readRaw({ raw, raw_base64: encoded, recipients, session }: Fields): Submission | null | undefined {
  if (raw === undefined && encoded === undefined) return undefined;
  const source = encoded === undefined ? raw : decodeBase64(encoded);
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) return null;
  const envelope = textsIn([recipients, fieldsOf(session).recipient]);
  return only({ source: (typeof source === 'string' && decodeBase64(source)) || source, recipients: envelope });
}

/** Amazon SES: the notification of an SNS action, as SNS wraps it, or alone (raw message delivery). */
function readAmazon(fields: Fields): Submission | null | undefined {
  const { Type: type, Message: message, SubscribeURL: url } = fields;
  if (type === 'SubscriptionConfirmation' || type === 'UnsubscribeConfirmation') {
    return { mails: [], confirmUrl: type === 'SubscriptionConfirmation' && isAmazonUrl(url) ? url : null };
  }
  if (type === 'Notification' && typeof message === 'string') {
    const notification = parseJson(message);
    // A plain text is the test message that SES sends when the rule is made.
    return notification === null ? IGNORED : readAmazon(notification);
  }
  if (fields.notificationType !== 'Received') return undefined;
  const { content, receipt, mail } = fields;
  if (typeof content !== 'string') return null;
  const { recipients, action } = fieldsOf(receipt);
  const isEncoded = String(fieldsOf(action).encoding).toLowerCase() === 'base64';
  const source = (isEncoded && decodeBase64(content)) || content;
  return only({ source, recipients: textsIn([recipients, fieldsOf(mail).destination]) });
}

function isAmazonUrl(url: unknown): url is string {
  return (
    typeof url === 'string' && /^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?\/[\x21-\x7e]{1,2000}$/.test(url)
  );
}

/** Postal: the raw message in base64, or processed. */
function readPostal(fields: Fields): Submission | null | undefined {
  const { rcpt_to: recipient, message, base64 } = fields;
  if (recipient === undefined) return undefined;
  if (typeof message === 'string') {
    const isEncoded = base64 === true || base64 === 'true' || base64 === '1';
    const source = isEncoded ? decodeBase64(message) : message;
    return source === null ? null : only({ source, recipients: textsIn([recipient]) });
  }
  return contentOf({
    id: fields.message_id,
    recipients: [recipient, fields.to, fields.cc],
    headers: headersOf({
      date: fields.date,
      'auto-submitted': fields.auto_submitted,
      'in-reply-to': fields.in_reply_to,
    }),
    subject: fields.subject,
    text: fields.plain_body,
    html: fields.html_body,
    pictures: picturesOf(fields.attachments, { bytes: 'data', name: 'filename' }),
    isBounce: fields.bounce === true,
  });
}

function readPostmark(fields: Fields): Submission | null | undefined {
  const { RawEmail: raw, MessageID: id, TextBody: text, HtmlBody: html, Headers: listed, Date: date } = fields;
  const recipients = [fields.OriginalRecipient, fields.To, fields.ToFull, fields.Cc, fields.CcFull, fields.BccFull];
  if (typeof raw === 'string') return only({ source: raw, recipients: textsIn(recipients) });
  if (id === undefined || (text === undefined && html === undefined)) return undefined;
  const headers = [...listedHeaders(listed, 'Name', 'Value'), ...headersOf({ date })];
  return contentOf({
    id: headers.find(([name]) => name === 'message-id')?.[1] ?? id,
    recipients,
    headers,
    subject: fields.Subject,
    text,
    html,
    pictures: picturesOf(fields.Attachments, { bytes: 'Content', name: 'Name', id: 'ContentID' }),
  });
}

/** MailerSend sends the source beside what it has read. */
function readMailerSend({ type, data }: Fields): Submission | null | undefined {
  if (type !== 'inbound.message') return undefined;
  const { raw, recipients, headers, id, subject, text, html, attachments, date } = fieldsOf(data);
  const { rcptTo, to } = fieldsOf(recipients);
  if (typeof raw === 'string') return only({ source: raw, recipients: textsIn([rcptTo, to]) });
  const named = headersOf({ date, ...fieldsOf(headers) });
  return contentOf({
    id: named.find(([name]) => name === 'message-id')?.[1] ?? id,
    recipients: [rcptTo, to],
    headers: named,
    subject,
    text,
    html,
    pictures: picturesOf(attachments, {
      bytes: 'content',
      name: 'file_name',
      id: 'content_id',
      disposition: 'content_disposition',
    }),
  });
}

/** Brevo: several emails in one request. Its attachments are kept with Brevo and are left out. */
function readBrevo({ items }: Fields): Submission | null | undefined {
  if (!Array.isArray(items)) return undefined;
  const mails: SubmittedMail[] = [];
  for (const item of items) {
    const { MessageId, Recipients, To, Cc, Headers, SentAtDate, Subject, RawTextBody, RawHtmlBody, InReplyTo } =
      fieldsOf(item);
    const headers = headersOf({ ...fieldsOf(Headers), date: SentAtDate, 'in-reply-to': InReplyTo });
    const content = { id: MessageId, headers, subject: Subject, text: RawTextBody, html: RawHtmlBody, pictures: [] };
    const submission = contentOf({ ...content, recipients: [Recipients, To, Cc] });
    if (submission === null) return null;
    mails.push(...submission.mails);
  }
  return { mails, confirmUrl: null };
}

function readCloudMailin(fields: Fields): Submission | null | undefined {
  const { envelope, headers, plain, html, attachments } = fields;
  if (envelope === undefined || (plain === undefined && html === undefined)) return undefined;
  // Names are in lower case with underscores, or as the email has them.
  const named = headersOf(
    Object.fromEntries(Object.entries(fieldsOf(headers)).map(([name, value]) => [name.replaceAll('_', '-'), value])),
  );
  const headerOf = (wanted: string) => named.find(([name]) => name === wanted)?.[1];
  const { to, recipients } = fieldsOf(envelope);
  return contentOf({
    id: headerOf('message-id'),
    recipients: [to, recipients, headerOf('to'), headerOf('cc')],
    headers: named,
    subject: headerOf('subject'),
    text: plain,
    html,
    pictures: picturesOf(attachments, {
      bytes: 'content',
      name: 'file_name',
      id: 'content_id',
      disposition: 'disposition',
    }),
  });
}

/** Forward Email without the source: what mailparser has read. */
function readForwardEmail(fields: Fields): Submission | null | undefined {
  const { headerLines, messageId, recipients, session, to, subject, text, html, attachments } = fields;
  if (!Array.isArray(headerLines)) return undefined;
  const lines = headerLines.flatMap((line) => textsIn([fieldsOf(line).line])).join('\n');
  return contentOf({
    id: messageId,
    recipients: [recipients, fieldsOf(session).recipient, to],
    headers: headerFieldsIn(Buffer.from(lines)),
    subject,
    text,
    html,
    pictures: picturesOf(attachments, { bytes: 'content', name: 'filename', id: 'contentId' }),
  });
}

/** Meadow's own shape. */
function readOwn(fields: Fields): Submission | null {
  const { message_id: id, to, subject, text, html, date } = fields;
  return contentOf({ id, recipients: [to], headers: headersOf({ date }), subject, text, html, pictures: [] });
}

function readFormOfService({ fields: received, files }: Form): Submission | null {
  const bytesOf = (name: string) => received.get(name);
  const recipients = [
    ...['recipient', 'rcpt_to', 'to', 'envelope', 'envelope[to]'].map((name) => bytesOf(name) ?? ''),
  ].join('\n');
  // Mailgun (MIME) and SendGrid (raw); CloudMailin (raw).
  const source =
    bytesOf('body-mime') ?? bytesOf('email') ?? (bytesOf('rcpt_to') === undefined ? bytesOf('message') : undefined);
  if (source !== undefined) return only({ source, recipients });
  const charsets = parseJson(bytesOf('charsets')?.toString() ?? '') ?? {};
  const fields = Object.fromEntries(
    [...received].map(([name, bytes]) => [name, decodeBytes(bytes, String(charsets[name] ?? 'utf-8'))]),
  );
  const pictures = files.flatMap(({ field, bytes }) => pictureOf(bytes, null, inlineIdIn(fields, field)));
  if ('body-plain' in fields || 'body-html' in fields) return readMailgun(fields, pictures);
  if ('rcpt_to' in fields) return readPostal(fields) ?? null;
  if ('envelope[to]' in fields) return withPictures(readFields(nested(fields)), pictures);
  if ('envelope' in fields) return readSendGrid(fields, pictures);
  return readOwn(fields);
}

/** Mailgun (parsed). */
function readMailgun(fields: Readonly<Record<string, string>>, pictures: MailPicture[]): Submission | null {
  const listed = parseJson(fields['message-headers'] ?? '');
  const headers = (Array.isArray(listed) ? listed : []).flatMap(([name, value]) =>
    headersOf({ [String(name)]: value }),
  );
  const headerOf = (wanted: string) => headers.find(([name]) => name === wanted)?.[1];
  return contentOf({
    id: headerOf('message-id') ?? fields['Message-Id'] ?? fields.token,
    recipients: [fields.recipient, fields.To],
    headers: headers.length > 0 ? headers : headersOf({ date: fields.Date }),
    subject: fields.subject,
    text: fields['body-plain'],
    html: fields['body-html'],
    pictures,
  });
}

/** SendGrid (parsed). Fields keep the charset of the email, which `charsets` names. */
function readSendGrid(fields: Readonly<Record<string, string>>, pictures: MailPicture[]): Submission | null {
  const headers = headerFieldsIn(Buffer.from(fields.headers ?? ''));
  return contentOf({
    id: headers.find(([name]) => name === 'message-id')?.[1],
    recipients: [fields.envelope, fields.to, fields.cc],
    headers,
    subject: fields.subject,
    text: fields.text,
    html: fields.html,
    pictures,
  });
}

/** The id by which HTML names the file of a form: Mailgun's `content-id-map`, SendGrid's `content-ids`. */
function inlineIdIn(fields: Fields, file: string): string | null {
  const ids = parseJson(textsIn([fields['content-id-map'] ?? fields['content-ids']])) ?? {};
  const id = Object.entries(ids).find(([, field]) => field === file)?.[0];
  return id === undefined ? null : id.replaceAll(/[<>]/g, '');
}

function withPictures(submission: Submission | null, pictures: MailPicture[]): Submission | null {
  if (submission === null) return null;
  return { ...submission, mails: submission.mails.map((mail) => ('source' in mail ? mail : { ...mail, pictures })) };
}

/** The fields of a form that are named like `headers[subject]`, as objects. */
function nested(fields: Readonly<Record<string, string>>): Fields {
  const objects = new Map<string, Map<string, unknown>>();
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const [, object, key] = /^(\w{1,40})\[([\w-]{1,100})\]/.exec(name) ?? [];
    if (object === undefined || key === undefined) flat.set(name, value);
    else objects.set(object, (objects.get(object) ?? new Map()).set(key, value));
  }
  for (const [name, inner] of objects) flat.set(name, Object.fromEntries(inner));
  return Object.fromEntries(flat);
}

type Content = {
  id: unknown;
  recipients: readonly unknown[];
  headers: HeaderFields;
  subject: unknown;
  text: unknown;
  html: unknown;
  pictures: MailPicture[];
  isBounce?: boolean;
};

/** Null if the id, the recipients or both texts are missing. An email without a text has an empty one. */
function contentOf({
  id,
  recipients,
  headers,
  subject = '',
  text,
  html,
  pictures,
  isBounce,
}: Content): Submission | null {
  const found = recipients.some((recipient) => recipient !== undefined && recipient !== null);
  const isText = (value: unknown) => value === undefined || value === null || typeof value === 'string';
  if (typeof id !== 'string' || id === '' || !found || typeof (subject ?? '') !== 'string') return null;
  if (!isText(text) || !isText(html) || !recipients.every(isRecipient)) return null;
  if (typeof text !== 'string' && typeof html !== 'string') return null;
  const mail = {
    id,
    recipients: textsIn(recipients),
    headers: isBounce === true ? [...headers, ['auto-submitted', 'auto-replied'] as const] : headers,
    subject: String(subject ?? ''),
    text: typeof text === 'string' ? text : null,
    html: typeof html === 'string' ? html : null,
    pictures,
  };
  return only(mail);
}

const isRecipient = (value: unknown) => value === undefined || typeof value === 'string' || typeof value === 'object';

const MAX_RECIPIENT_DEPTH = 4;

/** The texts in strings, lists and objects, one a line. */
function textsIn(values: readonly unknown[], depth = 0): string {
  const texts = values.flatMap((value) => {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null || depth === MAX_RECIPIENT_DEPTH) return [];
    return [textsIn(Object.values(value), depth + 1)];
  });
  return texts.join('\n');
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function headersOf(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((text): [string, string][] => (typeof text === 'string' ? [[name.toLowerCase(), text]] : [])),
  );
}

function listedHeaders(list: unknown, nameField: string, valueField: string): [string, string][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const { [nameField]: name, [valueField]: value } = fieldsOf(item);
    return typeof name === 'string' ? headersOf({ [name]: value }) : [];
  });
}

/** Attachments as a list of objects, or as an object by number; their content is base64 or the JSON of a Buffer. */
function picturesOf(
  list: unknown,
  names: { bytes: string; name: string; id?: string; disposition?: string },
): MailPicture[] {
  return Object.values(fieldsOf(list)).flatMap((item) => {
    const fields = fieldsOf(item);
    const textOf = (name = '') => (typeof fields[name] === 'string' && fields[name] !== '' ? fields[name] : null);
    const bytes = decodeBase64(fields[names.bytes]) ?? bytesOfBuffer(fields[names.bytes]);
    const isAttached = textOf(names.disposition) === 'attachment';
    const inlineId = isAttached ? null : (textOf(names.id)?.replaceAll(/[<>]/g, '') ?? null);
    return bytes === null ? [] : pictureOf(bytes, textOf(names.name), inlineId);
  });
}

function bytesOfBuffer(value: unknown): Buffer | null {
  const { type, data } = fieldsOf(value);
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data) : null;
}

function pictureOf(bytes: Buffer, name: string | null, inlineId: string | null): MailPicture[] {
  return formatOf(bytes) === null ? [] : [{ bytes, name, inlineId }];
}

function parseJson(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** Null if the text is no base64. No email is: each has a colon. */
function decodeBase64(text: unknown): Buffer | null {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/\s]+={0,2}$/.test(text.trimEnd())) return null;
  return Buffer.from(text, 'base64');
}
