/*
 * Finds in the text of an email what its writer has written: without signature, quoted reply and footer of a mailing list. All patterns read
 * one line of limited length, and each line a limited number of times, so that no text takes long.
 */

type Mail = {
  text: string;
  /** A reply quotes at its end. What a user forwards is content. */
  relation: 'reply' | 'forward' | 'none';
  isFromList: boolean;
  /** Text of HTML has no marks of quotes, and no spaces at the ends of lines. */
  isHtml: boolean;
};

/** Longer lines are text. */
const MAX_MARKER_LENGTH = 400;
/** A signature or footer that is longer is text. */
const MAX_SIGNATURE_LINES = 15;
/** The limit for HTML, where the delimiter is two hyphens, which a user may write as well. */
const MAX_HTML_SIGNATURE_LINES = 6;
const MAX_FOOTER_LINES = 15;
/** Mail programs break a line such as "On … wrote:". */
const MAX_ATTRIBUTION_LINES = 4;
/** Signature, quote and footer may follow each other in any order. */
const MAX_ROUNDS = 4;

/** The writer's own words, without empty lines at the end. All of the text if nothing of it would be left, and if it forwards another email. */
export function ownWordsOf({ text, relation, isFromList, isHtml }: Mail): string {
  let lines = withoutEmptyEnd(text.split('\n'));
  if (relation === 'forward' || lines.some(isForwardMark)) return lines.join('\n');
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = lines.length;
    if (isFromList) lines = withoutFooter(lines);
    lines = withoutQuote(lines, relation === 'reply');
    lines = withoutSignature(lines, isHtml);
    if (lines.length === before) break;
  }
  return lines.some((line) => line.trim() !== '') ? lines.join('\n') : text.trimEnd();
}

function withoutEmptyEnd(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === '') end -= 1;
  return lines.slice(0, end);
}

const FORWARD_MARKS = [
  /^-{2,20} ?(?:original |forwarded )?(?:forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|mensagem encaminhada|doorgestuurd bericht|vidarebefordrat meddelande|videresendt (?:meddelelse|melding)|przekazana wiadomość|пересылаемое сообщение|пересланное сообщение|转发的邮件|轉寄郵件|転送メッセージ|전달된 메일)\b ?-{0,20}/i,
  /^(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:réexpédié|transféré)|inizio messaggio inoltrato|inicio del mensaje reenviado|início da mensagem (?:encaminhada|reencaminhada)|begin doorgestuurd bericht|vidarebefordrat brev|начало переадресованного сообщения|下面是被转发的邮件|転送されたメッセージ|전달된 메시지)\s?[:：]$/i,
  /^-{2,20} ?(?:转发|轉寄|転送|전달)/,
];

function isForwardMark(line: string): boolean {
  const mark = line.trim();
  return mark.length <= MAX_MARKER_LENGTH && FORWARD_MARKS.some((pattern) => pattern.test(mark));
}

/* Quotes */

const VERBS = [
  ...['wrote', 'writes', 'schrieb', 'a écrit', 'escribió', 'ha scritto', 'escreveu', 'schreef', 'skrev', 'kirjoitti'],
  ...[
    'napisał',
    'napisała',
    'napisał\\(a\\)',
    'napsal',
    'napsala',
    'napsal\\(a\\)',
    'napísal',
    'a írta',
    'írta',
    'a scris',
  ],
  ...[
    'написал',
    'написала',
    'написал\\(а\\)',
    'пишет',
    'написав',
    'написала',
    'пише',
    'έγραψε',
    'yazdı',
    'şunları yazdı',
  ],
  ...[
    '写道',
    '寫道',
    'のメール',
    'が書きました',
    '님이 작성',
    'viết',
    'menulis',
    'כתב',
    'כתבה',
    'כתב/ה',
    'كتب',
    'rašė',
    'kirjutas',
  ],
];

/** The end of "On … wrote:"; some languages put the name behind the verb. */
const ATTRIBUTION_END = new RegExp(`(?:^|[\\s"'>,)）])(?:${VERBS.join('|')})(?:\\s[^:：]{0,120})?\\s?[:：]$`, 'iu');
const EAST_ASIAN_END = /(?:写道|寫道|のメール|が書きました|님이 작성)\s?[:：]$/u;

/** An address, or a date with a time: a user who writes "she wrote:" names neither. */
const ORIGIN = /[^\s@<>]@[^\s@<>]|\d[:.h]\d{2}/;

