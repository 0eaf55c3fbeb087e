import { describe, expect, test } from 'vitest';
import { expectLinear } from '#test/growth.ts';
import { ownWordsOf } from './own-words.rules.ts';

type Mail = Parameters<typeof ownWordsOf>[0];
const own = (text: string, mail: Partial<Mail> = {}) =>
  ownWordsOf({ text, relation: 'none', isFromList: false, isHtml: false, ...mail });
const reply = (text: string) => own(text, { relation: 'reply' });

describe('signatures are left out', () => {
  test.each([
    ['after the delimiter', 'It rained.\n\n-- \nAda\nTel. 123'],
    ['of two programs', 'It rained.\n\nSent from my iPhone\n\n-- \nAda'],
    ['of a program with an empty line below', 'It rained.\n\nSent from my iPhone\n\n'],
  ])('%s', (_what, text) => {
    expect(own(text)).toBe('It rained.');
  });

  test('of HTML, where the delimiter has lost its space', () => {
    expect(own('It rained.\n--\nAda', { isHtml: true })).toBe('It rained.');
  });

  test.each([
    'Sent from my iPhone',
    'Sent from my Samsung Galaxy smartphone.',
    'Sent from Yahoo Mail on Android',
    'Sent from Outlook for iOS',
    'Get Outlook for Android',
    'Sent with Proton Mail secure email.',
    'Von meinem iPhone gesendet',
    'Gesendet von meinem iPad',
    'Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.',
    'Envoyé de mon iPhone',
    'Envoyé depuis mon appareil Android',
    'Enviado desde mi iPhone',
    'Enviado do meu iPhone',
    'Inviato da iPhone',
    'Verstuurd vanaf mijn iPhone',
    'Skickat från min iPhone',
    'Sendt fra min iPhone',
    'Lähetetty iPhonesta',
    'Wysłane z iPhone’a',
    'Odesláno z iPhonu',
    'Отправлено с iPhone',
    'Надіслано з iPhone',
    'Στάλθηκε από το iPhone μου',
    'iPhone’umdan gönderildi',
    'iPhoneから送信',
    '发自我的 iPhone',
    '從我的 iPhone 傳送',
    '나의 iPhone에서 보냄',
  ])('that programs add: %s', (line) => {
    expect(own(`It rained.\n\n${line}`)).toBe('It rained.');
  });

  test.each([
    ['Sent from my heart.', 'It rained.\nSent from my heart.'],
    ['two hyphens without a space', 'It rained.\n--\nThen the sun.'],
    ['a long text after the delimiter', `It rained.\n-- \n${'And more.\n'.repeat(20)}End.`],
    ['a line of a program in the middle', 'Sent from my iPhone\nIt rained.'],
    ['nothing but a signature', '-- \nAda'],
  ])('but not %s', (_what, text) => {
    expect(own(text)).toBe(text);
  });
});

