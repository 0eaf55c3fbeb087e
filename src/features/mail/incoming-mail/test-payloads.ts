import { gifOf } from '#test/pictures.ts';

/* What mail services post, made by hand from their documentation. People and ids are invented. */

export type Payload = { type: string; body: unknown };

/** What becomes of each payload, where it says nothing else. */
export const SUBJECT = 'Käse';
export const TEXT = 'Es regnete. Größe €';
export const SENT_AT = 'Mon, 23 Nov 2026 08:15:00 +0100';

const ID = '<1f0c@people.test>';
const FROM = 'Ada <ada@people.test>';
const HTML = `<p>${TEXT}</p>`;
const GIF = Buffer.from(gifOf(1));
const JSON_TYPE = 'application/json';

/** The source of an email, with an 8-bit body in windows-1252 and a picture. */
export function sourceTo(to: string): Buffer {
  return Buffer.from(
    [
      `Received: from mx.people.test by mx.meadow.test for <${to}>; ${SENT_AT}`,
      `From: ${FROM}`,
      'To: Friends <friends@people.test>',
      `Message-ID: ${ID}`,
      `Date: ${SENT_AT}`,
      'Subject: =?iso-8859-1?Q?K=E4se?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=windows-1252',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Es regnete. Gr\xf6\xdfe \x80',
      '--b',
      'Content-Type: image/gif; name=rain.gif',
      'Content-Transfer-Encoding: base64',
      '',
      GIF.toString('base64'),
      '--b--',
      '',
    ].join('\r\n'),
    'latin1',
  );
}

/** The same in UTF-8, as the text that JSON can hold. */
const sourceTextTo = (to: string) =>
  sourceTo(to).toString('latin1').replace('windows-1252', 'utf-8').replace('Gr\xf6\xdfe \x80', 'Größe €');

const BOUNDARY = 'xYzZY';
type Part = [name: string, value: string | Buffer, fileName?: string];