/** The last lines of a text from which on all is quoted, or the whole text. */
function withoutQuote(lines: string[], isReply: boolean): string[] {
  const end = withoutEmptyEnd(lines);
  const marked = startOfMarkedQuote(end);
  if (marked < end.length) {
    const attribution = startOfAttribution(end, marked, false);
    if (attribution !== null) return withoutEmptyEnd(end.slice(0, attribution));
    // A text may end with a quote of its own, as in Markdown.
    if (isReply) return withoutEmptyEnd(end.slice(0, marked));
    return end;
  }
  if (!isReply) return end;
  const start = startOfUnmarkedQuote(end);
  return start === null ? end : withoutEmptyEnd(end.slice(0, start));
}

/** Where the lines begin that are quoted to the end; the length if the last one is not. */
function startOfMarkedQuote(lines: readonly string[]): number {
  let start = lines.length;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index]?.trim() ?? '';
    if (line.startsWith('>')) start = index;
    else if (line !== '') break;
  }
  return start;
}

/** Where the attribution begins that ends right before a line; null if there is none. */
function startOfAttribution(lines: readonly string[], before: number, needsOrigin: boolean): number | null {
  let last = before - 1;
  while (last >= 0 && lines[last]?.trim() === '') last -= 1;
  if (!isAttributionEnd(lines[last] ?? '')) return null;
  let start = last;
  let text = lines[last]?.trim() ?? '';
  const hasOrigin = () => ORIGIN.test(text) || /\d{4}/.test(text);
  while (!hasOrigin() && last - start < MAX_ATTRIBUTION_LINES - 1 && (lines[start - 1]?.trim() ?? '') !== '') {
    start -= 1;
    text = `${lines[start]?.trim().slice(0, MAX_MARKER_LENGTH)} ${text}`;
  }
  // One more line, if it begins a sentence that the mail program has broken.
  if (
    start > 0 &&
    /^(?:on|am|le|el|il|em|op|den|dne|w dniu|i dag|pe|la) /i.test(lines[start - 1]?.trim() ?? '') &&
    !/^(?:on|am|le|el|il|em|op|den|dne|w dniu|pe|la) /i.test(text)
  )
    start -= 1;
  if (hasOrigin()) return start;
  return needsOrigin ? null : last;
}

function isAttributionEnd(line: string): boolean {
  const text = line.trim();
  return text.length <= MAX_MARKER_LENGTH && (ATTRIBUTION_END.test(text) || EAST_ASIAN_END.test(text));
}

const ORIGINAL_MARK =
  /^(?:-{2,20} ?(?:original message|original appointment|ursprüngliche nachricht|originalnachricht|message d'origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|původní zpráva|исходное сообщение|原始邮件|原始郵件|元のメッセージ|원본 메시지) ?-{2,20}|_{20,})$/i;

const FROM =
  /^\*?(?:from|von|de|da|van|från|fra|lähettäjä|od|от|від|kimden|发件人|寄件者|差出人|보낸 사람)\*?\s?[:：]\*?\s?\S/i;
const SENT =
  /^\*?(?:sent|date|gesendet|datum|envoyé|enviado|enviada(?: em)?|fecha|data|inviato|verzonden|skickat|sendt|lähetetty|wysłano|odesláno|отправлено|дата|надіслано|gönderildi|发送时间|日期|寄件日期|送信日時|日付|보낸 날짜|날짜)\*?\s?[:：]/i;
const TO = /^\*?(?:to|an|à|para|a|aan|till|til|vastaanottaja|do|komu|кому|kime|收件人|宛先|받는 사람)\*?\s?[:：]/i;

/** Lines in which the header of the quoted email stands. */
const MAX_HEADER_LINES = 8;

/** Where a quote without marks begins: at "On … wrote:" or at the header that Outlook writes; null if there is none. */
function startOfUnmarkedQuote(lines: readonly string[]): number | null {
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]?.trim() ?? '';
    if (line === '' || line.length > MAX_MARKER_LENGTH) continue;
    if (FROM.test(line) && isHeader(lines, index)) return startOfMark(lines, index);
    if (isAttributionEnd(line) && index < lines.length - 1) {
      const start = startOfAttribution(lines, index + 1, true);
      if (start !== null) return start;
    }
  }
  return null;
}

function isHeader(lines: readonly string[], from: number): boolean {
  const following = lines
    .slice(from + 1, from + MAX_HEADER_LINES)
    .map((line) => line.trim().slice(0, MAX_MARKER_LENGTH));
  return following.some((line) => SENT.test(line)) && following.some((line) => TO.test(line));
}