describe('quoted replies are left out', () => {
  test.each([
    'On Mon, Nov 23, 2026 at 8:15 AM Ben <ben@people.test> wrote:',
    'On 23 Nov 2026, at 08:15, Ben\n<ben@people.test> wrote:',
    'On Mon, Nov 23, 2026 at 8:15 AM Ben Longname of People\n<ben@people.test>\nwrote:',
    'Am 23.11.2026 um 08:15 schrieb Ben <ben@people.test>:',
    'Am Mo., 23. Nov. 2026 um 08:15 Uhr schrieb Ben <ben@people.test>:',
    'Le lun. 23 nov. 2026 à 08:15, Ben <ben@people.test> a écrit :',
    'El lun, 23 nov 2026 a las 8:15, Ben (<ben@people.test>) escribió:',
    'Il giorno lun 23 nov 2026 alle ore 08:15 Ben <ben@people.test> ha scritto:',
    'Em seg., 23 de nov. de 2026 às 08:15, Ben <ben@people.test> escreveu:',
    'Op ma 23 nov 2026 om 08:15 schreef Ben <ben@people.test>:',
    'Den mån 23 nov. 2026 kl 08:15 skrev Ben <ben@people.test>:',
    'ma 23.11.2026 klo 8.15 Ben (ben@people.test) kirjoitti:',
    'pon., 23 lis 2026 o 08:15 Ben <ben@people.test> napisał(a):',
    'po 23. 11. 2026 v 8:15 odesílatel Ben <ben@people.test> napsal:',
    'пн, 23 нояб. 2026 г. в 08:15, Ben <ben@people.test>:\nBen написал:',
    '23 Kas 2026 Pzt 08:15 tarihinde Ben <ben@people.test> şunu yazdı:',
    '2026年11月23日(月) 8:15 Ben <ben@people.test>のメール:',
    'Ben <ben@people.test> 于2026年11月23日周一 08:15写道：',
    'Ben <ben@people.test> wrote:',
  ])('with their attribution: %s', (attribution) => {
    expect(own(`It rained.\n\n${attribution}\n\n> Did it rain?\n>\n>> Yes.\n\n`)).toBe('It rained.');
    expect(reply(`It rained.\n\n${attribution}\n\nDid it rain?`)).toBe('It rained.');
  });

  test.each([
    [
      'Outlook, in English',
      '________________________________\nFrom: Ben <ben@people.test>\nSent: Monday, November 23, 2026 8:15 AM\nTo: Ada <ada@people.test>\nSubject: Rain',
    ],
    [
      'Outlook, in German',
      'Von: Ben <ben@people.test>\nGesendet: Montag, 23. November 2026 08:15\nAn: Ada\nCc: Cy\nBetreff: Rain',
    ],
    ['Outlook, in French', 'De : Ben <ben@people.test>\nEnvoyé : lundi 23 novembre 2026 08:15\nÀ : Ada\nObjet : Rain'],
    ['Outlook, in Spanish', 'De: Ben <ben@people.test>\nEnviado: lunes, 23 de noviembre\nPara: Ada\nAsunto: Rain'],
    ['Outlook, in Italian', 'Da: Ben <ben@people.test>\nInviato: lunedì 23 novembre\nA: Ada\nOggetto: Rain'],
    ['Outlook, in Chinese', '发件人: Ben <ben@people.test>\n发送时间: 2026年11月23日\n收件人: Ada\n主题: Rain'],
    [
      'an older Outlook',
      '-----Original Message-----\nFrom: Ben [mailto:ben@people.test]\nSent: Monday\nTo: Ada\nSubject: Rain',
    ],
  ])('below the header of %s', (_what, header) => {
    expect(reply(`It rained.\n\n${header}\n\nDid it rain?`)).toBe('It rained.');
    expect(own(`It rained.\n\n${header}\n\nDid it rain?`)).toContain('Did it rain?');
  });

  test('without an attribution, in a reply alone', () => {
    const text = 'It rained.\n\n> Did it rain?\n> Tell me.';
    expect(reply(text)).toBe('It rained.');
    expect(own(text)).toBe(text);
  });

  test('together with a signature above or below', () => {
    const quote = 'On 23 Nov 2026, at 08:15, Ben <ben@people.test> wrote:\n\n> Did it?';
    expect(own(`It rained.\n\n-- \nAda\n\n${quote}`)).toBe('It rained.');
    expect(own(`It rained.\n\n${quote}\n\n-- \nAda`)).toBe('It rained.');
    expect(own(`It rained.\n\nSent from my iPhone\n\n${quote}`)).toBe('It rained.');
  });

  test.each([
    [
      'answers between the lines of a quote',
      'On 23 Nov 2026, Ben <b@c.test> wrote:\n> Did it rain?\nIt did.\n> And now?\nNo.',
    ],
    ['what a person said', 'My sister wrote:\nIt rains here as well.'],
    ['a letter without an address', 'In the old letter she wrote:\n\nDear Ada'],
    ['nothing but a quote', '> Did it rain?'],
  ])('but not %s', (_what, text) => {
    expect(reply(text)).toBe(text);
  });
});

describe('forwarded emails stay', () => {
  const header = 'From: Ben <ben@people.test>\nDate: Monday, November 23\nSubject: Rain\nTo: Ada <ada@people.test>';
  test.each([
    ['Gmail', `To remember.\n\n---------- Forwarded message ---------\n${header}\n\n> Rain.`],
    ['Apple Mail', `To remember.\n\n> Begin forwarded message:\n>\n> From: Ben`],
    ['Apple Mail, in German', `Merken.\n\nAnfang der weitergeleiteten Nachricht:\n\n${header}\n\nRain.\n\n-- \nBen`],
    ['Thunderbird', `To remember.\n\n-------- Forwarded Message --------\n${header}\n\nRain.`],
  ])('of %s, with what is written above and below', (_what, text) => {
    expect(own(`${text}\n\nSo much for that.`)).toBe(`${text}\n\nSo much for that.`);
  });

  test('of Outlook, by their subject', () => {
    const text = `To remember.\n\n${header}\n\nRain.`;
    expect(own(text, { relation: 'forward' })).toBe(text);
  });
});

describe('footers of mailing lists are left out', () => {
  test.each([
    'It rained.\n_______________________________________________\nTalk mailing list\nhttps://lists.test/listinfo/talk',
    'It rained.\n\n-- \nAda\n________________\nTo unsubscribe, write to leave@lists.test',
    'It rained.\n-- \nYou are on the mailing list Talk.\nUnsubscribe: https://lists.test',
  ])('%s', (text) => {
    expect(own(text, { isFromList: true })).toBe('It rained.');
  });

  test('but not a text below a line', () => {
    const text = 'It rained.\n__________\nThe sun shone.';
    expect(own(text, { isFromList: true })).toBe(text);
    expect(own('It rained.\n__________\nUnsubscribe')).toBe('It rained.\n__________\nUnsubscribe');
  });
});

describe('time grows no faster than the text', () => {
  test.each([
    ['wrote: ', 'wrote:\n'],
    ['From: ', 'From: a\n'],
    ['quotes', '> \n'],
    ['spaces', ' '],
    ['hyphens', '-'],
    ['empty lines', '\n'],
    ['delimiters', '-- \n'],
    ['addresses', 'a@b '],
    ['beginnings of signatures', 'sent from '],
    ['signatures', 'Sent from my iPhone\n'],
  ])('of %s', async (_what, unit) => {
    for (const relation of ['reply', 'none'] as const) {
      await expectLinear(50_000, (size) => own(unit.repeat(size / unit.length), { relation, isFromList: true }));
    }
  });
});