function multipart(parts: readonly Part[]): Payload {
  const bytes = parts.flatMap(([name, value, fileName]) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: image/gif`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([...bytes, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

function urlEncoded(fields: Record<string, string | Buffer>): Payload {
  const encode = (value: string | Buffer) =>
    [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const body = Object.entries(fields).map(([name, value]) => `${encodeURIComponent(name)}=${encode(value)}`);
  return { type: 'application/x-www-form-urlencoded', body: Buffer.from(body.join('&')) };
}

const json = (body: object): Payload => ({ type: JSON_TYPE, body });

/** The headers of the email, as a list. */
const HEADERS = [
  ['From', FROM],
  ['Message-Id', ID],
  ['Date', SENT_AT],
  ['Subject', SUBJECT],
] as const;

const mailgun = (to: string) => ({
  recipient: to,
  sender: 'ada@people.test',
  from: FROM,
  subject: SUBJECT,
  'body-plain': TEXT,
  'body-html': HTML,
  'stripped-text': TEXT,
  'stripped-signature': '',
  'stripped-html': HTML,
  'message-headers': JSON.stringify(HEADERS),
  'Message-Id': ID,
  timestamp: '1795421700',
  token: 'c0ffee',
  signature: 'd00d',
});

const sns = (message: object) => ({
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:eu-west-1:123456789012:journal',
  Subject: 'Amazon SES Email Receipt Notification',
  Message: JSON.stringify(message),
  Timestamp: '2026-11-23T07:15:02.000Z',
  SignatureVersion: '1',
  Signature: 'c2ln',
  SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
  UnsubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe',
});

const ses = (to: string, encoding: string, content: string) => ({
  notificationType: 'Received',
  receipt: {
    timestamp: '2026-11-23T07:15:01.000Z',
    processingTimeMillis: 222,
    recipients: [to],
    spamVerdict: { status: 'PASS' },
    action: { type: 'SNS', topicArn: 'arn:aws:sns:eu-west-1:123456789012:journal', encoding },
  },
  mail: {
    timestamp: '2026-11-23T07:15:01.000Z',
    source: 'ada@people.test',
    messageId: 'd6iitobk75ur44p8kdnnp7g2n800',
    destination: ['friends@people.test', to],
    headersTruncated: false,
    headers: HEADERS.map(([name, value]) => ({ name, value })),
    commonHeaders: { from: [FROM], subject: SUBJECT, messageId: ID },
  },
  content,
});

const postal = (to: string) => ({
  id: 12_345,
  rcpt_to: to,
  mail_from: 'ada@people.test',
  token: 'rtmuzogUauKN',
  subject: SUBJECT,
  message_id: '1f0c@people.test',
  timestamp: 1_795_421_700.5,
  size: '822',
  spam_status: 'NotSpam',
  bounce: false,
  received_with_ssl: true,
  to: 'friends@people.test',
  cc: null,
  from: FROM,
  date: SENT_AT,
  in_reply_to: null,
  references: null,
  plain_body: TEXT,
  html_body: HTML,
  auto_submitted: null,
  attachment_quantity: 1,
  attachments: [{ filename: 'rain.gif', content_type: 'image/gif', size: GIF.length, data: GIF.toString('base64') }],
});

const mailerSend = (to: string) => ({
  type: 'inbound.message',
  inbound_id: 'ywj2lpnyd26g7oqz',
  url: 'https://meadow.test/api/email/webhook',
  created_at: '2026-11-23T07:15:02.000000Z',
  data: {
    object: 'message',
    id: '619e5d2a8a4d6a1f1e0a4d23',
    recipients: {
      rcptTo: [{ email: to }],
      to: { raw: 'Friends <friends@people.test>', data: [{ email: 'friends@people.test', name: 'Friends' }] },
    },
    from: { email: 'ada@people.test', name: 'Ada', raw: FROM },
    sender: { email: 'ada@people.test' },
    subject: SUBJECT,
    date: SENT_AT,
    headers: { From: FROM, 'Message-ID': ID, Date: SENT_AT },
    text: TEXT,
    html: HTML,
    raw: sourceTextTo(to),
    attachments: [
      {
        file_name: 'rain.gif',
        content_type: 'image/gif',
        content_disposition: 'attachment',
        content_id: 'rain',
        size: GIF.length,
        content: GIF.toString('base64'),
      },
    ],
    spf_check: { code: '+', value: null },
    dkim_check: true,
  },
});

const cloudMailin = (to: string) => ({
  headers: {
    received: ['by mx.people.test', 'by mx.cloudmailin.test'],
    date: SENT_AT,
    from: FROM,
    to: 'Friends <friends@people.test>',
    message_id: ID,
    subject: SUBJECT,
  },
  envelope: { to, recipients: [to], from: 'ada@people.test', helo_domain: 'mx.people.test', remote_ip: '192.0.2.1' },
  plain: TEXT,
  html: HTML,
  reply_plain: '',
  attachments: [
    {
      content: GIF.toString('base64'),
      file_name: 'rain.gif',
      content_type: 'image/gif',
      size: GIF.length,
      disposition: 'attachment',
    },
  ],
});

const forwardEmail = (to: string) => ({
  attachments: [
    { type: 'attachment', contentType: 'image/gif', filename: 'rain.gif', content: { type: 'Buffer', data: [...GIF] } },
  ],
  headers: HEADERS.map(([name, value]) => `${name}: ${value}`).join('\r\n'),
  headerLines: HEADERS.map(([name, value]) => ({ key: name.toLowerCase(), line: `${name}: ${value}` })),
  html: HTML,
  text: TEXT,
  textAsHtml: HTML,
  subject: SUBJECT,
  date: '2026-11-23T07:15:00.000Z',
  to: { value: [{ address: 'friends@people.test', name: 'Friends' }], html: '', text: 'Friends <friends@people.test>' },
  from: { value: [{ address: 'ada@people.test', name: 'Ada' }], html: '', text: FROM },
  messageId: ID,
  recipients: [to],
  session: { recipient: to, remoteAddress: '192.0.2.1', mta: 'mx1.forwardemail.test' },
});

const without = <T extends object>(value: T, ...names: (keyof T)[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as keyof T)));

/** Payloads with all of the email. */
export const PAYLOADS: Readonly<Record<string, (to: string) => Payload>> = {
  'message/rfc822': (to) => ({ type: 'message/rfc822', body: sourceTo(to) }),
  'application/octet-stream': (to) => ({ type: 'application/octet-stream', body: sourceTo(to) }),
  raw_base64: (to) => json({ raw_base64: sourceTo(to).toString('base64') }),
  'raw in base64': (to) => json({ raw: sourceTo(to).toString('base64') }),
  'raw, a character for each byte': (to) => json({ raw: sourceTo(to).toString('latin1') }),
  'raw, decoded': (to) => json({ raw: sourceTextTo(to), text: 5, to: { a: 1 }, subject: null }),
  'Postmark with the source': (to) =>
    json({ MessageID: '73e6d360', OriginalRecipient: to, To: to, RawEmail: sourceTextTo(to) }),
  Postmark: (to) =>
    json({
      FromName: 'Ada',
      MessageStream: 'inbound',
      From: 'ada@people.test',
      FromFull: { Email: 'ada@people.test', Name: 'Ada', MailboxHash: '' },
      To: 'friends@people.test',
      ToFull: [{ Email: 'friends@people.test', Name: '', MailboxHash: '' }],
      Cc: '',
      CcFull: [],
      Bcc: '',
      BccFull: [],
      OriginalRecipient: to,
      Subject: SUBJECT,
      MessageID: '73e6d360-66eb-11e1-8e72-a8206ea7d3f4',
      ReplyTo: '',
      MailboxHash: '',
      Date: SENT_AT,
      TextBody: TEXT,
      HtmlBody: HTML,
      StrippedTextReply: '',
      Tag: '',
      Headers: [{ Name: 'Message-ID', Value: ID }],
      Attachments: [
        {
          Name: 'rain.gif',
          Content: GIF.toString('base64'),
          ContentType: 'image/gif',
          ContentLength: GIF.length,
          ContentID: '',
        },
      ],
    }),
  'Mailgun, with an attachment': (to) =>
    multipart([...Object.entries(mailgun(to)), ['attachment-count', '1'], ['attachment-1', GIF, 'rain.gif']]),
  'Mailgun (MIME)': (to) => urlEncoded({ recipient: to, sender: 'ada@people.test', 'body-mime': sourceTo(to) }),
  'SendGrid (raw)': (to) =>
    multipart([
      ['dkim', '{@people.test : pass}'],
      ['email', sourceTo(to)],
      ['to', 'Friends <friends@people.test>'],
      ['from', FROM],
      ['sender_ip', '192.0.2.1'],
      ['envelope', JSON.stringify({ to: [to], from: 'ada@people.test' })],
      ['subject', SUBJECT],
      ['charsets', '{"to":"UTF-8","subject":"UTF-8","from":"UTF-8"}'],
      ['SPF', 'pass'],
    ]),
  SendGrid: (to) =>
    multipart([
      ['headers', HEADERS.map(([name, value]) => `${name}: ${value}`).join('\n')],
      ['dkim', '{@people.test : pass}'],
      ['to', 'Friends <friends@people.test>'],
      ['from', FROM],
      ['html', HTML],
      ['text', Buffer.from('Es regnete. Gr\xf6\xdfe \x80', 'latin1')],
      ['subject', SUBJECT],
      ['envelope', JSON.stringify({ to: [to], from: 'ada@people.test' })],
      ['attachments', '1'],
      ['attachment-info', '{"attachment1":{"filename":"rain.gif","type":"image/gif"}}'],
      ['charsets', '{"to":"UTF-8","html":"UTF-8","subject":"UTF-8","from":"UTF-8","text":"windows-1252"}'],
      ['SPF', 'pass'],
      ['attachment1', GIF, 'rain.gif'],
    ]),
  'Amazon SES (base64)': (to) => ({
    type: 'text/plain; charset=UTF-8',
    body: Buffer.from(JSON.stringify(sns(ses(to, 'BASE64', sourceTo(to).toString('base64'))))),
  }),
  'Amazon SES (UTF-8)': (to) => ({
    type: 'text/plain; charset=UTF-8',
    body: Buffer.from(JSON.stringify(sns(ses(to, 'UTF-8', sourceTextTo(to))))),
  }),
  'Amazon SES (raw message delivery)': (to) => ({
    type: 'text/plain; charset=UTF-8',
    body: Buffer.from(JSON.stringify(ses(to, 'BASE64', sourceTo(to).toString('base64')))),
  }),
  MailerSend: (to) => json(mailerSend(to)),
  'MailerSend without the source': (to) => json({ ...mailerSend(to), data: without(mailerSend(to).data, 'raw') }),
  CloudMailin: (to) => json(cloudMailin(to)),
  'CloudMailin (multipart)': (to) =>
    multipart([
      ...Object.entries(cloudMailin(to).headers).map(([name, value]): Part => [`headers[${name}]`, String(value)]),
      ['envelope[to]', to],
      ['envelope[recipients][0]', to],
      ['plain', TEXT],
      ['html', HTML],
      ['attachments[0]', GIF, 'rain.gif'],
    ]),
  'CloudMailin (raw)': (to) =>
    multipart([
      ['message', sourceTo(to)],
      ['envelope[to]', to],
      ['envelope[from]', 'ada@people.test'],
    ]),
  'Forward Email': (to) => json({ ...forwardEmail(to), raw: sourceTextTo(to) }),
  'Forward Email without the source': (to) => json(forwardEmail(to)),
  Postal: (to) => json(postal(to)),
  'Postal (raw)': (to) =>
    json({
      id: 12_345,
      message: sourceTo(to).toString('base64'),
      base64: true,
      size: 1_000,
      rcpt_to: to,
      mail_from: 'ada@people.test',
    }),
  'Postal (raw, as a form)': (to) =>
    urlEncoded({ id: '12345', message: sourceTo(to).toString('base64'), base64: 'true', rcpt_to: to }),
};

/** Payloads of services that keep the pictures, or send none. */
export const PAYLOADS_WITHOUT_PICTURES: Readonly<Record<string, (to: string) => Payload>> = {
  'Mailgun, without attachments': (to) => urlEncoded(mailgun(to)),
  Brevo: (to) =>
    json({
      items: [
        {
          Uuid: ['5b5b0f5e-5c5e-4a2e-9d6f-5b9b8f6d6a3d'],
          MessageId: ID,
          InReplyTo: null,
          From: { Name: 'Ada', Address: 'ada@people.test' },
          To: [{ Name: 'Friends', Address: 'friends@people.test' }],
          Recipients: [{ Name: null, Address: to }],
          Cc: [],
          ReplyTo: null,
          SentAtDate: SENT_AT,
          Subject: SUBJECT,
          Attachments: [
            {
              Name: 'rain.gif',
              ContentType: 'image/gif',
              ContentLength: 5_000,
              ContentID: 'f_1',
              DownloadToken: 'ZXlK',
            },
          ],
          Headers: { 'Message-ID': ID, Date: SENT_AT },
          SpamScore: 1.2,
          ExtractedMarkdownMessage: TEXT,
          ExtractedMarkdownSignature: null,
          RawHtmlBody: HTML,
          RawTextBody: TEXT,
        },
      ],
    }),
  'Postal (as a form)': (to) =>
    urlEncoded(
      Object.fromEntries(
        Object.entries(without(postal(to), 'attachments')).map(([name, value]) => [name, String(value ?? '')]),
      ),
    ),
};

/** What services send that is no email, or has none in it. */
export const CONFIRMATION = {
  Type: 'SubscriptionConfirmation',
  MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
  Token: '2336412f37',
  TopicArn: 'arn:aws:sns:eu-west-1:123456789012:journal',
  Message: 'You have chosen to subscribe to the topic. To confirm, visit the SubscribeURL included in this message.',
  SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37',
  Timestamp: '2026-11-23T07:15:02.000Z',
  SignatureVersion: '1',
  Signature: 'c2ln',
  SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
};