/** Takes the line above the header along. */
function startOfMark(lines: readonly string[], header: number): number {
  let above = header - 1;
  while (above >= 0 && lines[above]?.trim() === '') above -= 1;
  return ORIGINAL_MARK.test(lines[above]?.trim().slice(0, MAX_MARKER_LENGTH) ?? '') ? above : header;
}

/* Signatures */

const DEVICES =
  '(?:i-?phon[eu]?|i-?pad|i-?pod|apple|mac|android|samsung|galaxy|huawei|xiaomi|redmi|pixel|oneplus|nokia|sony|xperia|motorola|fairphone|blackberry|windows|outlook|gmail|yahoo|gmx|web\\.de|proton|aol|thunderbird|k-9|fastmail|spark|mail|e-?mail|mobile|mobil|handy|telefon|téléphone|teléfono|telefono|telefone|telefoon|smartphone|phone|tablet|device|gerät|appareil|dispositivo|toestel)';
const words = (text: string) => `(?:${text})[^.!?]{0,60}?${DEVICES}`;

/** Lines that mail programs add. Each names a device or a program. */
const SENT_FROM = [
  words('^sent (?:from|via|with|using)\\b'),
  words('^get (?:outlook|bluemail|yahoo)\\b'),
  words(
    '^(?:von meinem|gesendet (?:von|mit|über|aus)|diese nachricht wurde von|holen sie sich|outlook für|verschickt von)\\b',
  ),
  words('^(?:envoyé (?:de|depuis|à partir|avec)|obtenir outlook|télécharger outlook)'),
  words('^(?:enviado (?:desde|do|a partir|de|con)|enviada do|obtener outlook|obter o outlook|obtenha o outlook)'),
  words('^(?:inviato da|ottieni outlook|scarica outlook)'),
  words('^(?:verzonden (?:vanaf|vanuit|met)|verstuurd vanaf|outlook voor)'),
  words('^(?:skickat från|sendt fra|lähetetty|hämta outlook|hent outlook|hanki outlook)'),
  words('^(?:wysłan[eo] z|pobierz|odesláno z|odoslané z|trimis (?:de )?pe)'),
  words('^(?:отправлено (?:с|из)|надіслано з|изпратено от|στάλθηκε από)'),
  words('^(?:发自|發自|傳送自|從|來自我的|从我的|나의|내)'),
  `^${DEVICES}[^.!?]{0,20}(?:から送信|에서 보냄|gönderildi|傳送|发送)`,
].map((pattern) => new RegExp(`${pattern}[^\\n]{0,80}$`, 'iu'));

function isSentFrom(line: string): boolean {
  const text = line.trim().replaceAll(/^[<([]|[>)\]]$/g, '');
  return text.length <= 120 && SENT_FROM.some((pattern) => pattern.test(text));
}

function withoutSignature(lines: string[], isHtml: boolean): string[] {
  const end = withoutEmptyEnd(lines);
  const first = Math.max(0, end.length - MAX_SIGNATURE_LINES - 1);
  for (let index = end.length - 1; index >= first; index -= 1) {
    // RFC 3676. Without its space two hyphens may be the writer's.
    const line = end[index] ?? '';
    const isShort = isHtml && end.length - index - 1 <= MAX_HTML_SIGNATURE_LINES;
    const isDelimiter = line === '-- ' || line === '--\u00a0' || (isShort && line.trim() === '--');
    if (isDelimiter) return withoutEmptyEnd(end.slice(0, index));
  }
  return isSentFrom(end.at(-1) ?? '') ? withoutEmptyEnd(end.slice(0, -1)) : end;
}

/* Footers of mailing lists */

const FOOTER =
  /mailing list|mailingliste|mailinglist|liste de diffusion|lista de correo|lista di distribuzione|unsubscribe|abmelden|abbestellen|désabonn|désinscri|cancelar la suscripción|annulla l.iscrizione|uitschrijven|отписаться|listinfo/i;

function withoutFooter(lines: string[]): string[] {
  const end = withoutEmptyEnd(lines);
  const first = Math.max(0, end.length - MAX_FOOTER_LINES - 1);
  for (let index = end.length - 1; index >= first; index -= 1) {
    if (!/^(?:[_=-]{5,100}|-- ?)$/.test(end[index]?.trimStart() ?? '')) continue;
    const footer = end.slice(index + 1).map((line) => line.slice(0, MAX_MARKER_LENGTH));
    return footer.some((line) => FOOTER.test(line)) ? withoutEmptyEnd(end.slice(0, index)) : end;
  }
  return end;
}
